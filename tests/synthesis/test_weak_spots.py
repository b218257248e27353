"""What the paper says it is weak at, each with its answer."""

import pytest

from specdex.html import parse
from specdex.papers.cross_supervised import PaperSynthesizer, items_a_page
from specdex.pipeline.synthesize import Synthesis
from specdex.records import Page
from specdex.synthesis.equivalences import Instances, Names
from specdex.synthesis.scheme import (
    AttributeRule,
    Scheme,
    distinct_places,
    read_items,
    scheme_from_json,
)
from specdex.synthesis.url_patterns import accepts, item_pattern


def page(site, path, html):
    return Page(f"http://{site}/{path}", html.encode(), site=site, encoding="utf-8")


def synthesized(sites, scheme_json, *, careful):
    documents = {site: [parse(each) for each in pages] for site, pages in sites.items()}
    maker = PaperSynthesizer(careful=careful)
    seeds = {"plain.example": scheme_from_json(scheme_json)}
    return maker.synthesize(documents, seeds), documents


def rows_pages(books, style):
    pages = []
    for number in range(8):
        rows = "".join(
            f"<tr class='{style(place)}'><td class='t'>{b['title']}</td>"
            f"<td class='w'>{b['author']}</td><td class='p'>{b['price']}</td></tr>"
            for place, b in enumerate(books[5 * number : 5 * number + 9])
        )
        html = f"<html><body><table>{rows}</table></body></html>"
        pages.append(page("rows.example", f"?page={number}", html))
    return pages


@pytest.mark.parametrize(
    "words", [("odd", "even"), ("row alt", "row"), ("first", "last"), ("", "")]
)
def test_rows_of_both_colours_are_read(plain, books, scheme_json, words):
    pages = rows_pages(books, lambda place: words[place % 2])
    sites = {"plain.example": plain, "rows.example": pages}
    schemes, documents = synthesized(sites, scheme_json, careful=True)
    assert items_a_page(schemes["rows.example"], documents["rows.example"]) == 9
    (verdict,) = Synthesis().verdicts([scheme_from_json(scheme_json)], sites)
    items = read_items(verdict.scheme, parse(pages[0]).element(0))
    assert [item["title"][0].value for item in items] == [b["title"] for b in books[:9]]


def test_the_paper_itself_loses_rows_of_one_colour(plain, books, scheme_json):
    def style(place):
        return "odd" if place % 3 else "even"

    sites = {"plain.example": plain, "rows.example": rows_pages(books, style)}
    schemes, documents = synthesized(sites, scheme_json, careful=False)
    assert items_a_page(schemes["rows.example"], documents["rows.example"]) < 9


def test_of_several_prices_in_a_container_the_one_of_the_item_is_read(plain, books, scheme_json):
    def several(b, place):
        return (
            f"<html><head><title>{b['title']}</title></head><body><div class='box'>"
            f"<h1>{b['title']}</h1><em>{b['author']}</em><s class='old'>${40 + place}.00</s>"
            f"<i class='save'>you save ${place % 7}.50</i><b class='now'>{b['price']}</b>"
            f"<small>{b['isbn']}</small></div></body></html>"
        )

    pages = [page("three.example", f"b/{n}", several(b, n)) for n, b in enumerate(books[20:])]
    sites = {"plain.example": plain, "three.example": pages}
    (verdict,) = Synthesis().verdicts([scheme_from_json(scheme_json)], sites)
    right = 0
    for each, b in zip(pages, books[20:], strict=True):
        (item,) = read_items(verdict.scheme, parse(each).element(0))
        right += [found.value for found in item["price"]] == [b["price"]]
    assert right == len(pages)


def test_an_acronym_finds_its_name_and_no_other():
    known = Instances(Names())
    known.add(["International Conference on Software Engineering", "Very Large Data Bases"])
    asked = ["ICSE", "VLDB", "SIGMOD", "icse", "Engineering", "SE"]
    assert known.known_among(asked) >= {"ICSE", "VLDB"}
    assert not known.known_among(["SIGMOD", "SE", "KDD"])


def test_an_id_of_one_item_does_not_make_a_rule_too_specific(plain, books, scheme_json):
    def numbered(b, n):
        return (
            f"<html><head><title>{b['title']}</title></head><body id='page-{n}'>"
            f"<div class='product' id='item-{n}'><h1 id='t{n}'>{b['title']}</h1>"
            f"<a id='w{n}'>{b['author']}</a><b id='p{n}'>{b['price']}</b></div></body></html>"
        )

    pages = [page("ids.example", f"i/{n}", numbered(b, n)) for n, b in enumerate(books[20:])]
    sites = {"plain.example": plain, "ids.example": pages}
    schemes, documents = synthesized(sites, scheme_json, careful=True)
    (verdict,) = Synthesis().verdicts([scheme_from_json(scheme_json)], sites)
    fresh = parse(page("ids.example", "i/999", numbered(books[3], 999)))
    for scheme in (schemes["ids.example"], verdict.scheme):
        (item,) = read_items(scheme, fresh.element(0))
        assert item["title"][0].value == books[3]["title"]
        assert "item-" not in scheme.container
    assert items_a_page(verdict.scheme, documents["ids.example"]) == 1


def test_pages_with_one_item_and_with_many_are_told_apart(plain, fancy, lists, scheme_json):
    sites = {"plain.example": plain, "fancy.example": fancy, "lists.example": lists}
    verdicts = {v.site: v for v in Synthesis().verdicts([scheme_from_json(scheme_json)], sites)}
    one, many = verdicts["fancy.example"].scheme, verdicts["lists.example"].scheme
    assert items_a_page(one, [parse(each) for each in fancy]) == 1
    assert items_a_page(many, [parse(each) for each in lists]) == 10
    assert not one.container
    assert many.container


def test_two_attributes_never_share_a_place():
    same = (".//b",)
    scheme = Scheme(
        site="x.example",
        attributes=(
            AttributeRule(name="sku", xpaths=same, confidence=0.3),
            AttributeRule(name="price", xpaths=same, confidence=0.9),
        ),
    )
    left, why = distinct_places(scheme)
    assert left.names == ("price",)
    assert why == {"sku": "its likeliest place is that of price"}
    assert distinct_places(scheme, frozenset({("sku", "price")})) == (scheme, {})


def test_the_better_of_several_patterns_is_kept(fancy, lists):
    documents = [parse(each) for each in fancy]
    lists = [parse(page("fancy.example", f"list/{n}", "<p>none")) for n in range(20)]
    rule = AttributeRule(name="title", xpaths=("//h2",))
    wrong = Scheme(site="fancy.example", attributes=(rule,), url_pattern="/list/")
    pattern = item_pattern(wrong, documents, [*documents, *lists])
    assert all(accepts(pattern, each.page.url) for each in documents)
    assert not any(accepts(pattern, each.page.url) for each in lists)
