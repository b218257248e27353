"""JSON-LD as shops write it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.html import parse
from specdex.markup import read_markup
from specdex.markup.jsonld import loose_json
from specdex.records import Page

PRODUCT = {"@type": "Product", "name": "Lampe"}


@pytest.mark.parametrize(
    "text",
    [
        '{"@type": "Product", "name": "Lampe",}',
        '<!-- {"@type": "Product", "name": "Lampe"} -->',
        '//<![CDATA[\n{"@type": "Product", "name": "Lampe"}\n//]]>',
        '/* <![CDATA[ */{"@type": "Product", "name": "Lampe"}',
        '{"@type": "Product", "name": "Lampe"};',
        'window.data = {"@type": "Product", "name": "Lampe"}',
        "{&quot;@type&quot;: &quot;Product&quot;, &quot;name&quot;: &quot;Lampe&quot;}",
        '{"@type": "Product", "name": "Lampe"',
        '\x0b{"@type": "Product",\x01 "name": "Lampe"}',
        '{"@type": "Product", // see https://schema.org\n/* what */ "name": "Lampe"}',
        "{'@type': 'Product', 'name': 'Lampe'}",
        '{"@type": "Product", name: "Lampe"}',
        '{"@type": "Product" "name": "Lampe"}',
        '{"@type": "Product",, "name": "Lampe"}',
        "{\u201c@type\u201d: \u201cProduct\u201d, \u201cname\u201d: \u201cLampe\u201d}",
        '\ufeff{\xa0"@type": "Product",\xa0"name": "Lampe"}',
    ],
    ids=[
        "trailing-comma",
        "html-comment",
        "cdata",
        "cdata-in-comment",
        "semicolon",
        "assignment",
        "entities",
        "cut-off",
        "control-characters",
        "comments",
        "other-quotes",
        "key-without-quotes",
        "missing-comma",
        "two-commas",
        "curly-quotes",
        "hard-blanks",
    ],
)
def test_a_common_mistake_does_not_hide_the_object(text):
    assert loose_json(text) == [PRODUCT]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('"price": 12,50, "sku": "1"', {"price": 12.5, "sku": "1"}),
        ('"price": 012.50, "sku": "1"', {"price": 12.5, "sku": "1"}),
        ('"gtin": , "sku": "1"', {"gtin": None, "sku": "1"}),
        ('"gtin": undefined, "sku": "1"', {"gtin": None, "sku": "1"}),
        ('"offers": [{"a": 1}{"b": 2}], "sku": "1"', {"offers": [{"a": 1}, {"b": 2}], "sku": "1"}),
    ],
)
def test_a_value_that_is_no_json_does_not_hide_the_rest(written, read):
    assert loose_json(f"{{{written}}}") == [read]


def test_a_line_break_in_a_string_is_read():
    assert loose_json('{"name": "two\nlines"}') == [{"name": "two\nlines"}]


def test_a_stray_quote_in_a_string_is_read():
    assert loose_json('{"name": "a 5" lamp", "sku": "1"}') == [{"name": 'a 5" lamp', "sku": "1"}]


def test_a_bad_escape_is_read():
    assert loose_json(r'{"name": "C:\lamp"}') == [{"name": r"C:\lamp"}]


def test_objects_written_one_after_another_are_all_read():
    assert loose_json('{"a": 1}\n{"b": 2};{"c": 3}') == [{"a": 1}, {"b": 2}, {"c": 3}]


def test_not_a_number_does_not_hide_the_rest():
    (found,) = loose_json('{"price": NaN, "sku": "1"}')
    assert found["sku"] == "1"


@pytest.mark.parametrize("text", ["", "   ", "alert(1)", "{", '"', "]]>", "<!--", "null"])
def test_what_is_no_json_gives_nothing_useful_and_no_error(text):
    assert all(not isinstance(value, dict) or not value for value in loose_json(text))


def test_deep_nesting_is_given_up():
    assert loose_json("[" * 100_000) == []
    assert loose_json('{"a":' * 50_000 + "1" + "}" * 50_000) == []


def test_a_huge_script_is_not_read():
    assert loose_json(json.dumps({"a": "x" * 2_100_000})) == []


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=300))
def test_nothing_in_a_script_makes_it_raise(text):
    html = f'<script type="application/ld+json">{text}</script><h1>x</h1>'
    read_markup(parse(Page("https://a.example/", html.encode())))


WORDS = ["@type", "@graph", "@id", "Product", "Offer", "offers", "price", "name", "brand", "sku"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=25,
)


@given(JSON)
def test_no_json_makes_it_raise(data):
    text = json.dumps(data).replace("<", "\\u003c")
    html = f'<script type="application/ld+json">{text}</script><h1>x</h1>'
    document = parse(Page("https://a.example/", html.encode()))
    found = read_markup(document)
    for product in found.products:
        for fact in product.facts:
            assert 0 <= fact.node < len(document)
            assert isinstance(fact.value, str)
