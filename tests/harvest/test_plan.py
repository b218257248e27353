"""What a harvest does next, as a table of states."""

from dataclasses import replace

import pytest

from specdex.harvest.plan import (
    Begin,
    Crawl,
    Discover,
    Done,
    Drop,
    FilterHomes,
    Join,
    JudgeCrawls,
    Learn,
    Read,
    Seed,
    next_step,
)
from specdex.harvest.state import LOOSE, State
from specdex.records import Site, SiteStatus
from specdex.settings import DiscoverySettings, HarvestSettings

SETTINGS = HarvestSettings(
    "kettle", ("a.example", "http://www.b.example/"), discovery=DiscoverySettings(rounds=2)
)
LEARNED = frozenset({"a.example", "b.example", "c.example", "d.example"})


def seed(host, *, crawled=True, reason="2 of 2"):
    return Site(host, SiteStatus.SEED, "kettle", 1.0, crawled=crawled, reason=reason)


def found(host, status="candidate", number=1, **about):
    return Site(host, SiteStatus(status), "kettle", 0.5, number, **about)


def state(*sites, rounds=2, asked=(), **about):
    settings = replace(SETTINGS, discovery=DiscoverySettings(rounds=rounds, patience=2))
    made = State(settings, sites, asked=frozenset(asked), **{"learned": LEARNED} | about)
    return replace(made, basis=made.wanted_basis()) if "basis" not in about else made


A, B = seed("a.example"), seed("b.example")
BARE = found("c.example")
SEEN = found("c.example", reason="home page: found cart")
CRAWLED = replace(SEEN, crawled=True)
SHOP = found("c.example", "accepted", crawled=True, reason="5 of 5", crawl_score=0.9)
OTHER = found("d.example", "rejected", reason="home page: no sign of a shop")


@pytest.mark.parametrize(
    ("given", "step"),
    [
        pytest.param(state(), Seed(("a.example", "b.example")), id="a new run"),
        pytest.param(state(A), Seed(("b.example",)), id="a seed more"),
        pytest.param(state(A, B), Discover(1), id="seeds are done"),
        pytest.param(
            state(seed("a.example", crawled=False), B), Crawl(("a.example",)), id="uncrawled"
        ),
        pytest.param(state(A, B, unread=True), Read(), id="unread"),
        pytest.param(
            state(seed("a.example", reason="given"), B),
            JudgeCrawls(0, (seed("a.example", reason="given"),)),
            id="a seed is judged, too",
        ),
        pytest.param(
            state(A, B, learned=frozenset({"a.example"})), Learn(0, ("b.example",)), id="unlearned"
        ),
        pytest.param(state(A, B, rounds=0), Join(), id="no rounds"),
        pytest.param(
            state(A, B, rounds=0, joined=True), Done("no round was asked for"), id="joined"
        ),
        pytest.param(state(A, B, BARE, asked=[1]), FilterHomes(1, (BARE,)), id="a new candidate"),
        pytest.param(
            state(A, B, replace(BARE, crawled=True), asked=[1]),
            FilterHomes(1, (replace(BARE, crawled=True),)),
            id="crawled for an earlier basis",
        ),
        pytest.param(state(A, B, SEEN, OTHER, asked=[1]), Crawl(("c.example",)), id="hopeful"),
        pytest.param(state(A, B, CRAWLED, asked=[1], unread=True), Read(), id="read, then judge"),
        pytest.param(state(A, B, CRAWLED, asked=[1]), JudgeCrawls(1, (CRAWLED,)), id="unjudged"),
        pytest.param(
            state(A, B, SHOP, asked=[1], learned=LEARNED - {"c.example"}),
            Learn(1, ("c.example",)),
            id="a new shop is learned before the next round",
        ),
        pytest.param(state(A, B, SHOP, asked=[1]), Discover(2), id="the next round"),
        pytest.param(state(A, B, SHOP, asked=[1], rounds=1), Join(), id="rounds are over"),
        pytest.param(
            state(A, B, SHOP, asked=[1], joined=True), Discover(2), id="more rounds than before"
        ),
        pytest.param(
            state(A, B, asked=[1], joined=True), Done("no new site got a vote"), id="an empty round"
        ),
        pytest.param(
            state(A, B, OTHER, replace(OTHER, host="e.example", round=2), asked=[1, 2], rounds=9),
            Join(),
            id="patience is over",
        ),
        pytest.param(
            state(A, B, replace(SHOP, crawled=False, renewing="2026-01-01"), asked=[1]),
            Crawl(("c.example",)),
            id="a shop that is renewed",
        ),
        pytest.param(
            state(A, B, SHOP, found("d.example", number=LOOSE), asked=[1], rounds=1),
            Drop(("d.example",)),
            id="found for another basis only",
        ),
        pytest.param(
            state(A, B, Site("x.example", category="kettle"), rounds=0, joined=True),
            Done("no round was asked for"),
            id="what was crawled by itself is left alone",
        ),
    ],
)
def test_the_next_step(given, step):
    assert next_step(given) == step


def test_a_harvest_begins_with_its_basis():
    basis = state(A, B).basis
    assert next_step(state(A, B, basis="")) == Begin(basis)


@pytest.mark.parametrize(
    "changed",
    [
        {"sites": ("a.example", "b.example", "c.example")},
        {"ids": ("K-1",)},
        {"discovery": DiscoverySettings(rounds=2, top=3)},
        {"discovery": DiscoverySettings(rounds=2, filters="none")},
    ],
)
def test_what_rests_on_something_else_begins_anew(changed):
    before = state(A, B, SHOP, asked=[1], joined=True)
    after = replace(before, settings=replace(before.settings, **changed))
    if "sites" in changed:
        assert next_step(after) == Seed(("c.example",))
        after = replace(after, sites=(*after.sites[:2], seed("c.example")))
    assert next_step(after) == Begin(after.wanted_basis(), anew=True)


def test_more_rounds_or_patience_change_no_basis():
    before = state(A, B)
    chosen = DiscoverySettings(rounds=9, patience=7, search_engine="x:y", search_quota=3)
    after = replace(before, settings=replace(before.settings, discovery=chosen))
    assert after.wanted_basis() == before.basis
