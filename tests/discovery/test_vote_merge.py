import pytest

from specdex.discovery.votes import (
    STRATEGIES,
    merge,
    position_scores,
    ranking,
    usable_strategy,
)
from specdex.errors import InputError

SEARCH = {"a.example": 0.9, "b.example": 0.5, "c.example": 0.5, "d.example": 0.1}
BACKLINK = {"d.example": 0.02, "b.example": 0.01, "e.example": 0.01}
"""Places: a b c d, and d b e."""


def test_ties_go_by_name():
    assert ranking(SEARCH) == ["a.example", "b.example", "c.example", "d.example"]


def test_positions_score_from_one_down_to_one_nth():
    assert position_scores(["a", "b", "c", "d"]) == {"a": 1, "b": 0.75, "c": 0.5, "d": 0.25}
    assert position_scores([]) == {}


def test_search_and_backlink_keep_their_own_order():
    assert [each.site for each in merge("search", SEARCH, BACKLINK)] == ranking(SEARCH)
    assert [each.site for each in merge("backlink", SEARCH, BACKLINK)] == ranking(BACKLINK)


def test_union_takes_the_better_place():
    scores = {each.site: each.score for each in merge("union", SEARCH, BACKLINK)}
    assert scores == pytest.approx(
        {"a.example": 1, "d.example": 1, "b.example": 0.75, "c.example": 0.5, "e.example": 1 / 3}
    )
    assert list(scores)[:2] == ["a.example", "d.example"]


def test_intersection_takes_the_harmonic_mean_of_sites_in_both():
    merged = merge("intersection", SEARCH, BACKLINK)
    assert [each.site for each in merged] == ["b.example", "d.example"]
    assert merged[0].score == pytest.approx(2 * 0.75 * (2 / 3) / (0.75 + 2 / 3))
    assert merged[1].score == pytest.approx(2 * 0.25 * 1 / 1.25)


def test_an_unknown_strategy_is_named_with_those_that_exist():
    with pytest.raises(InputError, match="search, backlink, union, intersection"):
        merge("guess", SEARCH, BACKLINK)
    assert list(STRATEGIES) == ["search", "backlink", "union", "intersection"]


@pytest.mark.parametrize(
    ("strategy", "search", "backlink", "usable"),
    [
        ("intersection", True, True, "intersection"),
        ("intersection", True, False, "search"),
        ("union", False, True, "backlink"),
        ("search", True, True, "search"),
    ],
)
def test_a_missing_provider_leaves_the_other_side(strategy, search, backlink, usable):
    assert usable_strategy(strategy, search=search, backlink=backlink) == usable
