"""The compiled parts of detection say what those in Python and numpy say."""

import gc
import weakref
from array import array
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex import detection as room
from specdex import forest as trees
from specdex.detection import alike, carving, cells, features, learned, odds, shapes, weighing
from specdex.detection.candidates import candidate_nodes
from specdex.detection.knowledge import KNOWN
from specdex.detection.model import default_model
from specdex.detection.vocabulary import (
    ALIEN_CLASSES,
    ALIEN_NAMES,
    ALIEN_WORDS,
    PRICE,
    SPEC_CLASSES,
    SPEC_WORDS,
    UNIT,
    YES_NO,
    lowered,
)
from specdex.detection.wording import added
from specdex.extraction.structure import StructureReader
from specdex.html import forget, parse
from specdex.pipeline.extract import extraction
from specdex.records import Page
from specdex.text import words

TWINS = (
    *("cells", "shapes", "candidates", "carving", "alike", "wording", "surroundings", "rows"),
    *("weighing", "odds"),
)
PIECES = (
    *("<h1>Camera X100</h1>", "<title>Camera X100 black</title>", "<h2>Specifications</h2>"),
    *("<table>", "<tr>", "<th>", "<td>", "</table>", "<ul class=details>", "<li>", "</ul>"),
    *("<dl hidden>", "<dt>", "<dd>", "</dl>", '<div class="spec row">', "<div style=display:none>"),
    *("</div>", "<nav>", "</nav>", "<a href=/>", "</a>", "<b>", "</b>", "<br>", "<img>", "<input>"),
    *("Weight:", "Weight", "2 kg", "Colour: black", "Price: $ 12.00", "yes", "A thing. ", "größe:"),
    *("Sensor: 16 MP", "Lens mount", "X100", "٣ cm", "It is far more than it seems to be!", " "),
)
PATTERNS = (
    *(SPEC_WORDS, ALIEN_WORDS, SPEC_CLASSES, ALIEN_CLASSES),
    *(ALIEN_NAMES, UNIT, PRICE, YES_NO),
)
SOUPS = st.lists(st.sampled_from(PIECES), min_size=4, max_size=60).map("".join)
FLOATS = st.floats(min_value=-1e6, max_value=1e6, allow_nan=False)

compiled_only = pytest.mark.skipif(features.COMPILED is None, reason="built without a C compiler")


def document_of(markup):
    return parse(Page("https://shop.example/", markup.encode()))


@compiled_only
@settings(max_examples=200, deadline=None)
@given(SOUPS)
def test_the_compiled_survey_describes_as_the_one_in_python(markup):
    document, reader = document_of(markup), StructureReader()
    nodes = candidate_nodes(document)
    mine = features.describe(document, nodes, reader, features.COMPILED)
    theirs = features.describe(document, nodes, reader, features.IN_PYTHON)
    assert np.array_equal(mine.features, theirs.features)
    assert (mine.regions, mine.clues, mine.groups) == (theirs.regions, theirs.clues, theirs.groups)
    assert mine.names == theirs.names


@compiled_only
@settings(max_examples=100, deadline=None)
@given(SOUPS)
def test_compiled_columns_and_candidates_are_those_in_python(markup):
    document = document_of(markup)
    compiled = import_module("specdex.detection.shapes_compiled").Shapes(document)
    mine = shapes.Shapes(document)
    for column in ("codes", "containers", "lines", "labels", "link_sum", "label_sum"):
        assert list(getattr(compiled, column)) == list(getattr(mine, column))
    assert shapes.meanings(document.tag) == shapes.meanings_in_python(document.tag)
    assert learned.candidate_nodes(document) == candidate_nodes(document)


@compiled_only
@settings(max_examples=100, deadline=None)
@given(SOUPS)
def test_compiled_regions_are_carved_and_grouped_as_in_python(markup):
    document, reader = document_of(markup), StructureReader()
    nodes = candidate_nodes(document)
    regions = carving.carve(document, nodes, reader)
    compiled = import_module("specdex.detection.carving_compiled").carve(document, nodes, reader)
    assert compiled == regions
    assert [hash(each) for each in compiled] == [hash(each) for each in regions]
    assert [each.candidate for each in compiled] == [each.candidate for each in regions]
    if not regions:
        return
    twin = import_module("specdex.detection.alike_compiled")
    groups = alike.groups_of(document, regions)
    assert twin.groups_of(document, compiled) == groups
    names = [frozenset(pair.name.lower() for pair in each.pairs) for each in regions]
    assert twin.of_groups(groups, compiled, names) == alike.of_groups(groups, regions, names)
    mine, theirs = np.linspace(-1, 1, len(regions)), np.linspace(-1, 1, len(regions))
    alike.pool(mine, groups, tuple(regions))
    twin.pool(theirs, groups, tuple(compiled))
    alike.discount_cards(mine, tuple(regions), tuple(names))
    twin.discount_cards(theirs, tuple(compiled), tuple(names))
    assert np.array_equal(mine, theirs)


@compiled_only
@settings(max_examples=30, deadline=None)
@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_compiled_trees_say_what_numpy_says(seed):
    model = default_model()
    rows = np.random.default_rng(seed).normal(scale=3, size=(5, len(model.columns)))
    rows[0, ::3] = np.nan
    assert trees.COMPILED
    assert np.array_equal(model.trees.sums(rows), model.trees.sums_in_python(rows))
    assert np.array_equal(model.trees.sums(rows[:, :60], rows[:, 60:]), model.trees.sums(rows))


@compiled_only
@pytest.mark.parametrize("count", [0, 1, 3, 7, 8, 9, 17, 128, 129, 300])
def test_trees_of_any_number_add_up_as_in_numpy(count):
    tree = {"feature": [0, -1, -1], "threshold": [0.0] * 3, "left": [1, 0, 0], "right": [2, 0, 0]}
    some = trees.Trees.of([tree | {"value": [0, 0.1 * at, 1 / (at + 1)]} for at in range(count)], 2)
    rows = np.array([[-1.0], [0.0], [1.0], [np.nan], [np.inf], [-np.inf]])
    assert np.array_equal(some.sums(rows), some.sums_in_python(rows))


@compiled_only
@settings(max_examples=100, deadline=None)
@given(*[st.lists(st.sampled_from(("weight", "lens mount", "size", "", "x")), max_size=6)] * 3)
def test_compiled_knowledge_is_the_one_in_python(names, heading, classes):
    model = default_model()
    compiled = import_module("specdex.detection.weighing_compiled")
    scales = compiled.Scales(model.weights, model.catalogue)
    mine = weighing.Scales(model.weights, model.catalogue)
    clues = tuple(names), tuple(heading), tuple(classes)
    ours = cells.Cells(len(KNOWN))
    theirs = import_module("specdex.detection.cells_compiled").Cells(len(KNOWN))
    mine.row(*clues, ours)
    scales.row(*clues, theirs)
    assert ours.array == theirs.array
    assert (ours.at, theirs.at) == (len(KNOWN), len(KNOWN))
    again = cells.Cells(len(KNOWN))  # what is remembered is the same
    mine.row(*clues, again)
    assert again.array == ours.array


@given(st.lists(FLOATS, min_size=1, max_size=60))
def test_a_few_numbers_add_up_as_in_numpy(numbers):
    assert added(array("d", numbers), len(numbers)) == float(np.add.reduce(np.array(numbers)))


@compiled_only
@given(st.lists(st.floats(min_value=0, max_value=1), min_size=1, max_size=9))
def test_compiled_odds_are_those_of_numpy(numbers):
    twin = import_module("specdex.detection.odds_compiled")
    said = np.minimum(np.maximum(np.array(numbers), 0.01), 1 - 0.01)
    for each in (odds, twin):
        mine = np.array(numbers)
        each.ratios(mine, 0.01)
        assert np.array_equal(mine, said / (1 - said))
        each.scale(mine, -1.2, 0.3)
        assert np.array_equal(mine, -1.2 * (said / (1 - said)) + 0.3)
        mine = np.exp(mine)
        each.chances(mine)
        assert np.array_equal(mine, 1 / (1 + np.exp(-1.2 * (said / (1 - said)) + 0.3)))


@compiled_only
@given(st.text())
def test_compiled_words_are_those_of_the_pattern(text):
    assert import_module("specdex.detection._compiled").words(text) == words(text)


@given(st.text(alphabet="abcdefhiklmnoprstuvwxy 0123456789-$%/.", max_size=30), st.data())
def test_patterns_for_lower_case_find_what_those_for_any_case_find(text, data):
    text += data.draw(st.sampled_from(("", "hayir", "specs", "details", "12 kg", "yes", "price")))
    for pattern in PATTERNS:
        mine, theirs = lowered(pattern).search(text), pattern.search(text.upper())
        assert (mine and mine.span()) == (theirs and theirs.span())


@compiled_only
@pytest.mark.parametrize("name", TWINS)
def test_what_is_compiled_is_its_source_as_it_stands(name):
    source = (Path(room.__file__).parent / f"{name}.py").read_bytes()
    compiled = import_module(f"specdex.detection.{name}_compiled").SOURCE
    assert compiled == sha256(source).hexdigest(), "install specdex again: pip install -e ."


def test_a_page_that_is_done_leaves_no_garbage():
    document = document_of("<table><tr><td>Weight:<td>2 kg<tr><td>Size:<td>3 cm</table>")
    extractor, gone = extraction().extractor, weakref.ref(document)
    gc.disable()
    try:
        extractor.extract(document)
        forget(document)
        del document
        assert gone() is None
    finally:
        gc.enable()
