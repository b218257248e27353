import pytest

from specdex.fusion import fuse
from specdex.linkage import ids_of, link
from specdex.quantities import normal_value
from specdex.records import Attribute, Correspondence

EAN = {"EAN": "4006381333931"}


def fused(pages, found=(), attributes=()):
    by_url = {page.url: page for page in pages}
    groups = [[by_url[url] for url in urls] for urls in link(pages).groups]
    return fuse(groups, found, attributes, ids_of)


def claims(product):
    return {claim.attribute: claim for claim in product.claims}


def test_the_value_that_most_sites_print_is_believed(page):
    (product,) = fused(
        [
            page("https://a.example/1", Weight="2,5 kg", **EAN),
            page("https://b.example/1", Weight="2.5 kg", **EAN),
            page("https://c.example/1", Weight="25 kg", **EAN),
        ]
    )
    weight = claims(product)["Weight"]
    assert normal_value(weight.value) == normal_value("2.5 kg")
    assert weight.urls == ("https://a.example/1", "https://b.example/1")
    assert weight.confidence > 0.6
    (lost,) = product.disputed
    assert (lost.value, lost.urls) == ("25 kg", ("https://c.example/1",))
    assert lost.confidence + weight.confidence == pytest.approx(1)


def test_a_site_has_one_vote_however_many_pages_it_has(page):
    pages = [page(f"https://loud.example/{n}", Colour="red", **EAN) for n in range(5)]
    pages += [page(f"https://{name}.example/1", Colour="blue", **EAN) for name in ("a", "b")]
    (product,) = fused(pages)
    assert claims(product)["Colour"].value == "blue"


def test_a_site_that_is_often_wrong_counts_less(page):
    pages = []
    for number, ean in enumerate(("4006381333931", "0036000291452", "9780306406157")):
        for site, weight in (("a", "1 kg"), ("b", "1 kg"), ("liar", "9 kg")):
            pages.append(page(f"https://{site}.example/{number}", Weight=weight, EAN=ean))
    pages += [page("https://liar.example/9", Size="9 m", EAN="5449000000996")]
    pages += [page("https://b.example/9", Size="1 m", EAN="5449000000996")]
    sizes = [claims(product).get("Size") for product in fused(pages)]
    assert [size.value for size in sizes if size] == ["1 m"]


def test_correspondences_bring_names_together(page):
    found = [
        Correspondence("a.example", "Gewicht", "Weight"),
        Correspondence("b.example", "Peso", "Weight"),
    ]
    (product,) = fused(
        [
            page("https://a.example/1", Gewicht="2 kg", **EAN),
            page("https://b.example/1", Peso="2000 g", **EAN),
        ],
        found,
    )
    assert claims(product)["Weight"].confidence > 0.7
    assert not product.disputed
    assert len(claims(product)["Weight"].urls) == 2


def test_values_that_say_nothing_are_not_claimed(page):
    (product,) = fused([page("https://a.example/1", Weight="n/a", Colour="-", Flash="No")])
    assert [claim.attribute for claim in product.claims] == ["Flash"]


def test_a_product_lists_its_identifiers_once(page):
    (product,) = fused(
        [
            page("https://a.example/1", UPC="036000291452", MPN="AB-12"),
            page("https://b.example/1", EAN="0036000291452", MPN="ab12"),
        ]
    )
    assert [known.split(":")[0] for known in product.ids] == ["gtin", "mpn"]
    assert product.ids[0] == "gtin:0036000291452"


def test_a_price_belongs_to_an_offer_and_is_not_fused(page):
    (product,) = fused([page("https://a.example/1", Price="5 EUR", Flash="No")])
    assert [claim.attribute for claim in product.claims] == ["Flash"]
    assert [(each.site, each.price) for each in product.offers] == [("a.example", "5 EUR")]


def test_prices_stock_and_savings_of_any_language_are_no_attributes(page):
    pairs = {"Prix": "5 EUR", "Disponibilité": "En stock", "Vous économisez": "1 EUR"}
    (product,) = fused([page("https://a.example/1", Flash="Non", **pairs)])
    assert [claim.attribute for claim in product.claims] == ["Flash"]
    (offer,) = product.offers
    assert (offer.price, offer.availability) == ("5 EUR", "En stock")


def test_what_a_page_asks_stays_beside_the_product(page):
    fields = {"price": "5.00", "currency": "EUR", "availability": "InStock", "brand": "ACME"}
    (product,) = fused([page("https://a.example/1", fields=fields, Flash="No")])
    (offer,) = product.offers
    assert (offer.url, offer.price, offer.currency, offer.availability) == (
        "https://a.example/1",
        "5.00",
        "EUR",
        "InStock",
    )


def test_values_that_differ_by_unit_and_rounding_are_one_in_the_unit_of_the_attribute(page):
    (product,) = fused(
        [
            page("https://a.example/1", Screen="39,6 cm", **EAN),
            page("https://b.example/1", Screen='15.6"', **EAN),
            page("https://c.example/1", Screen="16 in", **EAN),
        ],
        attributes=[Attribute("Screen", unit="in")],
    )
    screen = claims(product)["Screen"]
    assert screen.urls == ("https://a.example/1", "https://b.example/1")
    assert (float(screen.normal), screen.unit) == (pytest.approx(15.6, abs=0.05), "in")
    assert [(each.normal, each.unit) for each in product.disputed] == [("16", "in")]


def test_the_same_in_another_language_is_no_dispute(page):
    (product,) = fused(
        [
            page("https://a.example/1", Colour="Schwarz", **EAN),
            page("https://b.example/1", Colour="black", **EAN),
            page("https://c.example/1", Colour="noir", **EAN),
            page("https://d.example/1", Colour="white", **EAN),
        ]
    )
    colour = claims(product)["Colour"]
    assert (colour.normal, len(colour.urls)) == ("black", 3)
    assert [each.value for each in product.disputed] == ["white"]
