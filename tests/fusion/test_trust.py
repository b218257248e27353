import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.fusion import Trust, learn_trust

items = st.lists(
    st.dictionaries(
        st.sampled_from("xyz"), st.lists(st.sampled_from("abcde"), max_size=4), min_size=1
    ),
    max_size=12,
)


@given(items)
def test_what_is_believed_adds_up_to_one(told):
    trust = learn_trust(("", item) for item in told)
    assert all(0 < accuracy < 1 for accuracy in trust.accuracy.values())
    for item in told:
        shares = trust.shares(item)
        assert abs(sum(shares.values()) - 1) < 1e-9
        assert shares.keys() == item.keys()


def test_a_site_that_is_right_with_the_others_is_trusted():
    told = [{"right": ["a", "b"], f"wrong{n}": ["c"]} for n in range(20)]
    trust = learn_trust(("weight", item) for item in told)
    assert trust.accuracy["a"] > 0.9
    assert trust.accuracy["c"] < 0.5
    shares = trust.shares({"x": ["a"], "y": ["c"]})
    assert shares["x"] > shares["y"]


def test_sites_that_share_rare_errors_count_for_less_together():
    told = [{"true": ["a", "b", "c", "d"], f"wrong{n}": ["e", "f", "g"]} for n in range(30)]
    told += [{f"{n}": ["a", "b", "c", "d", "e", "f", "g"], "no": ["h"]} for n in range(200)]
    trust = learn_trust(("weight", item) for item in told)
    assert trust.shared["e", "f"] > 0.5
    assert ("a", "b") not in trust.shared
    apart = Trust(trust.accuracy).shares({"x": ["a", "b"], "y": ["e", "f", "g"]})
    together = trust.shares({"x": ["a", "b"], "y": ["e", "f", "g"]})
    assert together["x"] > apart["x"]


def test_a_value_that_more_sites_say_is_surer_and_never_certain():
    trust = learn_trust([])
    one, two, four = (
        trust.confidences({"x": sites})["x"] for sites in (["a"], ["a", "b"], ["a", "b", "c", "d"])
    )
    assert 0 < one < two < four < 1
    disputed = trust.confidences({"x": ["a", "b"], "y": ["c"]})
    assert disputed["x"] > disputed["y"]
    assert abs(sum(disputed.values()) - 1) < 1e-9
    assert disputed["x"] < trust.shares({"x": ["a", "b"], "y": ["c"]})["x"]


def test_a_site_is_trusted_by_attribute_where_there_is_enough_to_see():
    told = [("weight", {"right": ["a", "b"], f"{n}": ["c"]}) for n in range(300)]
    told += [("size", {"right": ["b", "c"], f"{n}": ["a"]}) for n in range(300)]
    trust = learn_trust(told)
    assert trust.special["a", "weight"] > trust.accuracy["a"] > trust.special["a", "size"]
    item = {"x": ["a"], "y": ["c"]}
    assert trust.shares(item, "weight")["x"] > 0.5 > trust.shares(item, "size")["x"]
    few = learn_trust(
        [*told, *(("colour", {"right": ["a", "b"], f"{n}": ["c"]}) for n in range(3))]
    )
    assert abs(few.special["c", "colour"] - few.accuracy["c"]) < 0.05


def test_an_attribute_over_which_two_camps_quarrel_says_nothing_of_sites():
    told = [("weight", {"right": ["a", "b", "c", "d"], f"{n}": ["e"]}) for n in range(200)]
    told += [("leaves", {f"{n}": ["a", "b"], f"-{n}": ["c", "d"]}) for n in range(200)]
    trust = learn_trust(told)
    assert all(trust.accuracy[site] > 0.95 for site in "abcd")
    assert ("a", "weight") in trust.special
    assert ("a", "leaves") not in trust.special


@pytest.mark.timed
def test_thousands_of_sites_are_not_compared_with_each_other():
    sites = [f"s{number}.example" for number in range(4_000)]
    start = time.process_time()
    trust = learn_trust([("power", {"1 w": sites[::2], "2 w": sites[1::2]})])
    shares = trust.confidences({"1 w": sites}, "power")
    assert time.process_time() - start < 1
    assert shares["1 w"] > 0.99
