"""The compiled parts of detection say what those in Python and numpy say."""

import gc
import weakref
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex import detection as room
from specdex.detection import alike, carving, features, learned, shapes, trees, weighing
from specdex.detection.candidates import find_candidates
from specdex.detection.model import default_model
from specdex.detection.wording import added
from specdex.extraction.structure import StructureReader
from specdex.html import forget, parse
from specdex.pipeline.extracting import extraction
from specdex.records import Page

TWINS = ("shapes", "candidates", "carving", "alike", "wording", "rows", "weighing")
PIECES = (
    *("<h1>Camera X100</h1>", "<title>Camera X100 black</title>", "<h2>Specifications</h2>"),
    *("<table>", "<tr>", "<th>", "<td>", "</table>", "<ul class=details>", "<li>", "</ul>"),
    *("<dl hidden>", "<dt>", "<dd>", "</dl>", '<div class="spec row">', "<div style=display:none>"),
    *("</div>", "<nav>", "</nav>", "<a href=/>", "</a>", "<b>", "</b>", "<br>", "<img>", "<input>"),
    *("Weight:", "Weight", "2 kg", "Colour: black", "Price: $ 12.00", "yes", "A thing. ", "größe:"),
    *("Sensor: 16 MP", "Lens mount", "X100", "٣ cm", "It is far more than it seems to be!", " "),
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
    candidates = find_candidates(document)
    mine = features.describe(document, candidates, reader, features.COMPILED)
    theirs = features.describe(document, candidates, reader, features.IN_PYTHON)
    assert np.array_equal(mine.features, theirs.features)
    assert (mine.regions, mine.clues, mine.groups) == (theirs.regions, theirs.clues, theirs.groups)


@compiled_only
@settings(max_examples=100, deadline=None)
@given(SOUPS)
def test_compiled_columns_and_candidates_are_those_in_python(markup):
    document = document_of(markup)
    compiled = import_module("specdex.detection.shapes_compiled").Shapes(document)
    mine = shapes.Shapes(document)
    for column in ("codes", "containers", "lines", "labels", "link_sum", "label_sum"):
        assert list(getattr(compiled, column)) == list(getattr(mine, column))
    assert learned.find_candidates(document) == find_candidates(document)


@compiled_only
@settings(max_examples=100, deadline=None)
@given(SOUPS)
def test_compiled_regions_are_carved_and_grouped_as_in_python(markup):
    document, reader = document_of(markup), StructureReader()
    candidates = find_candidates(document)
    regions = carving.carve(document, candidates, reader)
    assert (
        import_module("specdex.detection.carving_compiled").carve(document, candidates, reader)
        == regions
    )
    compiled = import_module("specdex.detection.alike_compiled")
    groups = alike.groups_of(document, regions)
    assert compiled.groups_of(document, regions) == groups
    if regions:
        assert compiled.of_groups(groups, regions) == alike.of_groups(groups, regions)
    assert np.array_equal(compiled.cards(regions), alike.cards(regions))


@compiled_only
@settings(max_examples=30, deadline=None)
@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_compiled_trees_say_what_numpy_says(seed):
    model = default_model()
    rows = np.random.default_rng(seed).normal(scale=3, size=(5, len(model.columns)))
    assert trees.COMPILED
    assert np.array_equal(model.trees.told(rows), model.trees.told_in_python(rows))


@compiled_only
@settings(max_examples=100, deadline=None)
@given(*[st.lists(st.sampled_from(("weight", "lens mount", "size", "", "x")), max_size=6)] * 3)
def test_compiled_knowledge_is_the_one_in_python(names, heading, classes):
    model = default_model()
    compiled = import_module("specdex.detection.weighing_compiled")
    scales = compiled.Scales(model.weights, model.catalogue)
    mine = weighing.Scales(model.weights, model.catalogue)
    for _ in range(2):  # what is remembered is the same
        assert scales.row(names, heading, classes) == mine.row(names, heading, classes)


@given(st.lists(FLOATS, min_size=1, max_size=60))
def test_a_few_numbers_add_up_as_in_numpy(numbers):
    assert added(numbers) == float(np.add.reduce(np.array(numbers)))


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
