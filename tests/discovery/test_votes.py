"""The paper's equations, computed by hand."""

import pytest

from specdex.discovery.rounds import forward_links, hub_pages
from specdex.discovery.votes import (
    backlink_votes,
    forward_scores,
    hub_scores,
    search_scores,
    search_votes,
)
from specdex.html import parse
from specdex.records import Backlink, Page, SearchResult

RESULTS = {
    "k1": [SearchResult("http://a.example/1"), SearchResult("http://www.b.example/2")],
    "k2": [SearchResult("http://a.example/3"), SearchResult("http://a.example/4")],
    "k3": [SearchResult("https://c.example/5"), SearchResult("http://a.example/6")],
    "k4": [],
}
"""a is returned for three of four ids, b and c for one each."""

H1, H2, H3, H4 = (f"http://h{number}.example/links" for number in range(1, 5))
BACKLINKS = {
    "s1.example": [Backlink("s1.example", H1), Backlink("s1.example", H2)],
    "s2.example": [Backlink("s2.example", H1), Backlink("s2.example", H3)],
    "s3.example": [
        Backlink("s3.example", H1),
        Backlink("s3.example", H2),
        Backlink("s3.example", H2),
    ],
    "s4.example": [Backlink("s4.example", H4), Backlink("s4.example", "http://s4.example/own")],
}
"""h1 links to three of the four known sites, h2 to two, h3 and h4 to one."""
LINKS = {H1: ["n1.example", "n2.example"], H2: ["n2.example", "n2.example"], H3: ["n3.example"]}


def test_a_site_scores_the_share_of_the_ids_it_was_returned_for():
    assert search_scores(RESULTS) == {"a.example": 3 / 4, "b.example": 1 / 4, "c.example": 1 / 4}


def test_no_queries_give_no_scores():
    assert search_scores({}) == {}
    assert search_votes({}) == []


def test_search_votes_add_up_to_the_score():
    votes = search_votes(RESULTS, round_=2)
    assert sum(vote.weight for vote in votes if vote.site == "a.example") == pytest.approx(3 / 4)
    assert {(vote.strategy, vote.round) for vote in votes} == {("search", 2)}
    assert [vote.evidence for vote in votes if vote.site == "b.example"] == ["k1"]


def test_a_hub_scores_the_share_of_the_known_sites_it_links_to():
    assert hub_scores(BACKLINKS, prune=False) == {H1: 3 / 4, H2: 2 / 4, H3: 1 / 4, H4: 1 / 4}


def test_hubs_of_a_single_site_are_pruned():
    assert hub_scores(BACKLINKS) == {H1: 3 / 4, H2: 2 / 4}


def test_a_site_scores_the_weight_of_the_hubs_that_link_to_it():
    scores = forward_scores(hub_scores(BACKLINKS), LINKS)
    assert scores == {"n1.example": pytest.approx(0.75 / 1.25), "n2.example": pytest.approx(1.0)}


def test_without_hubs_there_are_no_scores():
    assert forward_scores({}, LINKS) == {}
    assert backlink_votes({}, LINKS) == []


def test_backlink_votes_add_up_to_the_score():
    votes = backlink_votes(hub_scores(BACKLINKS), LINKS)
    total = sum(vote.weight for vote in votes if vote.site == "n1.example")
    assert total == pytest.approx(0.6)
    assert {vote.strategy for vote in votes} == {"backlink"}


def test_the_best_hubs_are_read_first():
    hubs = {"http://b.example/1": 0.5, "http://a.example/2": 0.5, "http://a.example/1": 0.9}
    assert hub_pages(hubs, 2) == {"a.example": ["http://a.example/1", "http://a.example/2"]}


def test_a_hub_links_forward_to_other_sites_only():
    body = b"""<a href="/about">Us</a> <a href="http://shop.hub.example/">Ours</a>
    <a href="http://www.b.example/x">B</a> <a href="https://a.example">A</a>
    <a href="http://b.example/y">B again</a> <a href="mailto:x@y.example">Mail</a> <a href="http://[">?</a>"""
    document = parse(Page("http://hub.example/links", body))
    assert forward_links(document) == [
        "http://www.b.example/x",
        "https://a.example/",
        "http://b.example/y",
    ]


def test_weights_do_not_depend_on_the_order_of_hubs():
    shares = {f"http://hub{at}.example/": share for at, share in enumerate((0.1, 0.7, 0.2, 1e-17))}
    links = dict.fromkeys(shares, ("shop.example",))
    turned = dict(reversed(shares.items()))
    assert sum(shares.values()) != sum(turned.values())
    assert backlink_votes(shares, links) == backlink_votes(turned, links)
