"""JSON-LD, microdata, RDFa and meta tags."""

import json

from specdex.markup import Role


def script(*things):
    data = things[0] if len(things) == 1 else list(things)
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def facts(product):
    return {fact.name: fact.value for fact in product.facts}


def test_a_product_in_json_ld_is_read_with_its_offer(markup):
    found = markup(
        script(
            {
                "@context": "https://schema.org",
                "@type": "Product",
                "name": "Lampe &amp; Schirm",
                "brand": {"@type": "Brand", "name": "Nordlicht"},
                "image": [{"@type": "ImageObject", "url": "/l.jpg"}, "/m.jpg"],
                "offers": {"@type": "Offer", "price": 19.5, "priceCurrency": "EUR"},
            }
        )
    )
    (product,) = found.products
    assert facts(product)["name"] == "Lampe & Schirm"
    assert facts(product)["brand"] == "Nordlicht"
    assert product.first("image").value == "/l.jpg"
    assert product.offers[0].first("price").value == "19.5"


def test_a_graph_is_taken_apart_and_references_are_followed(markup):
    found = markup(
        script(
            {
                "@context": "https://schema.org",
                "@graph": [
                    {"@type": "WebPage", "mainEntity": {"@id": "#product"}},
                    {
                        "@type": "Product",
                        "@id": "#product",
                        "name": "Lampe",
                        "offers": {"@id": "#o"},
                    },
                    {"@type": "Offer", "@id": "#o", "price": "19.50"},
                ],
            }
        )
    )
    assert [facts(product)["name"] for product in found.products] == ["Lampe"]
    assert found.products[0].offers[0].first("price").value == "19.50"


def test_a_product_nested_in_its_page_is_found(markup):
    found = markup(script({"@type": "ItemPage", "mainEntity": {"@type": "Product", "name": "L"}}))
    assert found.products[0].role is Role.MAIN


def test_variants_of_a_group_are_told_from_it(markup):
    found = markup(
        script(
            {
                "@type": "ProductGroup",
                "name": "Lampe",
                "hasVariant": [
                    {"@type": "Product", "name": "Lampe rot", "sku": "1"},
                    {"@type": "Product", "name": "Lampe blau", "sku": "2"},
                ],
            }
        )
    )
    assert [product.role for product in found.products] == [
        Role.MAIN,
        Role.VARIANT,
        Role.VARIANT,
    ]
    assert found.products[0].variants == 2


def test_related_products_are_told_from_the_main_one(markup):
    found = markup(
        script(
            {
                "@type": "Product",
                "name": "Lampe",
                "isRelatedTo": [{"@type": "Product", "name": "Birne"}],
            },
            {
                "@type": "ItemList",
                "itemListElement": [{"item": {"@type": "Product", "name": "Kabel"}}],
            },
        )
    )
    roles = {facts(product)["name"]: product.role for product in found.products}
    assert roles == {"Lampe": Role.MAIN, "Birne": Role.RELATED, "Kabel": Role.RELATED}


def test_a_struck_price_specification_is_left_out(markup):
    found = markup(
        script(
            {
                "@type": "Product",
                "name": "Lampe",
                "offers": {
                    "@type": "Offer",
                    "priceSpecification": [
                        {"price": "30", "priceType": "https://schema.org/ListPrice"},
                        {"price": "20", "priceCurrency": "EUR"},
                    ],
                },
            }
        )
    )
    offer = found.products[0].offers[0]
    assert [fact.value for fact in offer.facts if fact.name == "price"] == ["20"]


def test_breadcrumbs_are_read_in_their_order(markup):
    found = markup(
        script(
            {
                "@type": "BreadcrumbList",
                "itemListElement": [
                    {"@type": "ListItem", "position": 2, "item": {"name": "Tischlampen"}},
                    {"@type": "ListItem", "position": 1, "name": "Lampen"},
                ],
            }
        )
    )
    assert [fact.value for fact in found.trail] == ["Lampen", "Tischlampen"]


MICRODATA = """
<div itemscope itemtype="http://schema.org/Product">
  <h1 itemprop="name">Lampe</h1>
  <a itemprop="brand" itemscope itemtype="http://schema.org/Brand" href="/b">
    <span itemprop="name">Nordlicht</span></a>
  <meta itemprop="sku" content="4711">
  <img itemprop="image" src="/l.jpg">
  <div itemprop="offers" itemscope itemtype="http://schema.org/Offer">
    <span itemprop="price" content="19.50">19,50 €</span>
    <meta itemprop="priceCurrency" content="EUR">
    <link itemprop="availability" href="http://schema.org/InStock">
  </div>
</div>
"""


def test_microdata_is_read_with_its_nested_scopes(markup):
    (product,) = markup(MICRODATA).products
    assert product.syntax == "microdata"
    assert facts(product) == {
        "name": "Lampe",
        "brand": "Nordlicht",
        "sku": "4711",
        "image": "/l.jpg",
    }
    offer = product.offers[0]
    assert [fact.value for fact in offer.facts] == [
        "19.50",
        "EUR",
        "http://schema.org/InStock",
    ]


def test_microdata_elsewhere_is_found_by_its_reference(markup):
    (product,) = markup(
        '<div itemscope itemtype="http://schema.org/Product" itemref="more">'
        '<h1 itemprop="name">L</h1></div>'
        '<p id="more"><b itemprop="sku">4711</b></p>'
    ).products
    assert facts(product)["sku"] == "4711"


def test_rdfa_lite_is_read(markup):
    (product,) = markup(
        '<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Lampe</h1>'
        '<div property="offers" typeof="Offer"><span property="price">19.50</span></div></div>'
    ).products
    assert product.syntax == "rdfa"
    assert facts(product)["name"] == "Lampe"
    assert product.offers[0].first("price").value == "19.50"


def test_meta_tags_of_a_product_are_read(markup):
    found = markup(
        '<meta property="og:title" content="Lampe">'
        '<meta property="product:price:amount" content="19.50">'
        '<meta name="viewport" content="width=device-width">'
    )
    assert [(fact.name, fact.value) for fact in found.meta] == [
        ("name", "Lampe"),
        ("price", "19.50"),
    ]


def test_a_page_without_markup_has_none(markup):
    found = markup("<p>Hallo")
    assert not found.products
    assert not found.meta


def test_a_hundred_thousand_products_cost_little(markup):
    thing = {"@type": "Product", "name": "x"}
    found = markup(script({"@type": "ItemList", "itemListElement": [thing] * 100_000}))
    assert len(found.products) <= 400
