"""Laws of the structural reader: it never raises, never invents, and says the same twice."""

import pickle
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.extraction.structure import StructureReader
from specdex.html import parse
from specdex.labels import clean_name, is_label, part_label
from specdex.ports import Reader
from specdex.records import Candidate, FragmentKind, Page

TAGS = ["table", "tr", "td", "th", "ul", "li", "dl", "dt", "dd", "div", "span", "p", "b", "h3"]
TEXTS = [
    "Weight",
    "Weight:",
    "2 kg",
    ": 5",
    "Colour: red",
    "a \u2013 b",
    "",
    "16:9",
    "Größe",
    "重量\uff1a1kg",
]


@st.composite
def soups(draw, depth=4):
    """Markup of all kinds, well formed or not."""
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(TEXTS)) + draw(st.sampled_from(["", "<br>", "<img alt='Yes'>"]))
    tag = draw(st.sampled_from(TAGS))
    inner = "".join(draw(st.lists(soups(depth=depth - 1), max_size=4)))
    return f"<{tag}>{inner}" + (f"</{tag}>" if draw(st.integers(0, 9)) else "")


def document_of(markup):
    return parse(Page("http://shop.example/p", f"<body>{markup}</body>".encode()))


def pairs_of(document):
    reader = StructureReader()
    return [
        (node, reader.read(document, Candidate(node, FragmentKind.DIV)))
        for node in range(len(document))
    ]


@given(soups())
@settings(max_examples=150, deadline=None)
def test_whatever_the_markup_the_reader_answers_the_same_twice(markup):
    assert pairs_of(document_of(markup)) == pairs_of(document_of(markup))


@given(soups())
@settings(max_examples=150, deadline=None)
def test_every_name_and_value_is_text_of_the_fragment(markup):
    document = document_of(markup)
    for node, pairs in pairs_of(document):
        shown = f"{document.text_of(node)} Yes"
        for pair in pairs:
            assert pair.name
            assert pair.value
            assert all(word in shown for word in f"{pair.name} {pair.value}".split())
            assert document.find(pair.xpath) is not None


def test_the_reader_is_a_picklable_plug_in():
    reader = StructureReader()
    assert isinstance(reader, Reader)
    assert pickle.loads(pickle.dumps(reader)) == reader
    assert reader.name == "structure"


def test_a_node_that_is_not_there_holds_nothing():
    document = document_of("<p>Weight: 2 kg</p>")
    assert not StructureReader().read(document, Candidate(999, FragmentKind.DIV))


def test_pairs_say_how_sure_they_are_and_where_they_stand():
    document = document_of("<table><tr><th>Weight<td>2 kg<tr><td>Red<td>Blue</table>")
    node = document.find("//table")
    sure, unsure = StructureReader().read(document, Candidate(node, FragmentKind.TABLE))
    assert sure.confidence > unsure.confidence
    assert document.find(sure.xpath) == document.find("//tr[1]/td")
    assert sure.reader == "structure"


@pytest.mark.parametrize("text", ["16:9", "http://shop.example", "Note", ": 5", "10:30"])
def test_a_colon_in_a_ratio_a_time_or_a_url_parts_nothing(text):
    assert part_label(text) is None


def test_a_label_keeps_its_unit_and_loses_its_colon():
    assert clean_name("Weight (kg) :") == "Weight (kg)"
    assert part_label("Weight (kg): 2") == ("Weight (kg)", "2")


def test_a_sentence_is_no_label():
    assert not is_label("We deliver to every country of the world, and quickly at that.")
    assert not is_label("12.5")


def test_tables_nested_deep_and_tables_of_many_rows_are_read_in_time():
    deep = "<table><tr><td>" * 400 + "Weight: 2 kg"
    long = "<table>" + "<tr><td>Name</td><td>value</td></tr>" * 20_000
    begin = time.perf_counter()
    for markup in (deep, long):
        document = document_of(markup)
        StructureReader().read(document, Candidate(document.find("//table"), FragmentKind.TABLE))
    assert time.perf_counter() - begin < 6


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        (
            (
                "<section><h2>Details</h2><div class=r><div>Style</div><div>Casual</div></div>"
                "<div class=r><div>Material</div><div>Clay</div></div></section>"
            ),
            [("Style", "Casual"), ("Material", "Clay")],
        ),
        (
            (
                "<table><tr><th>Rate</th><th>Months</th></tr>"
                "<tr><td><b>Rate</b> 18 %</td><td><b>Months</b> 12</td></tr></table>"
            ),
            [("Rate", "18 %"), ("Months", "12")],
        ),
        (
            (
                "<table><tr><td>Model<td>One<td>Two<td>Three<tr><td>Weight<td>1 kg<td>2 kg<td>3 kg"
                "<tr><td>Colour<td>red<td>blue<td>grey</table>"
            ),
            [],
        ),
        (
            "<table><tr><td>Weight<td>1 kg<tr><td>Flash<td>Flash<td>Flash</table>",
            [("Weight", "1 kg")],
        ),
        (
            (
                "<div><p><b>Warmth:</b> <span>6<!-- -->/<!-- -->6</span></p>"
                "<p><b>Weight:</b> 2 kg</p></div>"
            ),
            [("Warmth", "6/6"), ("Weight", "2 kg")],
        ),
    ],
    ids=("heading", "labels again", "matrix", "said thrice", "score"),
)
def test_what_only_looks_like_a_row_is_none(markup, said):
    document = document_of(markup)
    node = document.find("/html/body/*")
    pairs = StructureReader().read(document, Candidate(node, FragmentKind.DIV))
    assert [(pair.name, pair.value) for pair in pairs] == said
