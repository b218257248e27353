import pytest

from specdex.fusion import fuse, normal_value
from specdex.linkage import ids_of, link
from specdex.records import Correspondence

EAN = {"EAN": "4006381333931"}


@pytest.mark.parametrize(
    ("one", "other"),
    [("2,5 kg", "2.50 KG"), ("1,000:1", "1000:1"), ("20,000,000", "20000000"), ('27 "', '27"'),
     ("Yes ", "YES"), ("3.0", "3"), ("100", "100.00")],
)  # fmt: skip
def test_values_that_are_printed_differently_are_equal(one, other):
    assert normal_value(one) == normal_value(other)


@pytest.mark.parametrize(("one", "other"), [("2.5", "25"), ("100", "1"), ("3.05", "3.5")])
def test_different_numbers_stay_different(one, other):
    assert normal_value(one) != normal_value(other)


def fused(pages, found=(), normalise=normal_value):
    by_url = {page.url: page for page in pages}
    groups = [[by_url[url] for url in urls] for urls in link(pages).groups]
    return fuse(groups, found, normalise, ids_of)


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
        normalise=lambda text: text.replace("2000 g", "2 kg"),
    )
    assert claims(product)["Weight"].confidence == 1.0
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
