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
    trust = learn_trust(told)
    assert all(0 < accuracy < 1 for accuracy in trust.accuracy.values())
    for item in told:
        shares = trust.shares(item)
        assert abs(sum(shares.values()) - 1) < 1e-9
        assert shares.keys() == item.keys()


def test_a_site_that_is_right_with_the_others_is_trusted():
    told = [{"right": ["a", "b"], f"wrong{n}": ["c"]} for n in range(20)]
    trust = learn_trust(told)
    assert trust.accuracy["a"] > 0.9
    assert trust.accuracy["c"] < 0.5
    shares = trust.shares({"x": ["a"], "y": ["c"]})
    assert shares["x"] > shares["y"]


def test_sites_that_share_rare_errors_count_for_less_together():
    told = [{"true": ["a", "b", "c", "d"], f"wrong{n}": ["e", "f", "g"]} for n in range(30)]
    told += [{f"{n}": ["a", "b", "c", "d", "e", "f", "g"], "no": ["h"]} for n in range(200)]
    trust = learn_trust(told)
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
