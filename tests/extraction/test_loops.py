"""What is written out as loops, since loops compile well, does what patterns and Python do."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex import labels
from specdex.extraction.arbitration import build
from specdex.extraction.fields.words import letter_words
from specdex.html import parse
from specdex.labels import DASHED, MAX_DASHED
from specdex.lexicon import phrases
from specdex.pipeline.extract import extraction
from specdex.records import Page, Pair
from specdex.structure.outline import Outline

COLONS, SEPARATORS = phrases("signs.colons"), "".join(phrases("signs.around_labels"))
HOSTILE = {
    "deep divs": "<div>Name: " * 3_000,
    "deep tables": "<table><tr><td>a<td>b" * 400,
    "rows": "<table>" + "<tr><td>Name:<td>1 kg" * 15_000,
    "lists": "<ul>" + "<li><b>Name</b> 1 kg <span class=tooltip>x</span>" * 15_000,
    "terms": "<dl>" + "<dt>Name<dd>1" * 20_000,
    "prices": "<h1>Thing</h1>" + "<p>$ 1.00 price 2,00 € sku: A1234" * 8_000,
    "colons": "<p>" + "a: " * 200_000,
    "blanks": "<p>" + "\u2003 -" * 100_000,
}

PARTING = re.compile(
    r"\s*[:\uff1a\ufe55](?=\s)\s*|\s*[\uff1a]\s*|(?<=\S):(?=[^\d\s/:])|\s+:|(?s:(?<=...[ab])):(?=\d)"
)
DASHED_OFF = st.text(
    st.sampled_from("ab: \uff1a\ufe55/1\u0663\t\n\xa0\u00b2-\u2013.|="), max_size=12
)


@given(DASHED_OFF)
def test_the_colon_that_parts_is_the_one_of_a_pattern(text):
    match = PARTING.search(text, 1)
    assert labels.parting(text) == (match.span() if match else (-1, -1))


@given(DASHED_OFF)
def test_what_is_not_worth_a_search_for_a_dash_has_none(text):
    assert labels.may_be_dashed(text, 0, len(text)) or not DASHED.search(text, 1)


@given(st.text(st.sampled_from("ab :|\uff1a\ufe55\t\xa0-.\u2003"), max_size=8))
def test_names_and_values_are_stripped_as_by_python(text):
    name = text.strip(SEPARATORS)
    value = text.strip().rstrip("| ")
    while value.startswith(COLONS):
        value = value[1:].lstrip()
    assert labels.clean_name(text) == (name.rstrip(".") if text.endswith("...") else name)
    assert labels.clean_value(text) == value
    assert labels.ends_like_label(text) == text.rstrip().endswith(COLONS)


@given(st.text(st.sampled_from("ab- .\t\u2003\u2022:"), max_size=120))
def test_a_dash_far_behind_parts_nothing(text):
    document = parse(Page("https://shop.example/", f"<p>{text}".encode()))
    outline = Outline(document)
    for run, (_, said) in enumerate(document.runs_of(0)):
        parted = labels.part_dashed(said)
        if parted and len(parted[0]) <= MAX_DASHED:
            assert outline.may_be_dashed(run, run + 1)


@given(st.text(max_size=30))
def test_words_are_those_of_a_pattern(text):
    assert letter_words(text) == re.findall(r"[^\W\d_]+", text)


def test_records_are_built_as_they_build_themselves():
    rows = [("Weight", "2 kg", "", "/html", "structure", 0.9)] * 2
    assert build(Pair, rows) == (Pair(*rows[0]), Pair(*rows[1]))
    with pytest.raises(TypeError):
        build(Pair, [("Weight",)])


@pytest.mark.timed
@pytest.mark.parametrize("markup", HOSTILE.values(), ids=HOSTILE)
def test_no_page_takes_two_seconds(markup):
    read = extraction()
    read(Page("https://shop.example/", b"<p>the model is loaded once"))
    began = time.process_time()
    read(Page("https://shop.example/", markup.encode()))
    assert time.process_time() - began < 2
