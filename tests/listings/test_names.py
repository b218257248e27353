import pytest

from specdex.listings import OffersReader
from specdex.listings.name_slots import name_slots
from specdex.listings.names import names
from specdex.listings.outlines import Outline
from specdex.listings.view import View

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


def named(document_of, *cards):
    """The names of the records that *cards* are, one list of which nobody knows what it is."""
    listed = "".join(f"<li>{card}</li>" for card in cards)
    view = View(document_of(f"<html><body><h1>All</h1><ul>{listed}</ul></body></html>"))
    outline = Outline(view, [(node,) for node in view.document.nodes_of("li")])
    return tuple(names(outline, name_slots(outline)))


def filled(card):
    """A card for each name, without a price."""
    slugs = (name.lower().replace(" ", "-") for name in NAMES)
    pairs = enumerate(zip(NAMES, slugs, strict=True), 1)
    return (card.format(n=n, name=name, slug=slug) for n, (name, slug) in pairs)


@pytest.mark.parametrize(
    "card",
    [
        LINK + "<div><h5>{name}</h5><p>Nice and kind {n}</p><a href='/p/{n}'>Shop now</a></div>",
        LINK + "<div><div>{n}81-4</div><a href='/p/{n}'>{name}</a><div>from</div></div>",
        "<a href='/p/{n}'><img src='/{n}.jpg'><div>{name}</div><div>Red Blue Green {n}</div></a>",
        LINK + "<div><a href='/p/{n}'>{name}</a></div><div>" + "For all of you. " * 9 + "{n}</div>",
    ],
)
def test_what_takes_more_lines_than_the_name_or_describes_it_is_none(document_of, card):
    assert named(document_of, *filled(card)) == NAMES


@pytest.mark.parametrize(
    "card",
    [
        '<a href="/p/{slug}"><img src="/{n}.jpg" alt="{name}"></a><p>Maker {n} of York</p>',
        '<a href="/p/{slug}" title="{name}"><img src="/{n}.jpg"></a><p>4.{n} of 5 ({n}3)</p>',
        '<a href="/p/{slug}" aria-label="{name}"><img alt="A1" src="/"></a><p>by Ann {n}</p>',
    ],
)
def test_names_that_only_pictures_or_links_tell_stand_above_lines_of_others(document_of, card):
    assert named(document_of, *filled(card)) == NAMES


@pytest.mark.parametrize("way", ["link", "title"])
def test_a_side_link_that_says_what_its_own_text_does_tells_no_name(document_of, way):
    sellers = ("Happy Home Shop", "Mike Outlet Store", "Shenzhen Sunny Co Ltd", "Zed Trading Inc")
    slugs = [each.lower().replace(" ", "-") for each in sellers]
    told = [
        f'<a href="/store/{slug}">{seller}</a>'
        if way == "link"
        else f'<a href="/store?id={len(slug)}" title="{seller}">{seller}</a>'
        for seller, slug in zip(sellers, slugs, strict=True)
    ]
    cards = filled(f'{LINK}<a href="/p/{{n}}">{{name}}</a><p>by')
    listed = (f"{card} {told[n % 4]}</p>" for n, card in enumerate(cards))
    assert named(document_of, *listed) == NAMES


@pytest.mark.parametrize("tag", ["a href='/p/{n}'", "h4", "span class='t'", "p", "div"])
def test_a_name_may_take_two_lines(document_of, tag):
    end = tag.split()[0]
    card = f"{LINK}<div><{tag}>{{name}}<br><small>in size {{n}}</small></{end}><p>News</p></div>"
    expected = tuple(f"{name} in size {n}" for n, name in enumerate(NAMES, 1))
    assert named(document_of, *filled(card)) == expected


def test_of_two_texts_in_the_slot_of_names_the_badge_is_none(document_of):
    cards = list(filled('<a href="/p/{n}"><img src="/{n}.jpg" alt="{name}"></a><b>{name}</b>'))
    cards[2] = cards[2].replace("<b>", "<b>New</b><b>")
    assert named(document_of, *cards) == NAMES


def test_a_line_like_the_name_behind_it_is_none(document_of):
    cards = list(filled(f"{LINK}<p>{{name}}</p>"))
    cards[3] += "<p>With many good parts and pieces</p>"
    assert named(document_of, *cards) == NAMES


def test_a_picture_that_says_more_than_a_short_name_does_not_replace_it(document_of):
    alt = "{name} bookcase, white and tall, number {n}"
    card = f'<a href="/p/{{n}}"><img src="/{{n}}.jpg" alt="{alt}"><div>{{name}}</div></a>'
    cards = [each.replace("Kettle", "Mug").replace("Radio", "Mug") for each in filled(card)]
    expected = tuple("Mug" if name in {"Kettle", "Radio"} else name for name in NAMES)
    assert named(document_of, *cards) == expected


def test_a_line_that_only_some_show_before_the_name_is_not_taken_for_it(document_of):
    cards = list(filled('<a href="/p/{n}"><img src="/{n}.jpg" alt="{name}"><div>{name}</div></a>'))
    hasty = [card.replace("<div>", "<div>While they last</div><div>", 1) for card in cards[5:]]
    assert named(document_of, *cards[:5], *hasty) == NAMES
