"""The fields of the main product, from all that a page says of it."""
# ruff: noqa: RUF001 - letters of other scripts look like Latin ones, and are meant

import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.extraction.fields import FIELDS, FieldReader
from specdex.html import parse
from specdex.records import Page, Pair


def jsonld(**product):
    data = {"@context": "https://schema.org", "@type": "Product", **product}
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


VISIBLE = """
<html lang="de"><head><title>Nordlicht Tischlampe Fjord | Laden</title>
<link rel="canonical" href="https://www.laden.example/p/lampe-4711.html"></head><body>
<nav class="breadcrumbs"><a href="/">Startseite</a>
<a href="/l">Lampen</a> <a href="/t">Tischlampen</a></nav>
<main><h1>Nordlicht Tischlampe Fjord</h1>
<p>Art.-Nr.: LA-4711</p>
<p>Marke: Nordlicht</p>
<div class="price-box"><del>49,90 €</del> <span class="price">39,90 €</span></div>
<p>inkl. MwSt., zzgl. Versand 4,95 €</p>
<p>Sofort lieferbar</p>
<button>In den Warenkorb</button>
<p>EAN: 4006381333931</p>
</main>
<section><h2>Ähnliche Produkte</h2>
<ul><li><a href="/a">Birne <span class="price">3,00 €</span></a></li>
<li><a href="/b">Kabel <span class="price">5,00 €</span></a></li></ul></section>
</body></html>
"""


def test_a_page_without_markup_is_read_from_what_it_shows(values):
    assert values(VISIBLE) == {
        "name": "Nordlicht Tischlampe Fjord",
        "brand": "Nordlicht",
        "price": "39.90",
        "currency": "EUR",
        "availability": "InStock",
        "sku": "LA-4711",
        "gtin": "4006381333931",
        "gtin_kind": "gtin13",
        "breadcrumbs": "Lampen > Tischlampen",
    }


def test_fields_come_in_a_fixed_order_and_each_once(document):
    names = [field.name for field in FieldReader().read(document(VISIBLE))]
    assert names == [name for name in FIELDS if name in names]


def test_the_reader_is_a_value(document):
    reader = pickle.loads(pickle.dumps(FieldReader(threshold=0.5)))
    assert reader == FieldReader(threshold=0.5)
    page = document(VISIBLE)
    assert reader.read(page) == reader.read(page)


def test_markup_alone_is_enough(values):
    found = values(
        jsonld(
            name="Lampe",
            brand="Nordlicht",
            sku="4711",
            mpn="NL-1",
            gtin13="4006381333931",
            image="/l.jpg",
            description="Leuchtet.",
            offers={"price": "39,90", "priceCurrency": "EUR", "availability": "SoldOut"},
        )
        + "<h1>Lampe</h1>"
    )
    assert found == {
        "name": "Lampe",
        "brand": "Nordlicht",
        "price": "39.90",
        "currency": "EUR",
        "availability": "OutOfStock",
        "sku": "4711",
        "mpn": "NL-1",
        "gtin": "4006381333931",
        "gtin_kind": "gtin13",
        "image": "/l.jpg",
        "description": "Leuchtet.",
    }


SHOPS = """
en    | Product code: AB-12 | Brand: Acme     | £12.50         | In stock   | Add to basket | GBP
fr    | Référence : AB-12   | Marque : Acme   | 12,50 €       | En stock   | Ajouter au panier | EUR
es    | Código: AB-12       | Marca: Acme     | 12,50 €       | Disponible | Añadir al carrito | EUR
pl    | Kod produktu: AB-12 | Marka: Acme     | 12,50 zł       | Na stanie  | Dodaj do koszyka | PLN
cs    | Kód zboží: AB-12    | Značka: Acme    | 12,50 Kč       | Skladem    | Do košíku | CZK
sv    | Artikelnr: AB-12    | Varumärke: Acme | 12,50 kr       | I lager    | Köp | SEK
ru    | Артикул: AB-12      | Бренд: Acme     | 12,50 ₽        | В наличии  | В корзину | RUB
ro    | Cod produs: AB-12   | Brand: Acme     | 12<sup>50</sup> Lei | În stoc | Adauga in cos | RON
el    | Κωδικός: AB-12      | Μάρκα: Acme     | 12,50 €        | Διαθέσιμο  | Στο καλάθι | EUR
zh-TW | 商品編號：AB-12      | 品牌：Acme       | NT$12.50       | 現貨       | 加入購物車 | TWD
"""


@pytest.mark.parametrize("shop", SHOPS.strip().splitlines())
def test_shops_of_many_languages_are_read(values, shop):
    language, sku, brand, price, stock, button, currency = (x.strip() for x in shop.split("|"))
    found = values(
        f'<html lang="{language}"><body><h1>Fjord 300</h1><p>{sku}</p><p>{brand}</p>'
        f'<p class="price">{price}</p><p>{stock}</p><button>{button}</button></body></html>'
    )
    assert found == {
        "name": "Fjord 300",
        "brand": "Acme",
        "price": "12.50",
        "currency": currency,
        "availability": "InStock",
        "sku": "AB-12",
    }


@pytest.mark.parametrize(
    ("box", "price"),
    [
        ("<s>49,90 €</s> <b>39,90 €</b>", "39.90"),
        ('<span class="old-price">49,90 €</span> <span>39,90 €</span>', "39.90"),
        ("<p>49,90 €</p><p>39,90 €</p>", "39.90"),
        ("<p>UVP: 49,90 €</p><p>39,90 €</p><p>Sie sparen: 10,00 €</p>", "39.90"),
        ("<p>$49.90</p><p>$39.90</p><p>$10.00</p>", "39.90"),
        ("<p>39,90 € (13,30 € / 100 g)</p>", "39.90"),
        ("<p>39,90 €</p><p>oder 12 Raten zu 3,50 € im Monat</p>", "39.90"),
        ("<p>$1,299.00 + $20.00 shipping</p>", "1299.00"),
        ("<p>1.299,00 €</p>", "1299.00"),
        ("<p>24 990 Ft</p>", "24990.00"),
        ("<p>EUR 39.90</p>", "39.90"),
    ],
)
def test_the_price_is_told_from_other_amounts(values, box, price):
    found = values(
        f'<html lang="hu"><h1>Lampe</h1><div>{box}</div><button>Add to cart</button>'
        "<p>SKU: 12345</p>"
    )
    assert found["price"] == price


def test_what_the_page_shows_beats_a_stale_markup_price(values):
    found = values(
        jsonld(name="Fjord 300", offers={"price": "219.99", "priceCurrency": "EUR"})
        + '<h1>Fjord 300</h1><p class="price"><del>219,99 €</del> <b>110,00 €</b></p>'
        "<button>Buy now</button>"
    )
    assert found["price"] == "110.00"


def test_a_price_before_tax_or_for_shipping_is_not_taken(values):
    found = values(
        "<h1>Lampe</h1><p>Versand: 4,95 €</p><p class='price'>39,90 €</p><p>netto 33,53 €</p>"
        "<button>Kaufen</button>"
    )
    assert found["price"] == "39.90"


OTHERS = "".join(
    f"""<div itemscope itemtype="http://schema.org/Product"><meta itemprop="name" content="{name}">
    <div itemprop="offers" itemscope itemtype="http://schema.org/Offer">
    <meta itemprop="price" content="{price}"></div></div>"""
    for name, price in (("Birne Sol", "3.00"), ("Kabel Rot", "5.00"), ("Stecker", "7.00"))
)
RELATED = f"""
<h1>Nordlicht Fjord</h1><p class="price">39,90 €</p><button>In den Warenkorb</button>
<div>{OTHERS}</div>
"""


def test_related_products_with_markup_are_not_the_main_one(values):
    found = values(f"<title>Nordlicht Fjord | Laden</title>{RELATED}")
    assert found["name"] == "Nordlicht Fjord"
    assert found["price"] == "39.90"


def test_the_marked_up_product_that_is_called_like_the_page_is_the_main_one(values):
    main = (
        '<div itemscope itemtype="http://schema.org/Product">'
        '<h1 itemprop="name">Nordlicht Fjord</h1>'
        '<meta itemprop="sku" content="4711"></div>'
    )
    found = values(f"<title>Nordlicht Fjord | Laden</title>{RELATED}{main}")
    assert found["sku"] == "4711"


def test_variants_that_differ_in_their_numbers_do_not_give_the_product_one(values):
    variants = "".join(
        jsonld(
            name="Kleid",
            brand="Acme",
            sku=f"K-{size}",
            offers={"price": 20, "priceCurrency": "EUR", "availability": stock},
        )
        for size, stock in (("S", "OutOfStock"), ("M", "InStock"), ("L", "OutOfStock"))
    )
    found = values(f"{variants}<title>Kleid</title><h1>Kleid</h1>")
    assert "sku" not in found
    assert found["availability"] == "InStock"
    assert found["price"] == "20.00"


def test_a_group_takes_its_price_and_stock_from_its_variants(values):
    variants = [
        {"@type": "Product", "name": f"Kleid {size}", "sku": f"K-{size}", "offers": offer}
        for size, offer in (
            ("S", {"price": 25, "priceCurrency": "EUR", "availability": "OutOfStock"}),
            ("M", {"price": 20, "priceCurrency": "EUR", "availability": "InStock"}),
        )
    ]
    group = {"@type": "ProductGroup", "name": "Kleid", "hasVariant": variants}
    found = values(f'<script type="application/ld+json">{json.dumps(group)}</script><h1>Kleid</h1>')
    assert (found["price"], found["availability"]) == ("20.00", "InStock")
    assert "sku" not in found


def test_the_lowest_of_several_offers_is_the_price(values):
    offers = [{"@type": "Offer", "price": p, "priceCurrency": "EUR"} for p in (25, 20, 30)]
    found = values(jsonld(name="Lampe", offers=offers) + "<h1>Lampe</h1>")
    assert found["price"] == "20.00"


@pytest.mark.parametrize(
    "other",
    [
        {"referenceQuantity": {"value": 100, "unitCode": "GRM"}},
        {"billingDuration": 12},
        {"validForMemberTier": {"@type": "MemberProgramTier"}},
        {"@type": "DeliveryChargeSpecification"},
        {"priceType": "https://schema.org/StrikethroughPrice"},
    ],
)
def test_the_price_of_the_whole_for_everybody_is_the_price(values, other):
    said = [{"price": 7, "priceCurrency": "EUR", **other}, {"price": 80, "priceCurrency": "EUR"}]
    offer = {"@type": "Offer", "priceSpecification": said}
    assert values(jsonld(name="Lampe", offers=offer) + "<h1>Lampe</h1>")["price"] == "80.00"


def test_a_used_one_is_not_offered_where_new_ones_are(values):
    used = {
        "price": 40,
        "priceCurrency": "EUR",
        "itemCondition": "https://schema.org/UsedCondition",
    }
    new = {"price": 80, "priceCurrency": "EUR", "itemCondition": "NewCondition"}
    assert values(jsonld(name="Lampe", offers=[used, new]) + "<h1>Lampe</h1>")["price"] == "80.00"
    assert values(jsonld(name="Lampe", offers=[used]) + "<h1>Lampe</h1>")["price"] == "40.00"


@pytest.mark.parametrize(
    "message",
    [
        "Currently unavailable.",
        "Derzeit nicht verfügbar.",
        "Produit épuisé",
        "Нет в наличии",
        "售完",
    ],
)
def test_a_product_that_cannot_be_bought_is_out_of_stock(values, message):
    found = values(f"<h1>Fjord 300</h1><p>Brand: Acme</p><p>SKU: 12345</p><p>{message}</p>")
    assert found["availability"] == "OutOfStock"


OFFERED = {"price": "39.90", "priceCurrency": "EUR"}


@pytest.mark.parametrize(
    ("stated", "shown", "said"),
    [
        ("InStock", "<p>Currently unavailable</p>", "OutOfStock"),
        ("InStock", f"<p>Pickup is currently unavailable {'in this town ' * 4}</p>", "InStock"),
        ("OutOfStock", "<button>Add to cart</button>", "InStock"),
        ("OutOfStock", "<button disabled>Add to cart</button>", "OutOfStock"),
        ("InStock", "<button disabled>Add to cart</button>", "InStock"),
        ("", "<p>Stock: 0</p>", "OutOfStock"),
        ("", "<p>Stock: 12 pcs</p>", "InStock"),
        ("", "<p>Sold out</p>", "OutOfStock"),
        ("", "<p>Sold out</p><button class='btn add-to-cart'>Zap</button>", "InStock"),
        ("", "<p>Sold out</p><button class='btn add-to-cart' disabled>Zap</button>", "OutOfStock"),
    ],
)
def test_stock_is_as_markup_says_unless_the_page_contradicts(values, stated, shown, said):
    offer = {**OFFERED, "availability": f"https://schema.org/{stated}"} if stated else OFFERED
    page = jsonld(name="Fjord 300", offers=offer) + f"<h1>Fjord 300</h1><p>39,90 €</p>{shown}"
    assert values(page)["availability"] == said


@pytest.mark.parametrize(
    "line",
    [
        "This product is not available for VAT relief",
        "Dieser Artikel ist für Gutscheine nicht verfügbar",
    ],
)
def test_what_is_not_available_for_a_reduction_can_be_bought(values, line):
    page = f"<title>Fjord 300</title><h1>Fjord 300</h1><p class=price>39,90 €</p><p>{line}</p>"
    assert values(f"{page}<p>Brand: Fjordlys</p>")["availability"] == "InStock"


def test_what_is_gone_is_gone_though_its_line_speaks_of_a_reduction(values):
    line = "Sold out: use your discount for another one"
    page = f"<title>Fjord 300</title><h1>Fjord 300</h1><p class=price>39,90 €</p><p>{line}</p>"
    assert values(f"{page}<p>Brand: Fjordlys</p>")["availability"] == "OutOfStock"


def test_a_number_that_fails_its_check_digit_is_no_gtin(values):
    assert "gtin" not in values(VISIBLE.replace("4006381333931", "4006381333932"))


def test_the_shown_number_beats_a_hidden_one(values):
    found = values(jsonld(name="Lampe", sku="999999") + "<h1>Lampe</h1><p>Product code: 141677</p>")
    assert found["sku"] == "141677"


def test_the_specification_is_evidence(values):
    pairs = [
        Pair("Marke", "Acme", xpath="/html/body/h1"),
        Pair("Herstellernummer", "NL-300", xpath="/html/body/h1"),
        Pair("EAN", "4006381333931", xpath="/html/body/h1"),
        Pair("Modell", "ohne Ort"),
    ]
    found = values("<html><body><h1>Fjord 300</h1><p>Sehr hell</p></body></html>", pairs=pairs)
    assert (found["brand"], found["mpn"], found["gtin"]) == ("Acme", "NL-300", "4006381333931")
    assert "model" not in found


def test_a_brand_that_markup_states_is_kept_though_it_is_the_shops_name(values):
    found = values(
        jsonld(name="Kleid", brand="Laden", sku="1") + "<h1>Kleid</h1>", "https://laden.example/p"
    )
    assert found["brand"] == "Laden"


def test_a_heading_and_pairs_are_never_without_fields(values):
    pairs = [Pair("Farbe", "rot", xpath="/html/body/h1")]
    found = values("<html><body><h1>Fjord 300</h1><p>Hell</p></body></html>", pairs=pairs)
    assert found["name"] == "Fjord 300"


def test_the_heading_is_heard_without_words_before_the_name(values):
    found = values(
        "<title>Fjord 300 lamp white | Shop</title>"
        + jsonld(sku="123456")
        + "<h1>Details about Fjord 300 lamp white</h1>"
    )
    assert found["name"] == "Fjord 300 lamp white"


SITE = "<meta property='og:site_name' content='Nordlicht'>"


@pytest.mark.parametrize(
    ("head", "heading", "name"),
    [
        # what the shop adds around a name, in markup or in the heading
        (jsonld(name="Fjord 300 lamp \u2014 Nordlicht"), "fjord 300 lamp", "Fjord 300 lamp"),
        (
            jsonld(name="Fjord 300 lamp - Buy cheap lamps"),
            "Fjord 300 lamp",
            "Fjord 300 lamp",
        ),
        (jsonld(name="Fjord<wbr/>lamp 300"), "Fjordlamp 300", "Fjordlamp 300"),
        (SITE + "<meta property='og:title' content='Fjord 300 | Nordlicht'>", "", "Fjord 300"),
        ("", "Fjord 300 lamp white<span>466/7999</span>", "Fjord 300 lamp white"),
        # the name that the title holds whole
        (jsonld(name="300 lamp white", sku="1"), "Fjord 300 lamp white", "Fjord 300 lamp white"),
        # the shop's own name is no product's
        ("", "Laden</h1><h1>Fjord 300 lamp", "Fjord 300 lamp"),
        (jsonld(name="Fjord 300 lamp"), "Lamps", "Fjord 300 lamp"),
        ("<meta property='og:title' content='Fjord 300'>", "Warenkorb", "Fjord 300"),
        # one that begins as the title does is the product's, not one that holds more of it
        (
            "",
            "Fjord300 lamp (40 cm, 60 W, E27)</h1><h2>Why is Fjord 300 lamp white?</h2><h1>",
            "Fjord300 lamp (40 cm, 60 W, E27)",
        ),
    ],
)
def test_names_are_told_from_what_stands_around_them(values, head, heading, name):
    found = values(
        f"<html><head><title>Fjord 300 lamp white | Laden</title>{head}</head><body>"
        f"<h1>{heading}</h1><p>39,90 €</p><button>Buy now</button><p>SKU: 12345</p></body></html>"
    )
    assert found["name"] == name


@pytest.mark.parametrize(
    ("first", "shown", "name"),
    [
        # a name that is no heading, beside words of the title that are not part of it
        ("", "<div><b>Acme</b> Fjord 300 lamp white</div>", "Acme Fjord 300 lamp white"),
        # what repeats it further below is not its place
        (
            "",
            "<div>Fjord 300 lamp white</div><p>39,90 €</p><div>Acme Fjord 300 lamp white</div>",
            "Fjord 300 lamp white",
        ),
        # a heading of the first rank that says nothing
        (
            "<h1>Welcome to our shop</h1>",
            "<div>Acme Fjord 300 lamp white</div>",
            "Acme Fjord 300 lamp white",
        ),
        # one that is unlike the title, but nothing else is like it either
        ("", "<h1>Lampe in Weiß</h1>", "Lampe in Weiß"),
    ],
)
def test_a_name_is_found_by_the_pages_title_where_no_heading_is_like_it(values, first, shown, name):
    found = values(
        f"<html><head><title>Buy Acme Fjord 300 lamp white | Laden</title></head><body>{first}"
        f"<ul><li>Lamps</li><li>Chairs</li></ul>{shown}<p>39,90 €</p><button>Buy now</button>"
        "<p>SKU: 12345</p></body></html>"
    )
    assert (found["name"], found["price"]) == (name, "39.90")


def test_a_title_that_only_names_the_shop_names_no_product(values):
    found = values(
        "<html><head><title>Laden - good lamps for everybody</title></head><body>"
        "<div>Laden - good lamps for everybody</div><h1>Fjord 300</h1><p>39,90 €</p>"
        "<button>Buy now</button></body></html>"
    )
    assert (found["name"], found["price"]) == ("Fjord 300", "39.90")


def test_breadcrumbs_are_steps_and_neither_home_nor_the_product(values):
    page = VISIBLE.replace("</nav>", '<a href="/x">Nordlicht Tischlampe Fjord</a></nav>')
    assert values(page)["breadcrumbs"] == "Lampen > Tischlampen"
    assert "breadcrumbs" not in values(VISIBLE.replace('class="breadcrumbs"', 'class="menu"'))


def test_a_brand_that_stands_elsewhere_in_the_graph_is_found(values):
    graph = [
        {"@type": "Product", "name": "Lampe", "brand": {"@id": "#acme"}},
        {"@type": "Brand", "@id": "#acme", "name": "Acme"},
    ]
    data = json.dumps({"@graph": graph})
    found = values(f'<script type="application/ld+json">{data}</script><h1>Lampe</h1>')
    assert found["brand"] == "Acme"


def test_the_variant_that_the_address_names_is_the_pages(values):
    variants = [
        {
            "@type": "Product",
            "name": f"Kleid {size}",
            "sku": f"K-100{size}",
            "offers": {"price": price, "url": f"https://laden.example/p?size={size}"},
        }
        for size, price in (("s", 10), ("m", 20))
    ]
    data = json.dumps({"@type": "ProductGroup", "name": "Kleid", "hasVariant": variants})
    page = f'<script type="application/ld+json">{data}</script><h1>Kleid</h1>'
    assert values(page, "https://laden.example/p?size=m")["price"] == "20.00"
    assert values(page, "https://laden.example/p?size=s")["price"] == "10.00"


def test_no_number_comes_from_an_archives_address(values):
    own = "https://laden.example/p/lampe"
    url = f"https://web.archive.example/web/20210304050607/{own}"
    page = f'<head><link rel="canonical" href="{url}"></head><h1>Lampe</h1><p>Marke: Acme</p>'
    assert "sku" not in values(page + "<p>10,00 EUR</p>", url)


def test_a_description_is_plain_text(values):
    found = values(jsonld(name="Lampe", description="<p>Sehr&nbsp;hell</p><p>\u200bgut</p>"))
    assert found["description"] == "Sehr hell gut"


def test_scripts_are_heard_where_markup_is_silent(values):
    state = {
        "product": {
            "title": "Acme Fjord 300",
            "brand": {"name": "Acme"},
            "sku": "F300-77",
            "price": {"current": 8900, "currency": "EUR"},
            "inStock": False,
        }
    }
    page = f"<h1>Acme Fjord 300</h1><p>89,00 EUR</p><script>window.s = {json.dumps(state)}</script>"
    found = values(page)
    assert (found["brand"], found["sku"], found["price"]) == ("Acme", "F300-77", "89.00")
    assert "brand" not in values(page.replace("Acme Fjord 300", "Other thing", 1))


@pytest.mark.parametrize("brand", ["n/a", "-", "https://acme.example", "Acme | Laden", "x" * 80])
def test_what_is_no_brand_is_not_given(values, brand):
    assert "brand" not in values(jsonld(name="Kleid", brand=brand, sku="1") + "<h1>Kleid</h1>")


def test_the_address_gives_a_number_where_nothing_else_does(fields):
    page = (
        '<link rel="canonical" href="https://a.example/lampe-471123.html"><h1>Lampe</h1>'
        + jsonld(name="Lampe")
    )
    found = fields(page, "https://a.example/lampe-471123.html")
    assert found["sku"].value == "471123"
    assert found["sku"].reader == "address"


@pytest.mark.parametrize(
    "path", ["lampe-19870.html", "lampe?products_id=2626", "lampe?variant=5717389189"]
)
def test_a_row_of_a_table_in_the_address_is_no_number_of_the_shop(values, path):
    url = f"https://a.example/{path}"
    page = f'<head><link rel="canonical" href="{url}"></head><h1>Lampe</h1>' + jsonld(name="Lampe")
    assert "sku" not in values(page, url)


def test_a_number_in_a_meta_element_of_no_scope_is_the_only_product_s(values):
    loose = '<meta itemprop="sku" content="ND-015-X">'
    page = f"<h1>Lampe</h1>{jsonld(name='Lampe')}"
    assert values(f"<body>{loose}{page}")["sku"] == "ND-015-X"
    assert "sku" not in values(f"<body>{loose}{loose.replace('015', '016')}{page}")
    assert "sku" not in values(f"<body><div itemscope>{loose}</div>{page}")


def test_a_catalogue_s_number_is_before_one_of_the_address(values):
    url = "https://a.example/lampe-471123.html"
    page = f'<head><link rel="canonical" href="{url}"></head><h1>Lampe</h1>' + jsonld(name="Lampe")
    assert values(page + "<div>Catalog #: 2731080</div>", url)["sku"] == "2731080"


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>",
        "<h1>How we saved $500 on shipping</h1><p>It was $20 a month, then $10.</p>",
        "<h1>Forum</h1><p>I paid 300 € for mine</p>",
        "<h1>Documentation</h1><p>id: 42</p><p>Code: 17</p>",
        "<title>Kettles under $500</title><h1>Kettles under $500</h1><p>We tried some.</p>",
    ],
    ids=["empty", "nothing", "article", "forum", "documentation", "advice"],
)
def test_a_page_that_shows_no_product_has_no_fields(values, html):
    assert values(html) == {}


def test_a_list_of_products_has_no_price(values):
    rows = "".join(
        f'<li><a href="/{n}">Lampe {n}</a> <b class="price">{n},90 €</b>'
        "<button>In den Warenkorb</button></li>"
        for n in range(10, 40)
    )
    assert values(f"<h1>Lampen</h1><ul>{rows}</ul>") == {}


def test_agreement_makes_surer(fields):
    alone = fields(jsonld(name="Lampe", sku="471123") + "<h1>Lampe</h1>")
    shown = fields(jsonld(name="Lampe", sku="471123") + "<h1>Lampe</h1><p>SKU: 471123</p>")
    assert shown["sku"].confidence > alone["sku"].confidence


def test_a_turkish_capital_does_not_shift_what_is_read(values):
    found = values(
        '<html lang="tr"><h1>İİİ Lamba</h1><p>Ürün Kodu: AB-12</p><p>12,50 TL</p>'
        "<button>Sepete ekle</button>"
    )
    assert (found["sku"], found["price"], found["currency"]) == ("AB-12", "12.50", "TRY")


TAGS = ["h1", "p", "del", "span class=price", "div itemscope itemtype=http://schema.org/Product"]
PIECES = st.sampled_from(
    [
        "SKU: 1",
        "EAN: 4006381333931",
        "12,50 €",
        "$",
        "Brand:",
        "Add to cart",
        "was $9",
        "sold out",
        ":",
        "\u0130",
    ]
)


@settings(max_examples=150)
@given(st.lists(st.tuples(st.sampled_from(TAGS), PIECES | st.text(max_size=30)), max_size=12))
def test_no_page_makes_it_raise_and_every_field_has_a_node(parts):
    html = "".join(f"<{tag}>{text}</{tag.split()[0]}>" for tag, text in parts)
    document = parse(Page("https://a.example/p", html.encode("utf-8", "replace"), encoding="utf-8"))
    for field in FieldReader(threshold=0.0).read(document):
        assert document.find(field.xpath) is not None
        assert field.value


def test_an_offer_to_be_told_says_less_than_markup(values):
    offer = {"availability": "InStock", "price": "799", "priceCurrency": "USD"}
    page = jsonld(name="Acme Headphones", offers=offer) + "<h1>Acme Headphones</h1><p>$799.00</p>"
    assert values(f"{page}<p>Notify me when available</p>")["availability"] == "InStock"
    assert values(f"{page}<p>Availability: out of stock</p>")["availability"] == "OutOfStock"


def test_an_offer_to_be_told_is_heard_where_nothing_else_is_said(values):
    page = "<h1>Acme Headphones</h1><p>Brand: Acme</p><p>$799.00</p>"
    assert values(f"{page}<p>Notify me when available</p>")["availability"] == "OutOfStock"
    assert values(f"{page}<p>Available on backorder</p>")["availability"] == "InStock"


def test_a_button_far_below_buys_something_else(values):
    page = "<h1>Acme Feeder</h1><p>Brand: Acme</p><p>$249.00</p><p>Out of stock</p>"
    far = "<p>It sees every bird that comes and tells you its name.</p>" * 50
    below = f"{far}<p>Wall mount</p><button>Buy now</button>"
    assert values(page + below)["availability"] == "OutOfStock"
    said = values("<h1>Acme Feeder</h1><p>Brand: Acme</p><p>SKU: F-300</p>" + below)
    assert said["availability"] == "InStock"  # nothing else is said of it


@pytest.mark.parametrize(
    "other",
    [
        "<p>$23.66 x 6m</p>",
        "<p>Up to $47.35</p><p>Exchange offer</p>",
        "<p>$131.10 with Auto-Replenish</p>",
    ],
)
def test_parts_exchanges_and_prices_of_members_are_not_the_price(values, other):
    page = f"<h1>Acme Phone</h1><p>Brand: Acme</p>{other}<p>$141.99</p><button>Buy now</button>"
    assert values(page)["price"] == "141.99"


def test_a_sign_with_a_point_in_it_is_a_currency(values):
    page = "<h1>Acme TR-1047</h1><p>Brand: Acme</p><p>352,00 \u0431.\u0440.</p>"
    found = values(page)
    assert (found["price"], found["currency"]) == ("352.00", "BYN")


@pytest.mark.parametrize(
    ("sku", "gtin", "said"),
    [
        ("A-1", "4006381333931", True),
        ("4006381333931", "4006381333931", True),
        ("A-1", "96385074", True),
        ("96385074", "96385074", False),  # every tenth number of a shop is a short gtin by chance
        ("A-1", "2000000000008", False),  # any shop may give it to anything
        ("A-1", "0000000000000", False),
    ],
)
def test_a_number_of_the_shop_is_no_gtin(values, sku, gtin, said):
    found = values(jsonld(name="Lampe", sku=sku, gtin=gtin) + "<h1>Lampe</h1>")
    assert found.get("gtin", "") == (gtin if said else "")


UNSEEN = "\u200b\u200e\u202a\u2066\u00ad\ufeff"


@pytest.mark.parametrize(
    "said",
    [
        jsonld(
            name="Fjord 300",
            brand=f"Nord{UNSEEN}licht",
            sku=f"L{UNSEEN}A-1",
            offers={"price": "12"},
        )
        + "<h1>Fjord 300</h1>",
        f"<h1>Fjord{UNSEEN} 300</h1><p>Brand: Nord{UNSEEN}licht</p><p>SKU: SKU L{UNSEEN}A-1</p>",
        f"""<div itemscope itemtype=https://schema.org/Product><h1 itemprop=name>Fjord 300</h1>
        <i itemprop=brand>Nord{UNSEEN}licht</i><meta itemprop=sku content=L{UNSEEN}A-1></div>""",
    ],
)
def test_no_mark_that_nobody_sees_and_no_label_is_left_in_a_value(values, said):
    found = values(
        f"<title>Fjord 300</title>{said}<p class=price>12 \u20ac</p><button>Buy now</button>"
    )
    assert (found["name"], found["brand"], found["sku"]) == ("Fjord 300", "Nordlicht", "LA-1")


def test_marks_of_direction_around_a_price_hide_nothing(values):
    shown = "<p class=price>\u200f12.50\xa0\u200f\u20aa</p><button>Buy now</button>"
    found = values(f"<html lang=he><title>Fjord 300</title><h1>Fjord 300</h1>{shown}")
    assert (found["price"], found["currency"]) == ("12.50", "ILS")


def test_a_bracket_that_nothing_closes_is_cut(values):
    brand = "<p>Brand: <a href=/n>Nordlicht (see all</a>)</p><p>Model: Fjord-300 (2024)</p>"
    found = values(f"<title>Fjord 300</title><h1>Fjord 300</h1>{brand}<p class=price>12 \u20ac</p>")
    assert (found["brand"], found["model"]) == ("Nordlicht", "Fjord-300 (2024)")


def test_a_small_word_before_a_brand_is_no_part_of_it(values):
    made = "<h1>Nordlicht 300</h1><div class=brand>by Nordlicht</div><p class=price>12 \u20ac</p>"
    assert values(f"<title>Fjord 300</title>{made}<button>Buy now</button>")["brand"] == "Nordlicht"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Laden #: 4711-X", {"sku": "4711-X"}),
        ("Laden Part#: 4711-X", {"sku": "4711-X"}),
        ("Mfr Part#: 4711-X", {"mpn": "4711-X"}),
    ],
)
def test_a_label_that_begins_with_the_shop_tells_its_own_number(values, line, found):
    html = f"<title>Lamp X20</title><h1>Lamp X20</h1><p>$12.00</p><p>{line}</p><p>Oak.</p>"
    read = values(html, url="https://www.laden.example/p/lamp")
    assert {name: read[name] for name in ("sku", "mpn") if name in read} == found
