import pytest

from specdex.listings import OffersReader

NAMES = ("Kettle", "Blue lamp XL", "Radio", "Tripod 3", "Chair", "Desk 120", "Speaker", "Mug")
LINK = '<a href="/p/{n}"><img src="/{n}.jpg"></a>'


@pytest.mark.parametrize(
    "card",
    [
        LINK
        + '<a href="/p/{n}#r">4.{n} out of 5 stars ({n}2 reviews)</a><a href="/p/{n}">{name}</a>',
        LINK + '<a href="/b/{n}">Brand</a><a href="/p/{n}">{name}</a><button>Buy</button>',
        '<a href="/p/{n}"><img src="/{n}.jpg" alt="{name}"></a>',
        '<a href="/p/{n}" title="{name}"><img src="/{n}.jpg"></a>',
        LINK + "<em>New</em><div>{name}</div>",
        LINK + "<em>Sale -{n}8%</em><div>{name}</div>",
        LINK + "<span>{n} in stock, order soon please</span><b>{name}</b>",
        LINK + '<a href="/p/{n}">{name} <span>already viewed</span></a>',
        LINK + '<p>{name}</p><a class="btn" href="/cart/{n}">Add to cart</a>',
    ],
)
def test_the_name_is_no_rating_badge_or_button_and_never_empty(document_of, card):
    cards = "".join(
        f'<div class="c">{card.format(n=n, name=name)}<i>${n}2.99</i></div>'
        for n, name in enumerate(NAMES, 1)
    )
    document = document_of(f"<html><body><h1>All</h1><div>{cards}</div></body></html>")
    offers = OffersReader(least=0.0).read(document).offers
    assert tuple(each.name for each in offers) == NAMES


def test_the_price_of_a_measure_is_not_the_products(document_of):
    cards = "".join(
        f'<li><a href="/p/{n}"><img src="/{n}.jpg">{name}</a><p>{n},50 € / 100 ml</p>'
        f"<p>{n}2,99 €</p></li>"
        for n, name in enumerate(NAMES, 1)
    )
    document = document_of(f"<html><body><h1>All</h1><ul>{cards}</ul></body></html>")
    offers = OffersReader(least=0.0).read(document).offers
    assert [each.price for each in offers] == [f"{n}2,99 €" for n in range(1, 9)]


def test_what_stands_around_an_element_called_a_name_is_not_the_name(shop):
    cards = "".join(
        f'<li class="card"><img src="/{n}.jpg"><div class="info"><span class="card-title">Lamp {n}'
        f"</span><p>Of walnut, to read by, number {n * 7}</p><a href='/p/{n}'>Shop now</a></div>"
        f"<b>$ {n + 5}.99</b></li>"
        for n in range(9)
    )
    listing = OffersReader().read(shop.document(f"<ul class='grid'>{cards}</ul>"))
    assert [offer.name for offer in listing.offers] == [f"Lamp {n}" for n in range(9)]


def test_a_link_called_a_name_may_be_a_number(document_of):
    card = (
        '<li class="card"><form><div><a href="/p/{0}"><img src="/{0}.jpg" alt=""></a></div><div>'
        '<a class="name" href="/p/{0}">0996-{0}</a></div><div class="qt">\u2013 <input> +</div>'
        '<div class="price">{0} zł</div></form></li>'
    )
    cards = "".join(card.format(n) for n in range(20, 32))
    document = document_of(f"<html><body><h1>Bags</h1><ul>{cards}</ul></body></html>")
    found = [offer.name for offer in OffersReader().read(document).offers]
    assert found == [f"0996-{n}" for n in range(20, 32)]


def test_of_maker_and_name_that_the_picture_says_the_name_is_the_name(document_of):
    card = (
        '<li><a href="/p/{0}"><img src="/{0}.jpg" alt="{1} {2} backpack"><p>{1}</p>'
        "<p>{2} backpack</p><p>${0}0</p></a></li>"
    )
    makers = ("Marc and sons of York", "Kane & Co", "Versus", "Atelier de la rue", "Ito", "North")
    goods = ("Blue velvet", "Black patent and mesh", "Purple printed nylon", "Leather trimmed")
    cards = [(n, makers[n % 6], goods[n % 4]) for n in range(10, 22)]
    listed = "".join(card.format(*each) for each in cards)
    document = document_of(f"<html><body><h1>Bags</h1><ul>{listed}</ul></body></html>")
    found = [offer.name for offer in OffersReader().read(document).offers]
    assert found == [f"{name} backpack" for _, _, name in cards]


def test_a_name_at_the_end_of_what_is_looked_at_of_a_record_is_found(document_of):
    """Of 600 elements that is the last: what it holds is looked at no more."""
    empty = LINK.format(n=1) + "<i></i>" * 595
    cards = "".join(
        f'<div class="c">{empty}<b>${n}2.99</b><div><b>{name}</b></div></div>'
        for n, name in enumerate(NAMES, 1)
    )
    document = document_of(f"<html><body><h1>All</h1><div>{cards}</div></body></html>")
    offers = OffersReader(least=0.0).read(document).offers
    assert tuple(each.name for each in offers) == NAMES
