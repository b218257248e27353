"""The three strategies of entry pages agree within a walk, not only beside it."""

import pytest

from specdex.crawling import Category, SiteWalk
from specdex.crawling.links import site_links
from specdex.crawling.sitemaps import (
    BY_ADDRESS,
    Strategy,
    entry_score,
    harmonic_mean,
    search_scores,
)
from specdex.crawling.walk import Step
from specdex.html import parse
from specdex.ports import Walk
from specdex.records import Page

HOME = "http://shop.example/"
PAGE = parse(Page(HOME, b"<html><body><a href='/kettles'>Our kettles and more</a></body></html>"))


def scored(*votes):
    walk = SiteWalk("shop.example", HOME, "kettle")
    assert isinstance(walk, Walk)
    (link,) = site_links(PAGE)
    for strategy, score in votes:
        walk.votes.vote(link.key, strategy, score)
    home = Step(HOME, HOME, "home")
    return walk._entry_score(home, link, link.anchor), walk  # noqa: SLF001 - the one place


def test_what_strategies_agree_on_raises_a_link():
    alone, walk = scored()
    assert 0 < alone < 1
    raised, _ = scored((Strategy.SEARCH, 1.0))
    assert raised > alone
    both, _ = scored((Strategy.SEARCH, 1.0), (Strategy.TARGET, 1.0))
    assert both > raised
    (said,) = walk.votes.said.values()
    assert said == {Strategy.HOME: (pytest.approx(alone), 1)}


def test_a_strategy_that_disagrees_raises_less():
    high, _ = scored((Strategy.TARGET, 1.0))
    low, _ = scored((Strategy.TARGET, 0.1))
    assert low < high


def test_the_harmonic_mean_leans_to_the_lowest():
    assert harmonic_mean([1.0, 0.5]) == pytest.approx(2 / 3)
    assert harmonic_mean([0.5, 0.25, 0.25]) == pytest.approx(0.3)
    assert harmonic_mean([]) == harmonic_mean([1.0, 0.0]) == 0
    assert search_scores(["a", "b", "c", "d"]) == {"a": 1.0, "b": 0.75, "c": 0.5, "d": 0.25}


def worth(markup, anchor, url="/x"):
    page = Page("http://s.example/", f'{markup}<a href="{url}">{anchor}</a>'.encode())
    (link,) = site_links(parse(page))
    return entry_score(link, anchor, Category.of("camera"))


def test_links_are_worth_less_the_less_they_say_of_the_category():
    order = [
        worth("", "Cameras"),
        worth("", "Lens shop", "/cameras"),
        worth("", "Photo"),
        worth("", "Electronics"),
        worth("", "Departments"),
        worth("<nav>", "Gardening"),
        worth("", "Gardening"),
        worth("", "Gardening and many other words of no help"),
    ]
    assert order == sorted(order, reverse=True)
    assert (order[0], order[1], order[-1]) == (1.0, BY_ADDRESS, 0.0)
    assert len(set(order)) == len(order)
    assert worth("", "") == 0
    assert worth("", "Canon X100 camera") < worth("", "Photo")
