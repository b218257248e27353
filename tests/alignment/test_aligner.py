import time
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.alignment import Aligner
from specdex.records import Decision, DecisionKind, Fragment, FragmentKind, Pair, Specification


def page(site, number, **pairs):
    return Specification(
        f"https://{site}.example/{number}",
        site=site,
        fragments=(
            Fragment(
                "/x",
                FragmentKind.TABLE,
                tuple(Pair(name.replace("_", " "), value) for name, value in pairs.items()),
            ),
        ),
    )


def align(specifications, groups=(), decisions=()):
    return Aligner(specifications, decisions).correspondences(groups)


def attributes(specifications, groups=()):
    return {(found.site, found.name): found.attribute for found in align(specifications, groups)}


def shops(**names):
    """One shop for each name of a weight, all with the same six products."""
    pages = [
        page(site, number, **{name: f"{number}50 g", "Code": f"MX-{number}77Q"})
        for site, name in names.items()
        for number in range(1, 7)
    ]
    groups = [[f"https://{site}.example/{number}" for site in names] for number in range(1, 7)]
    return pages, groups


def test_one_wording_is_one_attribute_over_sites():
    pages, _ = shops(a="Weight", b="weight:", c="WEIGHT (g)")
    found = attributes(pages)
    assert len({found["a", "Weight"], found["b", "weight:"], found["c", "WEIGHT (g)"]}) == 1


def test_names_in_other_languages_are_joined_by_their_values_on_known_products():
    pages, groups = shops(de="Gewicht", fr="Poids", ja="重量", en="Net_weight")
    found = attributes(pages, groups)
    weights = {found["de", "Gewicht"], found["fr", "Poids"], found["ja", "重量"]}
    assert len(weights) == 1
    assert found["en", "Net weight"] in weights


def test_shared_codes_stand_in_for_known_products():
    pages, _ = shops(de="Gewicht", fr="Poids")
    found = attributes(pages)
    assert found["de", "Gewicht"] == found["fr", "Poids"]


def test_without_shared_products_strange_names_stay_apart():
    pages, _ = shops(de="Schwupp", fr="Balourd")
    found = attributes(pages, [["https://nowhere.example/1"]])
    assert found["de", "Schwupp"] != found["fr", "Balourd"]


def test_words_of_one_meaning_are_joined_without_shared_products():
    pages, _ = shops(de="Gewicht", fr="Poids")
    found = attributes(pages, [["https://nowhere.example/1"]])
    assert found["de", "Gewicht"] == found["fr", "Poids"]


def test_what_a_person_says_a_name_means_it_means():
    pages, _ = shops(a="Weight", b="Weight", c="Schwupp")
    said = [Decision(DecisionKind.MEANS, "", "Schwupp", "Weight")]
    said += [Decision(DecisionKind.MEANS, "b", "Weight", "Shipping weight")]
    found = {(each.site, each.name): each for each in align(pages, decisions=said)}
    assert found["c", "Schwupp"].attribute == found["a", "Weight"].attribute == "Weight"
    assert found["b", "Weight"].attribute == "Shipping weight"
    assert found["c", "Schwupp"].confidence == 1.0


@pytest.mark.timed
def test_hostile_names_and_values_are_bounded():
    pages = [page("a", 1, **{"N" * 100_000: "x " * 500_000, "": "1", "-": "2"})]
    pages += [page("b", 2, **{f"name {n} of {n % 7}": "1" for n in range(10_000)})]
    start = time.perf_counter()
    found = align(pages)
    assert time.perf_counter() - start < 30
    assert len(found) == 10_001


def test_two_names_on_one_page_are_never_joined():
    pages, groups = shops(a="Weight", b="Peso")
    pages = [
        page("a", number, Weight=f"{number}50 g", Package_weight=f"{number}50 g", weight="1 kg")
        for number in range(1, 7)
    ] + pages[6:]
    found = attributes(pages, groups)
    assert len({found["a", "Weight"], found["a", "Package weight"], found["a", "weight"]}) == 3


def test_names_of_one_site_that_never_meet_may_be_joined():
    pages = [page("a", number, Weight=f"{number} kg") for number in range(4)]
    pages += [page("a", number, **{"Weight:": f"{number} kg"}) for number in range(4, 8)]
    found = attributes(pages)
    assert found["a", "Weight"] == found["a", "Weight:"]


def test_one_wording_for_different_things_is_two_attributes():
    pages = [page("a", number, Size=f"{number} kg") for number in range(4)]
    pages += [page("b", number, Size=f"{number} cm") for number in range(4)]
    found = attributes(pages)
    assert found["a", "Size"] != found["b", "Size"]


def test_an_attribute_is_called_as_most_sites_call_it():
    pages, groups = shops(a="Weight", b="Weight", c="Gewicht")
    assert set(attributes(pages, groups).values()) >= {"Weight"}
    assert attributes(pages, groups)["c", "Gewicht"] == "Weight"


def test_one_site_and_empty_values_are_no_problem():
    assert align([]) == ()
    assert align([Specification("https://a.example/1")]) == ()
    (found,) = align([page("a", 1, Weight="")])
    assert (found.attribute, found.confidence) == ("Weight", 1.0)


specifications = st.lists(
    st.builds(
        lambda site, number, pairs: page(site, number, **pairs),
        st.sampled_from("abc"),
        st.integers(0, 5),
        st.dictionaries(
            st.sampled_from(["Weight", "weight", "Gewicht", "Colour", "Color", "Model"]),
            st.sampled_from(["1 kg", "1000 g", "2 kg", "3 kg", "red", "MX-100Q", "MX-200Q", ""]),
            max_size=5,
        ),
    ),
    max_size=12,
    unique_by=lambda made: made.url,
)


@given(specifications, st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(found, chance):
    shuffled = list(found)
    chance.shuffle(shuffled)
    assert align(shuffled) == align(found)


@given(specifications)
def test_every_name_has_one_attribute_and_names_on_a_page_have_different_ones(found):
    known = attributes(found)
    printed = {(made.site, pair.name) for made in found for pair in made.pairs}
    assert set(known) == printed
    for made in found:
        names = {pair.name for pair in made.pairs}
        assert len({known[made.site, name] for name in names}) == len(names)


@pytest.mark.slow
@pytest.mark.timed
def test_ten_thousand_specifications_are_aligned_in_seconds():
    pages = [
        page(
            f"site{number % 40}",
            number,
            **{f"name_{place}_{number % 3}": f"{number % 97 * place} mm" for place in range(20)},
            Model=f"MX-{number // 40}77Q",
        )
        for number in range(10_000)
    ]
    start = time.perf_counter()
    found = align(pages)
    assert time.perf_counter() - start < 60
    sites = defaultdict(set)
    for known in found:
        sites[known.attribute].add(known.site)
    assert len(sites["Model"]) == 40
