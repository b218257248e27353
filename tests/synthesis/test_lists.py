"""Sites whose pages list many items: containers, columns, and what is believed of them."""

import json

import pytest

from specdex.html import parse
from specdex.papers.cross_supervised import PaperSynthesizer
from specdex.pipeline.list_schemes import ListMaker, manners_of
from specdex.pipeline.synthesize import Synthesis, write_project
from specdex.records import Page
from specdex.synthesis.checks import Check, check_items, checked, key_of, verified_items
from specdex.synthesis.equivalences import Knowledge
from specdex.synthesis.lists import Manner, choose_columns, columns_of, container_of
from specdex.synthesis.scheme import (
    AttributeRule,
    Found,
    Scheme,
    Verdict,
    read_items,
    scheme_from_json,
)
from specdex.synthesis.scheme_sources import scheme_from_spider

MAKERS = ("Canon", "Nikon", "Sony", "Kodak", "Leica", "Pentax", "Ricoh")
MODELS = ("Falcon", "Ranger", "Comet", "Vista", "Pilot")


def camera(number):
    return {
        "title": f"{MAKERS[number % 7]} {MODELS[number % 5]} {number * 37 % 900}",
        "price": f"{20 + number * 53 % 700}.{number * 7 % 100:02d}",
    }


CAMERAS = [camera(number) for number in range(60)]


def page(site, path, html):
    whole = f"<html><head><title>Cameras</title></head><body>{html}</body></html>"
    return Page(f"http://{site}/{path}", whole.encode(), site=site, encoding="utf-8")


def rows(cameras):
    return (
        "<div id='main'><h1>Cameras</h1><ul class='products'>"
        + "".join(
            f"<li class='product p{n}'><a href='/c/{c['title'].lower().replace(' ', '-')}'>"
            f"<img src='/i/{n}.jpg' alt='{c['title']}'></a><h3><a href='/c/{c['title'].lower()}'>"
            f"{c['title']}</a></h3><span class='price'>£{c['price']}</span>"
            "<a class='button' href='/cart'>Add to basket</a></li>"
            for n, c in enumerate(cameras)
        )
        + "</ul></div>"
    )


def cards(cameras):
    return (
        "<aside><a href='/'>Start</a></aside><section class='grid'>"
        + "".join(
            f"<div class='card {'odd' if n % 2 else 'even'}' id='card-{n}'>"
            f"<a class='pic' href='/{n}.html'><img src='/{n}.png' alt='photo'></a>"
            f"<div class='info'><a class='name' href='/{c['title']}.html'>{c['title']}</a>"
            f"<p class='stock'>{'In stock' if n % 3 else 'Sold out'}</p>"
            f"<div class='cost'><b>$</b><b>{c['price']}</b></div></div></div>"
            for n, c in enumerate(cameras)
        )
        + "</section>"
    )


@pytest.fixture(scope="module")
def seed_pages():
    return [
        page("rows.example", f"c?page={n}", rows(CAMERAS[n * 10 : n * 10 + 10])) for n in range(3)
    ]


@pytest.fixture(scope="module")
def card_pages():
    """Two pages of other cameras at other prices, some cameras the same."""
    return [
        page("cards.example", f"all/{n}", cards(CAMERAS[25 + n * 16 : 41 + n * 16])) for n in (0, 1)
    ]


SEED = scheme_from_json(
    """{"site": "rows.example", "container": "//li", "attributes": [
    {"name": "title", "xpaths": ["./h3"]}, {"name": "price", "xpaths": ["./span"]}]}"""
)


@pytest.fixture(scope="module")
def made(seed_pages, card_pages):
    sites = {"rows.example": seed_pages, "cards.example": card_pages}
    (verdict,) = Synthesis().verdicts([SEED], sites)
    return verdict


def test_two_pages_with_many_items_are_enough(made, card_pages):
    assert made.verdict is Verdict.COMPLETE
    items = [
        item for each in card_pages for item in read_items(made.scheme, parse(each).element(0))
    ]
    said = [(item["title"][0].value, item["price"][0].value) for item in items]
    assert said == [(c["title"], f"${c['price']}") for c in CAMERAS[25:57]]


def test_confidence_is_measured(made):
    assert all(0.3 < rule.confidence < 1 for rule in made.scheme.attributes)


def test_a_list_of_one_item_pages_is_read_from_one_item_pages(plain, lists, scheme_json, books):
    sites = {"plain.example": plain, "lists.example": lists[:2]}
    (verdict,) = Synthesis().verdicts([scheme_from_json(scheme_json)], sites)
    items = read_items(verdict.scheme, parse(lists[0]).element(0))
    assert [item["title"][0].value for item in items] == [b["title"] for b in books[:10]]


def apart(cameras):
    """Names stand in one row, prices in the next: no element holds one item."""
    names = "".join(f"<td class='n'><a href='/{c['title']}'>{c['title']}</a></td>" for c in cameras)
    prices = "".join(f"<td class='p'>${c['price']}</td>" for c in cameras)
    return f"<table class='shelf'><tr>{names}</tr><tr>{prices}</tr></table>"


@pytest.mark.parametrize("method", ["specdex", "paper"])
def test_attributes_of_different_items_are_never_put_into_one(seed_pages, method):
    pages = [page("apart.example", f"{n}", apart(CAMERAS[n * 8 : n * 8 + 8])) for n in range(4)]
    sites = {"rows.example": seed_pages, "apart.example": pages}
    (verdict,) = Synthesis(method).verdicts([SEED], sites)
    prices = {c["title"]: c["price"] for c in CAMERAS}
    for each in pages:
        for item in read_items(verdict.scheme, parse(each).element(0)) if verdict.scheme else ():
            if {"title", "price"} <= set(item):
                name = item["title"][0].value
                assert (
                    verdict.verdict is not Verdict.COMPLETE
                    or prices[name] in item["price"][0].value
                )


def found(value, xpath=""):
    return [Found(value, xpath)]


MANNERS = {
    "title": Manner([c["title"] for c in CAMERAS]),
    "price": Manner([f"£{c['price']}" for c in CAMERAS]),
}


def shown(prices):
    return [
        (
            f"http://x.example/{n % 10}",
            {"title": found(CAMERAS[n % 10]["title"]), "price": found(p)},
        )
        for n, p in enumerate(prices)
    ]


def test_the_same_item_must_have_the_same_values():
    same = shown([f"£{n % 10}.50" for n in range(20)])
    other = shown([f"£{n}.50" for n in range(20)])
    assert check_items(same, MANNERS, ["title", "price"])["price"].same == 1
    told = check_items(other, MANNERS, ["title", "price"])
    assert told["price"].same == 0
    assert "the same item has other values in 100%" in told["price"].trouble
    assert not told["title"].trouble
    # items that cannot be told apart say nothing of each other
    unlinked = [("", item) for _, item in other]
    assert check_items(unlinked, MANNERS, ["price"])["price"].same == 1


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (["sold out"] * 20, "100% of what is read is of another kind"),
        (["£5.00"] * 8 + [""] * 12, "read in 40% of the items only"),
    ],
)
def test_what_cannot_be_is_told(values, sentence):
    items = [(link, {n: v for n, v in item.items() if v[0].value}) for link, item in shown(values)]
    assert sentence in check_items(items, MANNERS, ["price"])["price"].trouble


def test_several_values_of_one_item_are_told():
    items = [
        ("", {"title": found(c["title"]), "price": [*found("£1.00"), *found("£2.00")]})
        for c in CAMERAS
    ]
    assert (
        "100% of the items have several values"
        in check_items(items, MANNERS, ["price"])["price"].trouble
    )


def test_belief_falls_with_every_share():
    best = Check(1.0, 1.0, 1.0, 1.0, 1.0)
    assert best.confidence == 1
    for name in ("filled", "single", "kind", "same", "likeness"):
        shares = dict.fromkeys(("filled", "single", "kind", "same", "likeness"), 1.0) | {name: 0.81}
        worse = Check(**shares)
        assert worse.confidence == pytest.approx(0.9 if name == "likeness" else 0.81)
        assert not worse.trouble
    assert key_of(MANNERS) == "title"


def test_rules_that_fail_are_left_out_with_a_sentence(card_pages):
    wrong = AttributeRule(name="price", xpaths=(".//p",))
    right = AttributeRule(name="title", xpaths=(".//a[@class='name']",))
    scheme = Scheme(site="cards.example", container="//section/div", attributes=(wrong, right))
    left, why = checked(scheme, [parse(each) for each in card_pages], MANNERS)
    assert left.names == ("title",)
    assert "of another kind" in why["price"]
    missing = AttributeRule(name="price", xpaths=(".//nothing",))
    bare = Scheme(site="cards.example", container="//section/div", attributes=(missing,))
    assert checked(bare, [parse(each) for each in card_pages], MANNERS)[1] == {
        "price": "it reads nothing"
    }


def test_a_container_means_the_records_and_nothing_else(card_pages):
    documents = [parse(each) for each in card_pages]
    records = ListMaker({}).records(documents)
    assert len(records) == 32
    xpath = container_of(records)
    assert "odd" not in xpath
    assert "card-" not in xpath
    assert sum(len(each.element(0).xpath(xpath)) for each in documents) == 32
    assert container_of([]) == ""


def test_no_two_attributes_take_one_column(card_pages):
    records = ListMaker({}).records([parse(each) for each in card_pages])
    columns = columns_of(records)
    assert not [each for each in columns if set(each.values.values()) == {"$"}]
    twice = {"title": MANNERS["title"], "name": Manner([c["title"] for c in CAMERAS])}
    rules, why = choose_columns(
        columns,
        twice,
    )
    assert len({rule.xpaths for rule in rules}) == len(rules)
    nothing = {"date": Manner(["June 3, 2009", "May 1, 2010"])}
    assert choose_columns(columns, nothing)[0] == []
    assert "no column" in choose_columns(columns, nothing)[1]["date"]
    assert len(rules) + len(why) == 2


@pytest.mark.parametrize("method", ["specdex", "paper"])
def test_partial_seeds_end_complete(seed_pages, card_pages, method):
    """Titles are known from one site, prices from another: every site ends complete."""
    titles = Scheme(site="rows.example", container="//li", attributes=SEED.attributes[:1])
    price = AttributeRule(name="price", xpaths=(".//div[@class='cost']",))
    prices = Scheme(site="cards.example", container="//section/div", attributes=(price,))
    other = [
        page("other.example", f"s/{n}", rows(CAMERAS[20 + n * 9 : 29 + n * 9])) for n in range(3)
    ]
    sites = {"rows.example": seed_pages, "cards.example": card_pages, "other.example": other}
    verdicts = {v.site: v for v in Synthesis(method).verdicts([titles, prices], sites)}
    if method == "specdex":
        assert {v.verdict for v in verdicts.values()} == {Verdict.COMPLETE}
        assert set(verdicts) == set(sites)
    (item, *_) = read_items(verdicts["cards.example"].scheme, parse(card_pages[0]).element(0))
    assert (item["title"][0].value, item["price"][0].value) == (
        CAMERAS[25]["title"],
        f"${CAMERAS[25]['price']}",
    )


def test_partial_seeds_of_one_item_pages_end_complete(plain, fancy, scheme_json):
    whole = scheme_from_json(scheme_json)
    keep = {"plain.example": ("title", "isbn", "price"), "fancy.example": ("publisher",)}
    one = Scheme(
        site="plain.example",
        container=whole.container,
        attributes=tuple(r for r in whole.attributes if r.name in keep["plain.example"]),
    )
    rule = AttributeRule(name="publisher", xpaths=("//dl/dd[1]",))
    two = Scheme(site="fancy.example", attributes=(rule,))
    sites = {"plain.example": plain, "fancy.example": fancy}
    verdicts = {v.site: v for v in Synthesis().verdicts([one, two], sites)}
    assert set(verdicts["plain.example"].scheme.names) == {"title", "isbn", "price", "publisher"}
    (item,) = read_items(verdicts["plain.example"].scheme, parse(plain[0]).element(0))
    assert item["publisher"][0].value == "Northgate Press"


def test_a_price_in_parts_is_one_price(card_pages):
    documents = [parse(each) for each in card_pages]
    knowledge = Knowledge()
    knowledge.add("title", [c["title"] for c in CAMERAS])
    knowledge.add("price", [f"£{c['price']}" for c in CAMERAS])
    scheme = PaperSynthesizer().scheme("cards.example", documents, knowledge)
    (item, *_) = read_items(scheme, documents[0].element(0))
    assert item["price"][0].value == f"${CAMERAS[25]['price']}"


def test_only_pages_that_conform_are_crawled_for_more(seed_pages, card_pages):
    """A page outside of U(s) holds a value in the same place: it must not be learned."""
    odd = page(
        "cards.example", "help/terms/of/use", cards([{"title": "Zork Zork 9", "price": "1.00"}])
    )
    sites = {
        "rows.example": [parse(each) for each in seed_pages],
        "cards.example": [parse(each) for each in (*card_pages, odd)],
        "third.example": [
            parse(
                page("third.example", f"{n}", rows([{"title": "Zork Zork 9", "price": "1.00"}] * 4))
            )
            for n in range(3)
        ],
    }
    made = PaperSynthesizer(careful=True).synthesize(sites, {"rows.example": SEED})
    assert "cards.example" in made
    assert "third.example" not in made


def test_what_only_the_scheme_says_is_not_tested_for(made, card_pages, tmp_path):
    project = write_project(tmp_path, made.scheme, card_pages, MANNERS)
    case = json.loads((project / "tests" / "pages" / "000.json").read_text())
    known = {c["title"] for c in CAMERAS}
    assert {item["title"] for item in case["items"]} <= known
    assert case["read"] == [2] * 16
    alone = write_project(tmp_path / "alone", made.scheme, card_pages)
    assert not list((alone / "tests" / "pages").glob("*.json"))


def test_pages_verify_what_they_say_twice():
    html = (
        "<html><head><title>Canon Comet 5 - shop</title><meta content='19.99'>"
        '<script type=\'application/ld+json\'>{"sku": ["X-77"]}</script></head><body></body></html>'
    )
    document = parse(Page("http://x.example/", html.encode(), encoding="utf-8"))
    item = {
        "title": found("Canon Comet 5"),
        "price": found("$19.99"),
        "sku": found("X-77"),
        "brand": found("Kodak"),
    }
    (sure,) = verified_items([item], document, {})
    assert set(sure) == {"title", "price", "sku"}
    assert set(verified_items([item], document, {"brand": Manner(["Kodak", "Leica"])})[0]) == set(
        item
    )
    assert verified_items([{"brand": found("Kodak")}], document, {}) == []


CSS = """
import scrapy
class Books(scrapy.Spider):
    name = "books"
    start_urls = ["http://rows.example/"]
    def parse(self, response):
        for row in response.css("ul.products > li"):
            item = {"title": row.css("h3").css("a::text").get()}
            item["price"] = row.css("span.price").xpath("./text()").get()
            loader.add_css("picture", "img::attr(src)")
            yield item
"""


def test_spiders_with_css_are_read(seed_pages):
    scheme = scheme_from_spider(CSS)
    items = read_items(scheme, parse(seed_pages[0]).element(0))
    assert len(items) == 10
    assert items[0]["title"][0].value == CAMERAS[0]["title"]
    assert items[0]["price"][0].value == f"£{CAMERAS[0]['price']}"
    assert items[1]["picture"][0].value == "/i/1.jpg"


def test_a_selector_that_is_none_is_passed_over():
    assert scheme_from_spider(CSS.replace("img::attr(src)", "img[[")).names == ("price", "title")


def test_manners_come_from_all_items():
    items = [{"title": found("A b"), "price": found("$1")}, {"title": found("C d")}]
    assert list(manners_of(items)) == ["price", "title"]
