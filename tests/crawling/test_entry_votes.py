"""The three strategies of entry pages agree within a walk, not only beside it."""

import pytest

from specdex.crawling import SiteWalk
from specdex.crawling.entry_pages import Strategy
from specdex.crawling.links import site_links
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
