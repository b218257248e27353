from hypothesis import given
from hypothesis import strategies as st

from specdex.listings import OffersReader
from specdex.listings.view import View, unnested


def card(n):
    return (
        f'<a href="/p/{n}"><img src="/{n}.jpg"></a><h3><a href="/p/{n}">Lamp model {n}</a></h3>'
        f'<span class="price">${n}9.99</span>'
    )


def page(cards, frame="ul"):
    return (
        f"<html><body><h1>Lamps</h1><{frame} class='products'>{cards}</{frame}>"
        "<ul><li><a href='?page=2'>2</a></li></ul></body></html>"
    )


@given(count=st.integers(2, 12))
def test_items_that_are_not_ended_stand_beside_each_other(document_of, count):
    cards = "".join(f"<li class='card'><div class='body'>{card(n)}" for n in range(1, count + 1))
    document = document_of(page(cards))
    shown = unnested(document)
    items = [node for node in shown.places_of("li") if shown.attribute(node, "class") == "card"]
    assert len({shown.parent[node] for node in items}) == 1
    for n, node in enumerate(items[:-1], 1):
        assert shown.text_of(node).split() == ["Lamp", "model", str(n), f"${n}9.99"]
        assert shown.end[node] == items[n]
    assert all(shown.xpath(node) == document.xpath(node) for node in items)


def test_records_in_each_other_are_found_and_named_by_elements_of_their_own(document_of):
    cards = "".join(f"<article class='card'><div>{card(n)}</div>" for n in range(1, 9))
    document = document_of(page(cards, "section"))
    offers = OffersReader(least=0.0).read(document).offers
    assert [each.name for each in offers] == [f"Lamp model {n}" for n in range(1, 9)]
    assert [each.price for each in offers] == [f"${n}9.99" for n in range(1, 9)]
    for n, each in enumerate(offers, 1):
        assert document.text_of(document.find(each.xpath)).split()[:3] == ["Lamp", "model", str(n)]
        assert len(document.text_of(document.find(each.xpath)).split()) <= len("four") or n == 8


def test_lists_in_lists_and_replies_to_articles_stay(document_of):
    menu = "<ul><li>A<ul><li>B</li></ul></li></ul>"
    replies = "<article>A<article>B</article><p>more</p></article>"
    document = document_of(f"<html><body>{menu}{replies}</body></html>")
    assert unnested(document) is document


def test_a_record_is_one_element_where_nothing_nests(document_of):
    document = document_of("<html><body><ul><li>A</li><li>B</li></ul></body></html>")
    node = document.places_of("li")[0]
    assert View(document).parts(node) == [node]


def test_a_second_body_loses_nothing(document_of):
    cards = "".join(f"<li class='card'>{card(n)}</li>" for n in range(1, 9))
    first = "<html><head><title>x</title></head><body><p>Banner</p>"
    offers = OffersReader(least=0.0).read(document_of(first + page(cards))).offers
    assert [each.name for each in offers] == [f"Lamp model {n}" for n in range(1, 9)]


def test_deep_nesting_takes_no_longer_than_it_is(document_of):
    cards = "".join(f"<li class='card'><p>{n}<div><span>" for n in range(3000))
    assert len(unnested(document_of(page(cards))))
