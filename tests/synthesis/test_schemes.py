import pytest

from specdex.errors import InputError
from specdex.synthesis.scheme import read_items, scheme_from_json, scheme_to_json
from specdex.synthesis.scheme_sources import scheme_from_pairs, scheme_from_spider

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


@pytest.mark.parametrize("source", ["def (", "x = 1", "print('hello')"])
def test_a_file_without_xpaths_is_no_spider(source):
    with pytest.raises(InputError):
        scheme_from_spider(source, "spider.py")


def test_rules_for_pairs_are_a_scheme(plain, parsed, books):
    scheme = scheme_from_pairs("plain.example", [("//tr/td[1]", True)], ["Publisher", "ISBN"])
    (item,) = read_items(scheme, parsed(plain[:1])[0].element(0))
    assert item["ISBN"][0].value == books[0]["isbn"]
