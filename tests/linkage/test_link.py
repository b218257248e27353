from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.linkage import Linked, link
from specdex.records import Field, Fragment, FragmentKind, Pair, Specification, from_json, to_json

EANS = ("4006381333931", "0036000291452", "n/a")
pairs = st.lists(
    st.builds(
        Pair,
        st.sampled_from(["EAN", "MPN", "Brand", "Weight", "Modèle"]),
        st.sampled_from([*EANS, "D3200", "Nikon", "Canon", "2,5 kg", "2.5 kg", ""]),
        confidence=st.sampled_from([0.5, 0.9, 1.0]),
    ),
    max_size=5,
)
specifications = st.lists(
    st.builds(
        lambda site, number, title, found: Specification(
            f"https://{site}.example/{number}",
            title=title,
            fragments=(Fragment("/x", FragmentKind.TABLE, tuple(found)),),
        ),
        st.sampled_from("abcd"),
        st.integers(0, 3),
        st.sampled_from(["", "Nikon D3200", "Nikon D3200 kit", "Canon 5D Mark II"]),
        pairs,
    ),
    max_size=10,
)


@given(specifications, st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(found, chance):
    shuffled = list(found)
    chance.shuffle(shuffled)
    assert link(shuffled) == link(found)


@given(specifications)
def test_every_page_is_of_exactly_one_product(found):
    urls = sorted(url for urls in link(found).groups for url in urls)
    assert urls == sorted({specification.url for specification in found})


@given(specifications)
def test_what_is_linked_survives_as_json(found):
    linked = link(found)
    assert from_json(Linked, to_json(linked)) == linked


def test_nothing_links_to_nothing():
    assert link([]) == Linked()


def test_pages_of_one_site_without_gtins_stay_apart():
    field = Field("mpn", "DSC-W830")
    pages = [Specification(f"https://a.example/{n}", fields=(field,)) for n in range(3)]
    assert len(link(pages).groups) == 3


def test_colours_with_gtins_of_their_own_are_products_of_their_own_and_variants_of_one_model():
    def camera(site, ean):
        fields = [Field("brand", "Sony"), Field("mpn", "DSC-W830")]
        fields += [Field("gtin", ean)] if ean else []
        return Specification(f"https://{site}.example/1", fields=tuple(fields))

    pages = [camera("a", EANS[0]), camera("b", EANS[1]), camera("c", "")]
    linked = link(pages)
    assert len(linked.groups) == 2
    assert linked.models == (0, 0)


def test_shops_in_several_languages_are_linked():
    def shop(site, title, *found):
        fragment = Fragment("/x", FragmentKind.TABLE, tuple(Pair(*pair) for pair in found))
        return Specification(f"https://{site}.example/1", title=title, fragments=(fragment,))

    pages = [
        shop("de", "Nikon D3200 schwarz", ("Hersteller", "Nikon"), ("Herstellernummer", "VBA330")),
        shop("fr", "Appareil Nikon D3200", ("Marque", "Nikon"), ("Référence fabricant", "VBA330")),
        shop("ru", "Фотоаппарат Nikon D3200", ("Бренд", "Nikon"), ("Модель", "D3200")),
        shop("jp", "Nikon D3100", ("メーカー", "Nikon"), ("型番", "D3100")),
    ]
    groups = link(pages).groups
    assert sorted(len(group) for group in groups) == [1, 3]


def two_shops(count):
    for number in range(count):
        for shop in "ab":
            url, code = f"https://{shop}.example/{number:03d}", f"x{number * 37 % 9973:04d}t"
            yield Specification(url, title=f"Acme {code} kettle of shop {shop}")


@pytest.mark.parametrize("count", [20, 120])
def test_what_people_said_outranks_every_rule(count):
    pages = list(two_shops(count))
    assert link(pages).groups[0] == ("https://a.example/000", "https://b.example/000")
    apart = [("https://a.example/000", "https://b.example/000")]
    together = [("https://b.example/000", "https://a.example/001"), ("gone", "https://a.example/0")]
    linked = link(pages, same=together, different=apart)
    of = {url: number for number, urls in enumerate(linked.groups) for url in urls}
    assert of["https://a.example/000"] != of["https://b.example/000"]
    assert of["https://b.example/000"] == of["https://a.example/001"]
    assert len(linked.models) == len(linked.groups)


@pytest.mark.parametrize("count", [20, 120])
def test_a_person_who_joins_two_gtins_joins_all_their_pages(count):
    codes = [f"4{number:011d}" for number in range(count)]
    pages = [
        replace(page, fields=(Field("gtin", gtin(codes[at // 2])),))
        for at, page in enumerate(two_shops(count))
    ]
    before = link(pages)
    assert len(before.groups) == count
    after = link(pages, same=[(before.groups[0][0], before.groups[1][1])])
    assert sorted(before.groups[0] + before.groups[1]) in [sorted(each) for each in after.groups]
    assert len(after.groups) == count - 1


def gtin(digits):
    """With the digit that checks it."""
    total = sum(int(digit) * (1 + 2 * (at % 2)) for at, digit in enumerate(digits))
    return digits + str(-total % 10)


def test_few_products_that_many_shops_sell_are_told_apart(page):
    found = [
        page(
            f"https://shop{shop}.example/{number}",
            f"Borea Camera B{number}0",
            {"mpn": f"B{number}0"},
            Weight=f"{300 + number * 7} g",
        )
        for shop in range(220)
        for number in range(4)
    ]
    groups = link(found).groups
    assert sorted(map(len, groups)) == [220] * 4
    assert all(len({url.rpartition("/")[2] for url in group}) == 1 for group in groups)
