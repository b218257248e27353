"""Which line of a page is the product's name, and which its maker's."""

import pytest

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
