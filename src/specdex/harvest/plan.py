"""What a harvest does next: a pure decision over its state."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from specdex.discovery.rounds import RoundReport, why_stop
from specdex.harvest.state import LOOSE, State
from specdex.records import Site, SiteStatus

__all__ = [
    "Begin",
    "Crawl",
    "Discover",
    "Done",
    "Drop",
    "FilterHomes",
    "Join",
    "JudgeCrawls",
    "Learn",
    "Read",
    "Seed",
    "Step",
    "next_step",
    "report_of",
]

GIVEN = "given"
"""The reason of a seed that was not crawled and judged yet."""


@dataclass(frozen=True, slots=True)
class Seed:
    """Take up the sites that are given."""

    hosts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Begin:
    """Rest on *basis* from now on; *anew*, everything that rested on another is decided again."""

    basis: str
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Discover:
    """Ask the providers for new sites."""

    round: int


@dataclass(frozen=True, slots=True)
class FilterHomes:
    """Look at the home pages of candidates and judge them."""

    round: int
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Crawl:
    """Walk sites to their product pages, and read those on the way."""

    hosts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """Read the product pages that are unread."""


@dataclass(frozen=True, slots=True)
class JudgeCrawls:
    """Judge sites by what their crawls found."""

    round: int
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Learn:
    """Learn how shops print their data, and read again what wrappers read better."""

    round: int
    hosts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drop:
    """Let go of sites that nobody proposes any more."""

    hosts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """Align, link and fuse what the shops say."""


@dataclass(frozen=True, slots=True)
class Done:
    """There is nothing left to do."""

    reason: str


Step: TypeAlias = (
    Seed | Begin | Discover | FilterHomes | Crawl | Read | JudgeCrawls | Learn | Drop | Join | Done
)


def next_step(state: State) -> Step:
    """What is to be done in *state*; it ends with Done, and why no further round was asked."""
    unseeded = state.unseeded()
    if unseeded:
        return Seed(unseeded)
    basis = state.wanted_basis()
    if state.basis != basis:
        return Begin(basis, anew=bool(state.basis))
    number, reason = 0, ""
    while not reason:
        step = _within(state, number)
        if step:
            return step
        number += 1
        reason = "" if number in state.asked else _why_stop(state, number)
        if not reason and number not in state.asked:
            return Discover(number)
    return _closing(state) or Done(reason)


def _within(state: State, number: int) -> Step | None:
    """What is left to do with the sites of a round."""
    sites = state.of_round(number)
    unseen = _select(sites, SiteStatus.CANDIDATE, reason="")
    if unseen:
        return FilterHomes(number, unseen)
    hosts = tuple(
        site.host for site in sites if not site.crawled and site.status is not SiteStatus.REJECTED
    )
    if hosts:
        return Crawl(hosts)
    if state.unread:
        return Read()
    unjudged = _select(sites, SiteStatus.CANDIDATE) + _select(sites, SiteStatus.SEED, reason=GIVEN)
    if unjudged:
        return JudgeCrawls(number, unjudged)
    trusted = [site.host for site in state.shops() if site.round == number]
    unlearned = tuple(each for each in trusted if each not in state.learned)
    return Learn(number, unlearned) if unlearned else None


def _select(
    sites: Sequence[Site], status: SiteStatus, reason: str | None = None
) -> tuple[Site, ...]:
    return tuple(site for site in sites if site.status is status and reason in {None, site.reason})


def _why_stop(state: State, number: int) -> str:
    """Why the round of this number is not asked; empty where it is."""
    chosen = state.settings.discovery
    reports = [report_of(state, each) for each in range(1, number)]
    return why_stop(reports, chosen.rounds, chosen.patience)


def report_of(state: State, number: int) -> RoundReport:
    """What a round came to."""
    sites = state.of_round(number)
    new = (site.crawl_score for site in sites if site.status is SiteStatus.ACCEPTED)
    return RoundReport(len(sites), tuple(new), number in state.full)


def _closing(state: State) -> Step | None:
    """What is left to do when all rounds are over."""
    loose = tuple(site.host for site in state.of_round(LOOSE))
    if loose:
        return Drop(loose)
    return None if state.joined else Join()
