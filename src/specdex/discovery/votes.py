"""Votes: products found on a site and hubs that link to it speak for it (the paper's eq. 1-6)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from specdex.errors import InputError
from specdex.records import Backlink, SearchResult, Vote
from specdex.urls import host

__all__ = [
    "PLACES",
    "STRATEGIES",
    "Ranked",
    "backlink_votes",
    "count_votes",
    "forward_scores",
    "hub_scores",
    "merge",
    "position_scores",
    "ranking",
    "search_scores",
    "search_votes",
    "usable_strategy",
]

SEARCH, BACKLINK = "search", "backlink"
Scores = Mapping[str, float]
PLACES = 12
"""Scores that differ by less are the same: sums depend on the order of their parts."""


def _sites(results: Iterable[SearchResult]) -> list[str]:
    """The sites of *results*, each once, in order."""
    return list(dict.fromkeys(site for result in results if (site := host(result.url))))


def search_scores(results: Mapping[str, Iterable[SearchResult]]) -> dict[str, float]:
    """The sSearch of each site: the share of product ids whose *results* name it (eq. 1, 2)."""
    counts = Counter(site for found in results.values() for site in _sites(found))
    return {site: count / len(results) for site, count in counts.items()}


def search_votes(results: Mapping[str, Iterable[SearchResult]], round_: int = 1) -> list[Vote]:
    """One vote for each site and product id; a site's weights add up to its sSearch."""
    weight = 1 / len(results) if results else 0.0
    return [
        Vote(site, SEARCH, product, weight, round_)
        for product, found in results.items()
        for site in _sites(found)
    ]


def hub_scores(
    backlinks: Mapping[str, Iterable[Backlink]], *, prune: bool = True
) -> dict[str, float]:
    """The sHub of each hub: the share of the known sites it links to (eq. 3, 4).

    *backlinks* are those of each known site; hubs of a single site are pruned, and a site's own
    pages do not count.
    """
    counts = Counter(
        hub
        for site, links in backlinks.items()
        for hub in {link.url for link in links if host(link.url) != site}
    )
    least = 2 if prune else 1
    return {hub: count / len(backlinks) for hub, count in counts.items() if count >= least}


def forward_scores(
    hubs: Mapping[str, float], links: Mapping[str, Iterable[str]]
) -> dict[str, float]:
    """The sForward of each site: the share of the hubs' weight whose *links* name it (eq. 5, 6)."""
    total = fsum(hubs.values())
    scores: dict[str, float] = {}
    for hub in sorted(hubs):
        for site in set(links.get(hub, ())):
            scores[site] = scores.get(site, 0.0) + hubs[hub]
    return {site: score / total for site, score in scores.items()} if total else {}


def backlink_votes(
    hubs: Mapping[str, float], links: Mapping[str, Iterable[str]], round_: int = 1
) -> list[Vote]:
    """One vote for each site and hub; the weights of a site's votes add up to its sForward."""
    total = fsum(hubs.values())
    return [
        Vote(site, BACKLINK, hub, hubs[hub] / total, round_)
        for hub in sorted(hubs)
        for site in sorted(set(links.get(hub, ())))
        if total
    ]


def count_votes(votes: Iterable[Vote]) -> tuple[dict[str, float], dict[str, float]]:
    """The sSearch and sForward of each site out of *votes*.

    Products vote once in all rounds, as K only grows; hubs vote anew in each, so that only the
    latest round's votes are theirs.
    """
    products: dict[str, set[str]] = {}
    forward: dict[int, dict[str, float]] = {}
    for vote in votes:
        if vote.strategy == SEARCH:
            products.setdefault(vote.evidence, set()).add(vote.site)
        else:
            sites = forward.setdefault(vote.round, {})
            sites[vote.site] = sites.get(vote.site, 0.0) + vote.weight
    counts = Counter(site for sites in products.values() for site in sites)
    search = {site: count / len(products) for site, count in counts.items()}
    return search, forward[max(forward)] if forward else {}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A site and the score that its place in a ranking rests on."""

    site: str
    score: float


def ranking(scores: Scores) -> list[str]:
    """The sites of *scores*, best first; ties go by name."""
    return sorted(scores, key=lambda site: (-round(scores[site], PLACES), site))


def position_scores(order: Sequence[str]) -> dict[str, float]:
    """The rScore of each site: 1 for the first place, 1/n for the last of n.

    >>> position_scores(["a.example", "b.example"])
    {'a.example': 1.0, 'b.example': 0.5}
    """
    size = len(order)
    return {site: (size + 1 - place) / size for place, site in enumerate(order, start=1)}


def _union(search: Scores, backlink: Scores) -> dict[str, float]:
    """The better of both places."""
    return {
        site: max(search.get(site, 0.0), backlink.get(site, 0.0)) for site in {*search, *backlink}
    }


def _intersection(search: Scores, backlink: Scores) -> dict[str, float]:
    """The harmonic mean of both places; a site needs both."""
    return {
        site: 2 * search[site] * backlink[site] / (search[site] + backlink[site])
        for site in {*search} & {*backlink}
    }


STRATEGIES: dict[str, Callable[[Scores, Scores], Scores]] = {
    "search": lambda search, _: search,
    "backlink": lambda _, backlink: backlink,
    "union": _union,
    "intersection": _intersection,
}
"""The paper's four strategies; each takes the position scores of both rankings."""


def merge(strategy: str, search: Scores, backlink: Scores) -> list[Ranked]:
    """The sites that *strategy* ranks, best first.

    *search* and *backlink* are raw scores; a site's score in the result is its rScore, sUnion or
    sIntersection.
    """
    if strategy not in STRATEGIES:
        raise InputError(f"no strategy called {strategy!r}; there are: {', '.join(STRATEGIES)}")
    scores = STRATEGIES[strategy](
        position_scores(ranking(search)), position_scores(ranking(backlink))
    )
    return [Ranked(site, scores[site]) for site in ranking(scores)]


def usable_strategy(strategy: str, *, search: bool, backlink: bool) -> str:
    """*strategy*, or the one side of it that has a provider where the other has none.

    >>> usable_strategy("intersection", search=True, backlink=False)
    'search'
    """
    if strategy in {"union", "intersection"} and search != backlink:
        return "search" if search else "backlink"
    return strategy
