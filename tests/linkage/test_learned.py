import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.linkage import link
from specdex.linkage.attributes import agreements, entries
from specdex.linkage.bags import Bag
from specdex.linkage.candidates import candidate_pairs
from specdex.linkage.clusters import NEVER, clusters
from specdex.linkage.evidence import ATTRIBUTE_FEATURES
from specdex.linkage.features import TEXT_FEATURES, TITLE_FEATURES
from specdex.linkage.learned import compared, scored
from specdex.linkage.pages import pages as columns
from specdex.linkage.scores import competing, read_model
from specdex.quantities import normal_value
from specdex.records import Field, Fragment, FragmentKind, Pair, Specification

MAKERS = ("Acme", "Borg", "Cyan", "Dune")


def shops(count):
    """Two shops that sell the same *count* things under somewhat different titles."""
    for number in range(count):
        maker, code = MAKERS[number % 4], f"{'xkqz'[number % 3]}{number * 37 % 9973:04d}t"
        yield Specification(f"https://a.example/{number}", title=f"{maker} {code} kettle steel")
        yield Specification(
            f"https://b.example/{number}", title=f"kettle {maker} {code.upper()} by {maker}"
        )


def test_two_shops_are_linked_page_by_page():
    products = link(tuple(shops(150))).groups
    both = [urls for urls in products if len(urls) == 2]
    right = [urls for urls in both if urls[0].rsplit("/")[-1] == urls[1].rsplit("/")[-1]]
    assert len(right) >= 145
    assert len(products) <= 155


def test_the_order_of_a_large_collection_does_not_matter():
    pages = tuple(shops(110))
    assert link(pages[::-1]) == link(pages)


def test_every_match_of_a_large_collection_says_why():
    for match in link(tuple(shops(110))).matches:
        assert match.evidence
        assert 0 < match.confidence <= 1


@pytest.mark.filterwarnings("error")
def test_ten_thousand_equal_titles_are_no_problem():
    pages = [
        Specification(f"https://a{n % 7}.example/{n}", title="Oak table 80 x 80")
        for n in range(10_000)
    ]
    start = time.process_time()
    linked = link(pages)
    assert time.process_time() - start < 20
    assert sum(map(len, linked.groups)) == len(pages)


def test_one_value_of_a_megabyte_and_a_page_that_says_nothing_are_no_problem():
    long = Pair("Note", "word 4711 " * 100_000)
    pages = [
        Specification(f"https://{site}.example/1", title="Acme X4711 kettle", fragments=(
            Fragment("/x", FragmentKind.TABLE, (long, Pair("EAN", "1 " * 500_000))),))
        for site in "ab"
    ]  # fmt: skip
    pages += [Specification("https://c.example/1"), Specification("https://d.example/1")]
    start = time.process_time()
    assert sorted(map(len, link(pages).groups)) == [1, 1, 2]
    assert time.process_time() - start < 5


def test_measures_in_a_title_are_of_the_attribute_that_has_such_values():
    def page(site, number, title, **pairs):
        table = Fragment("/x", FragmentKind.TABLE, tuple(Pair(*each) for each in pairs.items()))
        return Specification(f"https://{site}.example/{number}", title=title, fragments=(table,))

    pages = [page("a", n, f"Acme X{n}", Memory="8 GB", Disk="256 GB") for n in range(4)]
    pages.append(page("b", 9, "Acme X9 8 GB 256 GB", Memory="see the data sheet"))
    seen = columns(pages)
    found = entries(pages, seen)
    said = {
        (found.names[attribute], found.quantities[value].text)
        for at, attribute, value in zip(found.pages, found.attributes, found.values, strict=True)
        if at == 4
    }
    assert {("memory", normal_value("8 GB")), ("disk", normal_value("256 GB"))} <= said
    assert not any("sheet" in text for _, text in said)


def test_a_single_attribute_that_never_contradicts_itself_parts_variants():
    def page(site, number, model, memory):
        pairs = (Pair("Memory", memory), Pair("Weight", "1.3 kg"), Pair("Screen", "14 in"))
        return Specification(
            f"https://{site}.example/{number}",
            title=f"Acme Book Z{model}00 {memory}",
            fragments=(Fragment("/x", FragmentKind.TABLE, pairs),),
        )

    pages = [
        page(site, f"{model}-{memory[0]}", model, memory)
        for model in range(1, 9)
        for memory in ("4 GB", "8 GB")
        for site in "abc"
    ]
    linked = link(pages)
    assert sorted(map(len, linked.groups)) == [3] * 16
    assert len(set(linked.models)) == 8


def test_candidates_share_a_rare_mark_and_grow_with_the_pages_only():
    rare = Bag([[f"code{page // 2}", "common"] for page in range(400)])
    one, other = candidate_pairs([rare], np.arange(400), np.arange(400) % 2)
    assert set(zip(one.tolist(), other.tolist(), strict=True)) == {
        (page, page + 1) for page in range(0, 400, 2)
    }


def test_shared_marks_are_found_for_many_pairs_at_once():
    bag = Bag([["a", "b"], ["b", "c"], [], ["a"]])
    pair, mark = bag.shared(np.array([0, 0, 2]), np.array([1, 3, 0]))
    assert {(at, bag.marks[each]) for at, each in zip(pair, mark, strict=True)} == {
        (0, "b"),
        (1, "a"),
    }


def test_groups_are_joined_by_the_average_and_never_over_a_veto():
    one, other = np.array([0, 1, 0]), np.array([1, 2, 2])
    assert clusters(np.arange(4), (one, other), np.array([0.9, 0.8, 0.7]), 0.5).tolist() == [
        0,
        0,
        0,
        3,
    ]
    assert clusters(np.arange(4), (one, other), np.array([0.9, 0.8, 0.0]), 0.5).tolist() == [
        0,
        0,
        2,
        3,
    ]
    assert clusters(np.arange(4), (one, other), np.array([0.9, 0.8, NEVER]), 0.1).tolist() == [
        0,
        0,
        2,
        3,
    ]


@given(
    st.lists(
        st.tuples(st.integers(0, 7), st.integers(8, 15), st.floats(0, 1)),
        unique_by=lambda row: row[:2],
        max_size=30,
    )
)
def test_every_page_is_in_one_group(rows):
    one, other, score = (np.array(column) for column in zip(*rows, strict=True)) if rows else (
        np.empty(0, int), np.empty(0, int), np.empty(0))  # fmt: skip
    found = clusters(np.arange(16), (one, other), score, 0.5)
    assert (found <= np.arange(16)).all()
    assert (found[found] == found).all()


def test_of_two_matches_on_a_shop_the_one_that_is_ahead_wins():
    text = np.zeros((3, len(TEXT_FEATURES)))
    pairs, sites = (np.array([0, 0, 3]), np.array([1, 2, 4])), np.array([0, 1, 1, 2, 3])
    found, _ = competing(np.array([0.9, 0.8, 0.8]), text, pairs, sites)
    assert found[0] > found[1]
    assert found[1] < 0.5
    assert found[2] == pytest.approx(0.8)


def test_a_measure_and_words_without_a_number_neither_agree_nor_differ(page):
    said = [
        page("https://a.example/1", "Acme X1", Clock="1.7 GHz", Colour="red"),
        page("https://b.example/1", "Acme X1", Clock="Intel Core i3", Colour="blue"),
        page("https://c.example/1", "Acme X1", Clock="2.4 GHz", Colour="red"),
    ]
    found = entries(said, columns(said))
    one, other = np.array([0, 0]), np.array([1, 2])
    known = agreements(found, one, other)
    told = {
        (pair, found.names[attribute]): degree
        for pair, attribute, degree in zip(
            known.pair.tolist(), known.attribute.tolist(), known.degree.tolist(), strict=True
        )
    }
    assert (0, "clock") not in told
    assert (told[0, "colour"], told[1, "clock"], told[1, "colour"]) == (0, 0, 1)


def test_the_more_pages_have_a_match_the_sooner_the_best_is_believed():
    def judged(likely):
        """Two shops of 200 products, each page with a candidate, its rival, and some likely."""
        count = 200
        page = np.arange(count)
        pairs = np.concatenate([page, page]), np.concatenate([page, (page + 1) % count]) + count
        score = np.concatenate([np.where(page < likely, 0.9, 0.3), np.full(count, 0.1)])
        sites = np.repeat([0, 1], count)
        return competing(score, np.zeros((2 * count, len(TEXT_FEATURES))), pairs, sites)

    (few, late), (many, soon) = judged(20), judged(180)
    assert soon < late
    assert few[199] < late
    assert many[199] > soon
    assert judged(20)[0][0] > late


def test_the_model_that_ships_fits_its_features():
    width = len(TEXT_FEATURES) + len(ATTRIBUTE_FEATURES) + len(TITLE_FEATURES)
    scores = read_model().scores(np.zeros((2, width)))
    assert ((scores > 0) & (scores < 1)).all()
    assert max(read_model().trees.feature) < width


def gtin_13(number):
    digits = f"4006381{number * 37 + 11:05d}"
    weighed = sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(digits))
    return f"{digits}{-weighed % 10}"


@pytest.mark.parametrize(("bearing", "worst"), [(30, NEVER), (5, 0.0)])
def test_contradicting_gtins_part_for_good_only_where_most_pages_bear_one(bearing, worst):
    found = [
        Specification(
            f"https://shop{shop}.example/{model}",
            site=f"shop{shop}.example",
            title=f"Lumea Aero X{model}7Q Camera",
            fields=(Field("gtin", gtin_13(model * 2 + shop % 2)),) if model < bearing else (),
        )
        for model in range(30)
        for shop in range(4)
    ]
    assert scored(compared(found), read_model()).score.min() == worst
