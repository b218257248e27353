"""What is written out as loops, since loops compile well, says what numpy says."""

import gc
import weakref
from array import array

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.written import trees_of
from specdex.detection import groups as alike
from specdex.detection.model import default_model
from specdex.detection.surroundings import (
    ALIEN_CLASSES,
    ALIEN_WORDS,
    SPEC_CLASSES,
    SPEC_WORDS,
    lowered,
)
from specdex.detection.texts import ALIEN_NAMES, PRICE, UNIT, YES_NO, added
from specdex.html import forget, parse
from specdex.pipeline.extract import extraction
from specdex.records import Page

PATTERNS = (
    *(SPEC_WORDS, ALIEN_WORDS, SPEC_CLASSES, ALIEN_CLASSES),
    *(ALIEN_NAMES, UNIT, PRICE, YES_NO),
)
FLOATS = st.floats(min_value=-1e6, max_value=1e6, allow_nan=False)


def document_of(markup):
    return parse(Page("https://shop.example/", markup.encode()))


@settings(max_examples=30, deadline=None)
@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_trees_say_what_numpy_says(seed):
    model = default_model()
    rows = np.random.default_rng(seed).normal(scale=3, size=(5, len(model.columns)))
    rows[0, ::3] = np.nan
    assert np.array_equal(model.trees.sums(rows), model.trees.sums_in_python(rows))
    parts = [array("d", part.ravel()) for part in (rows[:, :60], rows[:, 60:])]
    assert model.trees.totals(5, *parts).tolist() == model.trees.sums(rows).tolist()


@pytest.mark.parametrize("count", [0, 1, 3, 7, 8, 9, 17, 128, 129, 300])
def test_trees_of_any_number_add_up_as_in_numpy(count):
    tree = {"feature": [0, -1, -1], "threshold": [0.0] * 3, "left": [1, 0, 0], "right": [2, 0, 0]}
    some = trees_of([tree | {"value": [0, 0.1 * at, 1 / (at + 1)]} for at in range(count)], 2)
    rows = np.array([[-1.0], [0.0], [1.0], [np.nan], [np.inf], [-np.inf]])
    assert np.array_equal(some.sums(rows), some.sums_in_python(rows))


@given(st.lists(FLOATS, min_size=1, max_size=60))
def test_a_few_numbers_add_up_as_in_numpy(numbers):
    assert added(array("d", numbers), len(numbers)) == float(np.add.reduce(np.array(numbers)))


@given(st.lists(st.floats(min_value=0, max_value=1), min_size=1, max_size=9))
def test_odds_are_those_of_numpy(numbers):
    said = np.minimum(np.maximum(np.array(numbers), 0.01), 1 - 0.01)
    mine = np.array(numbers)
    alike.ratios(mine, 0.01)
    assert np.array_equal(mine, said / (1 - said))
    alike.scale(mine, -1.2, 0.3)
    assert np.array_equal(mine, -1.2 * (said / (1 - said)) + 0.3)
    mine = np.exp(mine)
    alike.chances(mine)
    assert np.array_equal(mine, 1 / (1 + np.exp(-1.2 * (said / (1 - said)) + 0.3)))


@given(st.text(alphabet="abcdefhiklmnoprstuvwxy 0123456789-$%/.", max_size=30), st.data())
def test_patterns_for_lower_case_find_what_those_for_any_case_find(text, data):
    text += data.draw(st.sampled_from(("", "hayir", "specs", "details", "12 kg", "yes", "price")))
    for pattern in PATTERNS:
        mine, theirs = lowered(pattern).search(text), pattern.search(text.upper())
        assert (mine and mine.span()) == (theirs and theirs.span())


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
