"""Which line of a page is the product's name, and which its maker's."""

import pytest

import specdex
from specdex.records import Pair

SHOP = "<header><a href=/>Laden</a></header>"
BOX = "<p class=price>$12.00</p><button>Add to cart</button>"


def page(title, main):
    return f"<title>{title}</title>{SHOP}<main>{main}{BOX}</main>"


@pytest.mark.parametrize(
    ("title", "main", "name"),
    [
        (
            "Borea Z Fold 5 Price in India, Specifications, Comparison",
            (
                "<h1>Borea Z Fold 5</h1><h2>Borea Z Fold 5 Price in India</h2>"
                "<p>As of today Borea Z Fold 5 price in India starts at Rs. 154,999.</p>"
            ),
            "Borea Z Fold 5",
        ),
        (
            "Jimmy: The Ultimate Opener, Steel | Laden",
            "<h2>The Ultimate Opener</h2><h1>Jimmy</h1>",
            "Jimmy",
        ),
        (
            "Borea Bloom 1250 mm Fan Best Price, Specs | Laden",
            (
                "<div>Home > Fans > Borea Fans > Borea Bloom 1250 mm F\u2026 Price</div>"
                "<h1>Borea Bloom 1250 mm Fan<div>Saved! Add to another list</div><div>"
                "Load more lists of yours and of others, or make a new one of your own</div></h1>"
            ),
            "Borea Bloom 1250 mm Fan",
        ),
        (
            "Night Window by Ada Berg; Carl Dahl (Hardcover) | Laden",
            "<h2>Night Window (Hardcover)</h2><h3>by Ada Berg and Carl Dahl</h3>",
            "Night Window (Hardcover)",
        ),
        (
            "Buy lamps of Borea | Laden",
            "<h1>Borea Lamp 30 cm <span class='badge'>New</span></h1>",
            "Borea Lamp 30 cm",
        ),
        (
            "Buy lamps of Borea | Laden",
            "<h1><span class='hidden'>Details about</span> Borea Lamp 30 cm, white</h1>",
            "Borea Lamp 30 cm, white",
        ),
        (
            "Buy lamps of Borea | Laden",
            "<h1><span class='product-label'>Borea Lamp 30 cm</span> 7</h1>",
            "Borea Lamp 30 cm 7",
        ),
        (
            "Borea Lamp 30 cm 7 | Laden",
            "<ul><li><a href=/m>Borea Lamp 30 cm</a></li></ul><div>Borea Lamp 30 cm 7</div>",
            "Borea Lamp 30 cm 7",
        ),
        (
            "Buy lamps | Laden",
            "<h1>9780805087444</h1><h1>Borea Lamp 30 cm</h1>",
            "Borea Lamp 30 cm",
        ),
        (
            "Borea Lamp 30 cm white | Laden",
            "<div>Borea Lamp 30 cm white</div><h2>Overview of Borea Lamp 30 cm white</h2>",
            "Borea Lamp 30 cm white",
        ),
        (
            "Night Window by Ada Berg; Carl Dahl (Hardcover) | Laden",
            "<div>Night Window (Hardcover)</div><p>by Ada Berg and Carl Dahl</p>",
            "Night Window (Hardcover)",
        ),
        (
            "Borea Lamp 30 cm | Laden",
            "<div>Borea Lamp 30 cm white</div><p>https://a.example/borea-lamp-30-cm</p>",
            "Borea Lamp 30 cm white",
        ),
        (
            "Borea Lamp | Laden",
            f"<h1>Borea Lamp<div>{'All that a dialogue says. ' * 20}</div></h1>",
            "Borea Lamp",
        ),
    ],
)
def test_the_name_is_the_product_s_heading(values, title, main, name):
    assert values(page(title, main))["name"] == name


@pytest.mark.parametrize(
    ("main", "brand"),
    [
        ("<p>Borea</p><h1>Borea Lamp X20</h1>", "Borea"),
        ("<h1>Borea Lamp X20</h1><h2><a href=/b>Borea</a></h2>", "Borea"),
        ("<h1><span>BOREA</span> <span>Lamp X20</span></h1>", "BOREA"),
        ("<h1>Borea Lamp X20</h1><a href=/b><img src=l.png alt=Borea></a>", "Borea"),
        ("<h1>Lamp X20</h1><h3 class=product-brand>Borea</h3>", "Borea"),
        (
            "<h1>Lamp X20 Borea</h1><div class=supplier><a href=/s title=Borea><i></i></a></div>",
            "Borea",
        ),
        ("<h1>Lamp X20</h1><div class=brand><b>品牌</b>Borea</div>", "Borea"),
        ("<nav><a href=/c>Borea</a></nav><h1>Borea Lamp X20</h1>", None),
        ("<h1><span>NEW</span> <span>Lamp X20</span></h1>", None),
    ],
)
def test_the_maker_stands_beside_the_heading(values, main, brand):
    title = "Borea Lamp X20 | Laden" if "Borea" in main or "BOREA" in main else "Lamp X20 | Laden"
    assert values(page(title, main)).get("brand") == brand


LOGO = "<footer><img src=l.png alt=Borea></footer>"
MENU = "<header><ul><li><a href=/c/1>Borea</a></li><li><a href=/c/2>Corvi</a></li></ul></header>"
BRANDS = "<footer><a href=/brands/borea>Borea</a></footer>"
PROSE = "<p>Nobody makes lamps as Borea does. They last for years.</p>"


@pytest.mark.parametrize(
    ("name", "around", "brand"),
    [
        ("Borea Tall Lamp", LOGO, "Borea"),
        ("Borea X20 Lamp", MENU, "Borea"),
        ("Borea Tall Lamp", MENU + PROSE, "Borea"),
        ("Borea Tall Lamp", BRANDS, "Borea"),
        ("Tall Lamp Borea", BRANDS, "Borea"),
        ("Tall Lamp by Borea, Red", LOGO, "Borea"),
        ("Настольная лампа Borea X20", MENU, "Borea"),
        ("Lampe de table Borea haute", LOGO, "Borea"),
        ("Borea® Tall Lamp", LOGO, "Borea"),
        ("Borea Tall Lamp", "<p>Msimbo: Borea</p><p>Oak.</p>", "Borea"),
    ],
)
def test_words_of_the_name_that_the_page_shows_apart_are_its_maker(values, name, around, brand):
    main = f"<h1>{name}</h1><p>One of many things for a home.</p>{BOX}"
    found = values(f"<title>{name} | Laden</title>{SHOP}<main>{main}</main>{around}")
    assert found.get("brand") == brand


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("Borea Tall Lamp", MENU),  # as any category is
        ("Borea Tall Lamp", ""),
        ("Borea Tall Lamp", LOGO + "<p>A borea gives light.</p>"),
        ("Borea Tall Lamp", "<p>Material: Borea</p><p>Oak.</p>"),
        ("Tall Lamp Borea", "<p>Msimbo: Borea</p><p>Oak.</p>"),
        ("Borea Tall Lamp", MENU + "<p>Reviews for Borea Tall Lamp</p>"),
        ("Tall Borea Lamp 3", MENU + PROSE),
        ("Borea Lamp", LOGO.replace("alt=Borea", 'alt="Borea Lamp"')),
    ],
)
def test_words_of_the_name_are_no_maker_without_further_signs(values, name, around):
    main = f"<h1>{name}</h1><p>One of many things for a home.</p>{BOX}"
    found = values(f"<title>{name} | Laden</title>{SHOP}<main>{main}</main>{around}")
    assert "brand" not in found


def test_where_nouns_have_capitals_sentences_tell_no_maker(values):
    body = f"<title>Lampe Hoch</title>{SHOP}<main><h1>Lampe Hoch Rot</h1>{BOX}</main>"
    menu = "<ul><li><a href=/c>Lampe</a></li></ul><p>So eine Lampe hat nicht jeder im Haus.</p>"
    assert values(f"<html lang=en>{body}{menu}").get("brand") == "Lampe"
    assert "brand" not in values(f"<html lang=de>{body}{menu}")


@pytest.mark.parametrize(
    ("line", "brand"),
    [
        ("Mehr von <a href=/x>Borea</a>", "Borea"),
        ("More from <a href=/x>Borea</a> \u203a", "Borea"),
        ("Mehr von <a href=/x>diesem Hersteller</a>", None),
        ("More from <a href=/x>Borea</a> and others", None),
        ("Brand: by Borea", "Borea"),
        ("Brand &amp; Model: Borea X20", "Borea"),
        ("Marke/Modell: Borea &amp; Co X20", "Borea & Co"),
    ],
)
def test_the_maker_stands_in_a_line_below(values, line, brand):
    main = f"<h1>Tall Lamp</h1>{BOX}{'<p>One of many things.</p>' * 80}<p>{line}</p>"
    found = values(f"<title>Tall Lamp | Laden</title>{SHOP}<main>{main}</main>")
    near = values(page("Tall Lamp | Laden", f"<h1>Tall Lamp</h1><p>{line}</p>"))
    assert near.get("brand") == brand
    if "href" in line:
        assert found.get("brand") == brand


def test_a_pair_that_names_brand_and_model_begins_with_the_maker(values):
    pairs = [Pair("Brand & Model", "Borea X20", "", "/html", "t")]
    assert values(page("Tall Lamp", "<h1>Tall Lamp</h1>"), pairs=pairs)["brand"] == "Borea"


@pytest.mark.parametrize(("label", "brand"), [("Tegija", "Borea"), ("Series", None)])
def test_a_pair_s_value_that_begins_the_name_is_the_maker(values, label, brand):
    html = page("Borea Tall Lamp", f"<h1>Borea Tall Lamp</h1><p>{label}</p><p>Borea</p><p>Oak.</p>")
    pairs = [Pair(label, "Borea", "", "/html", "t")]
    assert values(html, pairs=pairs).get("brand") == brand


def test_a_title_that_is_the_shop_s_name_picks_no_heading():
    html = page("Laden", "<h1>Borea Lamp 30 cm</h1><h2>Why Laden</h2>")
    found = specdex.extract(html, url="https://laden.example/p/7")
    assert {field.name: field.value for field in found.fields}["name"] == "Borea Lamp 30 cm"


def test_the_name_is_a_line_as_the_address_says_where_no_heading_and_no_title_does():
    main = "<div>Welcome to all</div><div>Borea oak lamp 30</div><p>Oak.</p>"
    html = page("Laden", main)
    found = specdex.extract(html, url="https://laden.example/p/borea-oak-lamp-30")
    assert {field.name: field.value for field in found.fields}["name"] == "Borea oak lamp 30"
