import json
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.errors import InputError
from specdex.records import Page
from specdex.synthesis.scheme import is_tame, read_items, scheme_from_json, scheme_to_json
from specdex.synthesis.scheme_sources import (
    NameRule,
    line_xpath,
    scheme_from_pairs,
    scheme_from_spider,
    text_at,
)
from specdex.synthesis.url_patterns import MAX_URL, accepts

SPIDER = """
class BooksSpider(CrawlSpider):
    name = "books"
    allowed_domains = ["www.plain.example"]
    start_urls = ["http://www.plain.example/all"]
    rules = (Rule(LinkExtractor(allow=(r"/book/\\d+",)), callback="parse_item"),)

    def parse_item(self, response):
        rows = response.xpath("//div[@id='book']")
        for row in rows:
            item = BooksItem()
            item["title"] = row.xpath("./h1/text()").get()
            item["author"] = row.xpath(".//a/text()").extract()
            yield item
"""


def test_a_scheme_survives_json_and_reads_items_with_their_places(
    scheme_json, plain, parsed, books
):
    scheme = scheme_from_json(scheme_json)
    assert scheme_from_json(scheme_to_json(scheme)) == scheme
    document = parsed(plain[:1])[0]
    (item,) = read_items(scheme, document.element(0))
    assert {name: found[0].value for name, found in item.items()} == books[0]
    assert document.text_of(document.find(item["isbn"][0].xpath)) == books[0]["isbn"]


def test_an_xpath_may_ask_for_a_string(plain, parsed, books):
    rules = [
        {"name": "title", "xpaths": ["normalize-space(.//h1)"]},
        {"name": "price", "xpaths": ["substring-after(.//b/text(), '$')"]},
        {"name": "missing", "xpaths": ["string(.//h6)"]},
    ]
    text = {"site": "plain.example", "container": "//div[@id='book']", "attributes": rules}
    scheme = scheme_from_json(json.dumps(text))
    (item,) = read_items(scheme, parsed(plain[:1])[0].element(0))
    assert item["title"][0].value == books[0]["title"]
    assert item["title"][0].xpath == "/html/body/div[2]"
    assert item["price"][0].value == books[0]["price"].removeprefix("$")
    assert "missing" not in item


@pytest.mark.parametrize(
    "text",
    [
        "no json",
        "[]",
        '{"site": "x"}',
        '{"site": "x", "attributes": [{"name": "a", "xpaths": ["//["]}]}',
        '{"site": "x", "attributes": [], "url_pattern": "("}',
        '{"site": "x", "attributes": [], "version": 99}',
    ],
)
def test_what_is_no_scheme_gets_one_sentence(text):
    with pytest.raises(InputError, match="not a "):
        scheme_from_json(text)


def test_a_hand_written_spider_is_a_scheme():
    scheme = scheme_from_spider(SPIDER)
    assert scheme.site == "plain.example"
    assert scheme.container == "//div[@id='book']"
    assert {rule.name: rule.xpaths for rule in scheme.attributes} == {
        "title": ("./h1/text()",),
        "author": (".//a/text()",),
    }
    assert scheme.start_url == "http://www.plain.example/all"
    assert scheme.url_pattern == r"/book/\d+"


def test_an_item_loader_is_read_too():
    source = """
class Books(Spider):
    allowed_domains = ["plain.example"]
    def parse(self, response):
        for row in response.xpath("//div[@id='book']"):
            loader = ItemLoader(item=Book(), selector=row)
            loader.add_xpath("title", "./h1/text()")
            loader.add_xpath("author", ".//a/text()", Join())
            loader.add_value("url", response.url)
            yield loader.load_item()
"""
    scheme = scheme_from_spider(source)
    assert scheme.names == ("title", "author")
    assert scheme.container == "//div[@id='book']"


@given(st.text(max_size=60))
def test_any_text_is_a_spider_or_gets_a_sentence(source):
    with suppress(InputError):
        assert scheme_from_spider(source).site


@pytest.mark.parametrize(
    "source", ["yield {'a': r.xpath('//h1')}", "(" * 9000, "def (", "x = 1", "print('hello')"]
)
def test_a_file_without_xpaths_is_no_spider(source):
    with pytest.raises(InputError):
        scheme_from_spider(source, "spider.py")


def test_rules_for_pairs_are_a_scheme(plain, parsed, books):
    names = [NameRule(name, "//tr/td[1]") for name in ("Publisher", "ISBN")]
    scheme = scheme_from_pairs("plain.example", names)
    (item,) = read_items(scheme, parsed(plain[:1])[0].element(0))
    assert item["ISBN"][0].value == books[0]["isbn"]


LINES = {
    "one element a line": "<ul><li><b>Brand:</b> {0}</li><li>Brand origin: Norway</li></ul>",
    "a text after another": "<p><b>Brand</b> : {0}<br><b>Brand origin</b> : Norway<br></p>",
    "a text with its label": "<p>Brand: {0}<br>Brand origin: Norway<br></p>",
    "behind its label": "<p><b>Brand:</b> {0}<br><b>Brand origin:</b> Norway<br></p>",
}


@pytest.mark.parametrize("printed", LINES.values(), ids=LINES)
def test_what_follows_a_name_on_its_line_is_read(parsed, printed):
    values = ["Halden", "Ostara", "Mirado & Sons"]
    html = [f"<html><body>{printed.format(value)}" for value in values]
    roots = [each.element(0) for each in parsed([Page("", text.encode()) for text in html])]
    stated = list(zip(roots, values, strict=True))
    xpath = line_xpath("//li | //p", "Brand", stated)
    assert [text_at(root, xpath) for root in roots] == values
    assert line_xpath("//li | //p", "Colour", [(root, "Red") for root in roots]) == ""


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"contanier": "//p"}, "a scheme has no 'contanier'; did you mean 'container'\\?"),
        ({"attributes": [{"name": "a", "xpath": ["//p"]}]}, "did you mean 'xpaths'\\?"),
        ({"attributes": [{"name": "a", "xpaths": ["//p["]}]}, "'//p\\[' is no XPath"),
        ({"attributes": [{"name": "a", "xpaths": []}]}, "'a' has no XPath"),
        ({"attributes": [{"name": "", "xpaths": ["//p"]}]}, "one has no name"),
        ({"attributes": [{"name": "a", "xpaths": ["."]}] * 2}, "'a' is there twice"),
        ({"attributes": "title"}, "an attribute is written in braces"),
        ({"url_pattern": "("}, "the URL pattern is no expression"),
        ({"site": "\ud800"}, "half of a character"),
    ],
)
def test_a_slip_of_the_pen_gets_one_sentence(change, sentence):
    scheme = {"site": "x.example", "attributes": [{"name": "a", "xpaths": ["//p"]}], **change}
    with pytest.raises(InputError, match=sentence) as caught:
        scheme_from_json(json.dumps(scheme))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            "(a+)+$",
            "(a|aa)*$",
            r"(\w+\s?)*$",
            "((a*))*b",
            ".*.*.*.*x",
            r"\w+\w+\w+\w+x",
            r"(a)\1+",
        ),
        *("a*a*a*a*b", "(?=a*)a*a*a*$", "[a-z]{1,}[a-z]{1,}[a-z]{1,}!", "[a-z]+?[a-z]+?[a-z]+?!"),
        *("x{0,500}x{0,500}x{0,500}y", "(?:a*)(?:a*)(?:a*)b", "[a-z]*x[a-z]*x[a-z]*x!", "a?" * 30),
        *(r"^http://[^/]+/[^/]+-[^/]+-[^/]+-[^/]+!", "(a*){5}b", "(?:a?b?)*c", "(?i)(a|A)+$"),
    ],
)
def test_a_url_pattern_that_may_take_for_ever_is_refused(pattern):
    text = json.dumps(
        {
            "site": "a.example",
            "attributes": [{"name": "a", "xpaths": ["//a"]}],
            "url_pattern": pattern,
        }
    )
    with pytest.raises(InputError, match="may take for ever"):
        scheme_from_json(text)


@pytest.mark.parametrize(
    "pattern",
    [
        r"^https?://[^/]+/[^/?#]+-[^/?#]*\d[^/?#]*(?:\?|#|$)",
        ".*a.*b$",
        r"(?:p|q)/\d+$",
        ".+?(a)*!!",
        "[^/]?a+?a*?-{0,9}(b)",
    ],
)
def test_patterns_that_are_taken_take_bounded_time(pattern):
    """The worst that is let through, against the address it likes least."""
    assert is_tame(pattern)
    began = time.process_time()
    accepts(pattern, "http://a.example/" + "a" * (MAX_URL - 18) + "!")
    assert time.process_time() - began < 2


def test_no_long_address_is_held_against_a_pattern():
    assert not accepts("x", "x" * 2_000)
