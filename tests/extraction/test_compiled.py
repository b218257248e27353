"""The readers compiled and in Python are one source, and read the same."""

import re
import time
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex import extraction as room
from specdex import labels
from specdex.extraction import building
from specdex.extraction.structure import COMPILED, IN_PYTHON
from specdex.html import parse
from specdex.pipeline.extract import extraction
from specdex.records import Page, Pair
from specdex.structure.outline import Outline
from specdex.structure.vocabulary import COLONS, DASHED, MAX_DASHED, SEPARATORS

TWINS = ("labels", "found", "outline", "looks", "blocks", "tables", "readers", "arbitration")
PIECES = (
    *("<table>", "<tr>", "<th>", "<td>", "<td colspan=2>", "<td rowspan=3>", "</table>"),
    *("<ul>", "<li>", "</ul>", "<dl>", "<dt>", "<dd>", "</dl>", "<div>", '<div class="row a">'),
    *("</div>", '<span class="tooltip">', "<span>", "</span>", "<b>", "</b>", "<h3>", "</h3>"),
    *("<br>", '<a href="/more">', "</a>", '<img alt="yes">', '<p style="padding-left: 50px">'),
    *("Weight", "Weight:", "2 kg", ": 3 cm", "Colour \u2013 red", "Learn more", "16:9", "•", "1"),
    *("A sentence that is far too long to be the label of anything at all.", "重量\uff1a2 kg", " "),
)
SOUPS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=60).map("".join)
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

compiled_only = pytest.mark.skipif(COMPILED is None, reason="built without a C compiler")


def found(document, readings):
    page = readings(document)
    readers = (page.deep, page.shallow)
    return [reader.read(node) for reader in readers for node in range(len(document))]


@compiled_only
@settings(max_examples=300, deadline=None)
@given(SOUPS)
def test_the_compiled_readers_find_what_those_in_python_find(markup):
    document = parse(Page("https://shop.example/", markup.encode()))
    assert found(document, COMPILED) == found(document, IN_PYTHON)


@compiled_only
@pytest.mark.parametrize("name", TWINS)
def test_what_is_compiled_is_its_source_as_it_stands(name):
    source = (Path(room.__file__).parent / f"{name}.py").read_bytes()
    compiled = import_module(f"specdex.extraction.{name}_compiled").SOURCE
    assert compiled == sha256(source).hexdigest(), "install specdex again: pip install -e ."


PARTING = re.compile(r"\s*[:\uff1a\ufe55](?=\s)\s*|\s*[\uff1a]\s*|(?<=\S):(?=[^\d\s/:])|\s+:")
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


@compiled_only
@given(st.text(max_size=30))
def test_compiled_words_are_those_of_a_pattern(text):
    compiled = import_module("specdex.extraction._compiled")
    assert compiled.letter_words(text) == re.findall(r"[^\W\d_]+", text)


@compiled_only
def test_compiled_records_are_those_in_python():
    rows = [("Weight", "2 kg", "", "/html", "structure", 0.9)] * 2
    assert building.build(Pair, rows) == building.build_in_python(Pair, rows)
    with pytest.raises(TypeError):
        building.build(Pair, [("Weight",)])


@pytest.mark.parametrize("markup", HOSTILE.values(), ids=HOSTILE)
def test_no_page_takes_two_seconds(markup):
    read = extraction()
    read(Page("https://shop.example/", b"<p>the model is loaded once"))
    began = time.process_time()
    read(Page("https://shop.example/", markup.encode()))
    assert time.process_time() - began < 2
