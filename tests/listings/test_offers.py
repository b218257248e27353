import pytest

from specdex.demo import build
from specdex.html import parse
from specdex.listings import OffersReader
from specdex.records import Listing, Page, from_json, listing_line, to_json


@pytest.fixture(scope="module")
def read():
    return OffersReader().read


def names(listing):
    return [record.name for record in listing.offers]


def test_a_grid_gives_one_record_for_each_card(shop, read):
    listing = read(shop.document(f'<div class="grid">{shop.cards(12)}</div>'))
    assert names(listing) == [shop.name(n) for n in range(12)]
    assert [record.url for record in listing.offers] == [f"/p/{n}" for n in range(12)]
    assert [record.price for record in listing.offers] == [f"${10 + n}.99" for n in range(12)]
    assert [record.image for record in listing.offers] == [f"/img/{n}.jpg" for n in range(12)]


def test_a_record_says_where_it_stands(shop, read):
    document = shop.document(f'<div class="grid">{shop.cards(8)}</div>')
    listing = read(document)
    assert listing.offers[0].xpath == "/html/body/main/div/div[1]"
    assert [shelf.xpath for shelf in listing.shelves] == ["/html/body/main/div"]
    assert listing.shelves[0].records == 8


def test_rows_of_several_records_are_split_into_records(shop, read):
    rows = "".join(f'<div class="row">{shop.cards(4, first=row * 4)}</div>' for row in range(3))
    listing = read(
        shop.document(f'<div class="grid">{rows}<div class="row">{shop.card(12)}</div></div>')
    )
    assert names(listing) == [shop.name(n) for n in range(13)]


def test_a_table_with_cells_of_records_is_split_into_cells(shop, read):
    rows = "".join(
        f"<tr>{''.join(f'<td>{shop.card(n)}</td>' for n in range(row * 3, row * 3 + 3))}</tr>"
        for row in range(4)
    )
    listing = read(shop.document(f"<table>{rows}</table>"))
    assert names(listing) == [shop.name(n) for n in range(12)]


def test_several_siblings_make_one_record(shop, read):
    parts = "".join(
        f'<dt class="product"><a href="/p/{n}"><img src="/img/{n}.jpg" alt="">{shop.name(n)}</a>'
        "</dt>"
        f'<dd class="cost">{20 + n},50 €</dd>'
        for n in range(10)
    )
    listing = read(shop.document(f'<dl class="products">{parts}</dl>'))
    assert names(listing) == [shop.name(n) for n in range(10)]
    assert [record.price for record in listing.offers] == [f"{20 + n},50 €" for n in range(10)]
    assert listing.offers[0].rest == ("/html/body/main/dl/dd[1]",)
    assert {record.currency for record in listing.offers} == {"EUR"}


def test_an_advert_among_the_cards_is_no_record(shop, read):
    advert = (
        '<div class="product-card"><a href="/deal"><img src="/banner.jpg" alt=""></a>'
        "<p>Free delivery this week, see our conditions</p></div>"
    )
    body = shop.cards(6) + advert + shop.cards(6, first=6)
    listing = read(shop.document(f'<div class="grid">{body}</div>'))
    assert names(listing) == [shop.name(n) for n in range(12)]


def test_a_sold_out_card_without_a_price_is_a_record(shop, read):
    sold = shop.card(6, price='<span class="price">Sold out</span>', css="product-card sold")
    body = shop.cards(6) + sold + shop.cards(5, first=7)
    listing = read(shop.document(f'<div class="grid">{body}</div>'))
    assert names(listing) == [shop.name(n) for n in range(12)]
    assert listing.offers[6].price == ""


def test_a_card_with_another_class_but_the_same_inside_is_a_record(shop, read):
    body = shop.cards(6) + shop.card(6, css="sponsored") + shop.cards(5, first=7)
    listing = read(shop.document(f'<div class="grid">{body}</div>'))
    assert names(listing) == [shop.name(n) for n in range(12)]


def test_a_lazy_picture_is_found(shop, read):
    def lazy(n):
        return f'<img src="/loading.gif" data-src="/img/{n}.jpg" alt="">'

    body = "".join(shop.card(n, image=lazy(n)) for n in range(10))
    listing = read(shop.document(f'<div class="grid">{body}</div>'))
    assert [record.image for record in listing.offers] == [f"/img/{n}.jpg" for n in range(10)]


def test_a_picture_without_scripts_is_found(shop, read):
    def lazy(n):
        return (
            '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="">'
            f'<noscript><img src="/img/{n}.jpg"></noscript>'
        )

    body = "".join(shop.card(n, image=lazy(n)) for n in range(10))
    listing = read(shop.document(f'<div class="grid">{body}</div>'))
    assert [record.image for record in listing.offers] == [f"/img/{n}.jpg" for n in range(10)]


@pytest.mark.parametrize(
    "cost",
    [
        '<p class="cost"><del>€ 99,00</del> <b>€ 79,00</b></p>',
        '<p class="cost"><span class="old-price">€ 99,00</span> <span>€ 79,00</span></p>',
        '<p class="cost"><span>€ 99,00</span> <span>€ 79,00</span></p>',
        '<p class="cost"><span>€ 79,00</span> <span class="was">€ 99,00</span></p>',
    ],
)
def test_the_old_price_is_kept_apart(shop, read, cost):
    listing = read(shop.document(f'<div class="grid">{shop.cards(10, price=cost)}</div>'))
    assert {record.price for record in listing.offers} == {"€ 79,00"}
    assert {record.old_price for record in listing.offers} == {"€ 99,00"}
    assert {record.currency for record in listing.offers} == {"EUR"}


def test_shipping_and_savings_are_no_price(shop, read):
    cost = '<p><span class="amount">£40.00</span></p><p>+ £3.99 postage</p><p>Save £5.00</p>'
    listing = read(shop.document(f'<div class="grid">{shop.cards(10, price=cost)}</div>'))
    assert {record.price for record in listing.offers} == {"£40.00"}


def test_a_price_set_in_pieces_is_read_whole(shop, read):
    cost = '<p class="price">$<strong>24</strong><sup>.99</sup></p>'
    listing = read(shop.document(f'<div class="grid">{shop.cards(10, price=cost)}</div>'))
    assert {record.price for record in listing.offers} == {"$24.99"}


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        ("$149<sup>99</sup>", "$149.99"),
        ("<span>$149</span><span class='cents'>99</span>", "$149.99"),
        ("<del>$200</del><span>$149</span><sup>99</sup>", "$149.99"),
        ("<span>1.149</span><sup>99</sup><span>€</span>", "1.149,99€"),
        ("<span>149</span><span><span>99</span><span>zł</span></span>", "149.99zł"),
        ("$149 <sup>99</sup>", "$149.99"),
        ("<span>149</span><sup>99</sup>", "149.99"),
        ("$149<sup>1</sup>", "$149"),
        ("$149.90<i>24</i>", "$149.90"),
        ("$149<sup>99</sup> ea", "$149.99"),
        ("$149<i>24</i> <u>reviews</u>", "$149"),
        ("$149<sup>99</sup> - $199<sup>50</sup>", "$149.99 - $199.50"),
        ("<b>$149.99</b> / Square meter", "$149.99 / Square meter"),
        ("<b>$149.99</b> / 100 g", "$149.99"),
    ],
)
def test_cents_in_an_element_of_their_own_are_cents(shop, read, cost, said):
    offers = read(shop.document(shop.cards(9, price=f'<div class="price">{cost}</div>'))).offers
    assert [offer.price for offer in offers] == [said] * 9


def test_the_lowest_of_several_prices_keeps_its_word(shop, read):
    cost = '<p class="price">from $24.99</p>'
    listing = read(shop.document(f'<div class="grid">{shop.cards(10, price=cost)}</div>'))
    assert {record.price for record in listing.offers} == {"from $24.99"}


def test_rating_counts_are_read_where_shown(shop, read):
    stars = '<p class="rating"><span class="rating-count">(42)</span></p>'
    listing = read(shop.document(f'<div class="grid">{shop.cards(10, extra=stars)}</div>'))
    assert {record.rating_count for record in listing.offers} == {"42"}


def test_shelves_built_alike_are_one_listing(shop, read):
    body = "".join(
        f'<section class="shelf"><h2>Shelf {s}</h2>'
        f'<div class="grid">{shop.cards(8 + s, first=20 * s)}</div></section>'
        for s in range(3)
    )
    listing = read(shop.document(body))
    assert len(listing.offers) == 8 + 9 + 10
    assert sum(shelf.records for shelf in listing.shelves) == len(listing.offers)


def test_a_product_page_with_related_products_is_silent(shop, read):
    body = (
        '<div class="detail"><img src="/big.jpg" alt=""><p class="price">$249.00</p>'
        '<form><input name="quantity" value="1"><button>Add to cart</button></form>'
        f"<p>{'A fine kettle made of steel, with a handle that stays cool. ' * 20}</p></div>"
        f'<div class="related"><h2>Related</h2>{shop.cards(3, first=4)}</div>'
    )
    head = (
        '<meta property="og:type" content="product">'
        '<script type="application/ld+json">{"@type": "Product", "name": "Kettle"}</script>'
    )
    document = shop.document(body, head=head, url="http://shop.example/p/1", title=shop.name(1))
    listing = read(document)
    assert listing.offers == ()
    assert listing.reason


def test_an_article_is_silent(shop, read):
    text = "".join(f"<p>{'Water boils at a hundred degrees. ' * 12}</p>" for _ in range(8))
    listing = read(shop.document(f"<article>{text}</article>"))
    assert listing.offers == ()
    assert listing.reason


def test_a_list_of_articles_is_silent(shop, read):
    posts = "".join(
        f'<article class="post"><a href="/2024/{n}"><img src="/i/{n}.jpg" alt=""></a>'
        f'<h2><a href="/2024/{n}">'
        f"How to descale your kettle, part {n}</a></h2><time>12 May 2024</time>"
        f"<p>{'Some words about water and lime. ' * 6}</p></article>"
        for n in range(10)
    )
    listing = read(shop.document(posts, title="Magazine"))
    assert listing.offers == ()


@pytest.mark.parametrize("markup", ["", "<p>", "<html></html>", "<a href=x>y</a>"])
def test_a_page_with_nothing_on_it_says_why_it_is_silent(document_of, read, markup):
    listing = read(document_of(markup))
    assert listing.offers == ()
    assert listing.reason


def test_no_language_is_needed(shop, read):
    cost = '<span class="preis">1 299,00 Kč</span>'
    listing = read(shop.document(f'<div class="vyrobky">{shop.cards(10, price=cost)}</div>'))
    assert {record.price for record in listing.offers} == {"1 299,00 Kč"}
    assert {record.currency for record in listing.offers} == {"CZK"}


def test_the_same_page_gives_the_same_answer_twice(shop, read):
    document = shop.document(f'<div class="grid">{shop.cards(12)}</div>')
    assert read(document) == read(document)


def test_the_line_has_the_scorers_shape(shop, read):
    line = listing_line(read(shop.document(f'<div class="grid">{shop.cards(6)}</div>')))
    assert set(line) >= {"id", "url", "site", "records", "regions"}
    assert set(line["records"][0]) >= {"xpath", "name", "url", "price", "image"}
    assert line["regions"][0]["records"] == 6


def test_offers_are_what_the_house_knows(shop, read):
    listing = read(shop.document(f'<div class="grid">{shop.cards(6)}</div>'))
    assert [offer.url for offer in listing.offers] == [f"/p/{n}" for n in range(6)]


def test_the_demo_shops_lists_are_read_in_full(read):
    web = build()
    truth = web.truth()["sites"]
    for host, site in truth.items():
        if site["kind"] != "shop":
            continue
        products = {url for urls in site["products"].values() for url in urls}
        url = next(urls[0] for urls in site["index"].values() if urls)
        listing = read(parse(Page(url=url, body=web.answer(url).body, encoding="utf-8")))
        found = {f"http://{host}{record.url}" for record in listing.offers}
        assert found, f"{url}: {listing.reason}"
        assert found <= products, url
        assert all(record.name and record.price and record.image for record in listing.offers), url


def test_a_listing_survives_json(shop, read):
    listing = read(shop.document(f'<div class="grid">{shop.cards(5)}</div>'))
    assert from_json(Listing, to_json(listing)) == listing


def test_stripes_are_one_list(shop, read):
    cards = shop.cards(10).split('<div class="product-card"')
    striped = "".join(
        f'<div class="row-{("odd", "even")[n % 2]}"{card}' for n, card in enumerate(cards[1:])
    )
    assert names(read(shop.document(f'<div class="grid">{striped}</div>'))) == [
        shop.name(n) for n in range(10)
    ]


def test_rows_striped_in_two_colours_are_one_list(shop, read):
    rows = "".join(
        f"<tr>{shop.cards(3, first=3 * row, tag='td', css=('cell', 'other cell-2')[row % 2])}</tr>"
        for row in range(4)
    )
    side = "".join(
        f'<div class="top"><a href="/t/{n}"><img src="/t{n}.jpg">No {n}</a> <b>${n}.50</b></div>'
        for n in range(1, 8)
    )
    listing = read(shop.document(f"<table>{rows}</table><div>{side}</div>"))
    assert [offer.name for offer in listing.offers] == [shop.name(n) for n in range(12)]


def test_a_banner_in_a_row_leaves_the_rows_one_grid(shop, read):
    banner = '<div class="promo"><a href="/sale"><img src="/sale.jpg"></a></div>'
    rows = "".join(
        f'<div class="row">{shop.cards(3, first=row * 3)}{banner}</div>' for row in range(3)
    )
    full = f'<div class="row">{shop.cards(4, first=9)}</div>'
    listing = read(shop.document(f'<div class="grid">{rows}{full}</div>'))
    assert names(listing) == [shop.name(n) for n in range(13)]


def test_a_variant_beside_the_name_is_not_the_address(shop, read):
    cards = "".join(
        f'<div class="tile"><a class="over" href="/p/{n}"></a><a class="dot" href="/p/{n}?v=1">'
        f'<img src="/dot.png"></a><p class="head">{shop.name(n)}</p><p>{n + 3} €</p></div>'
        for n in range(9)
    )
    listing = read(shop.document(f"<div>{cards}</div>"))
    assert [record.url for record in listing.offers] == [f"/p/{n}" for n in range(9)]


def cards_with(shop, price):
    return "".join(
        shop.card(
            n, price=price.format(now=f"{n + 41},00 €", part=f"{n + 3},95 €", old=f"{n + 90} €")
        )
        for n in range(9)
    )


@pytest.mark.parametrize(
    "price",
    [
        '<b class="regular-price">{now}</b><i>or 10 parts of {part} each</i>',
        '<b class="price">{now}</b><i>or 10 parts of {part} each</i>',
        '<i>or 10 parts of {part} each</i><br><b class="price">{now}</b>',
        '<div class="price-and-shipping"><b>{now}</b></div><i>10 x {part} a month</i>',
        '<div class="price price--rrp">{old}</div><div class="price price--own">{now}</div>',
        "<p><span>De</span> <s>{old}</s></p><p>{now}</p>",
    ],
)
def test_the_price_is_what_the_product_costs_now(shop, read, price):
    listing = read(shop.document(f'<div class="grid">{cards_with(shop, price)}</div>'))
    assert [record.price for record in listing.offers] == [f"{n + 41},00 €" for n in range(9)]


@pytest.mark.parametrize(
    ("word", "said"), [("ab", "ab "), ("De", ""), ("A partir de", "A partir de ")]
)
def test_only_words_for_the_lowest_price_belong_to_it(shop, read, word, said):
    cards = "".join(shop.card(n, price=f"<b>{word} {n + 5},90 €</b>") for n in range(9))
    listing = read(shop.document(f'<div class="grid">{cards}</div>'))
    assert [record.price for record in listing.offers] == [f"{said}{n + 5},90 €" for n in range(9)]


def test_a_picture_behind_the_card_is_its_own_where_all_others_are_the_same(shop, read):
    dots = '<a class="dot" href="#"><img src="/dots/sand.png"></a>'
    cards = "".join(
        shop.card(n, image=f'<span style="background-image: url(/img/{n}.jpg)"></span>', extra=dots)
        for n in range(9)
    )
    listing = read(shop.document(f'<div class="grid">{cards}</div>'))
    assert [record.image for record in listing.offers] == [f"/img/{n}.jpg" for n in range(9)]
