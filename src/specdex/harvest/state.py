"""What a run holds of a harvest, as far as its next step depends on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from specdex.harvest.judge import TRUSTED
from specdex.pipeline.extract import unread
from specdex.pipeline.homes import home_of
from specdex.ports import Store
from specdex.records import Milestone, NotLearned, Site, SiteStatus, StoredPage, Wrapper
from specdex.settings import HarvestSettings
from specdex.urls import host

__all__ = ["ASKED", "BASIS", "JOIN", "LOOSE", "ROUND", "State", "read_state", "unread_of"]

ASKED, BASIS, JOIN, ROUND = "asked", "basis", "join", "round"
"""The milestones: ids that were asked for, what the harvest rests on, that all was joined, and each
round that was asked."""
LOOSE = -1
"""The round of a site that was found on another basis: it waits to be found again."""


@dataclass(frozen=True, slots=True)
class State:
    """A harvest at one moment."""

    settings: HarvestSettings
    sites: tuple[Site, ...] = ()
    """Of the category: by round, best first."""
    basis: str = ""
    """What the harvest rests on so far; empty before it has begun."""
    asked: frozenset[int] = frozenset()
    """The rounds that were asked, …"""
    full: frozenset[int] = frozenset()
    """… and those that asked for as many ids as they may."""
    unread: bool = False
    """Whether product pages of the category were not read, or have changed since."""
    learned: frozenset[str] = frozenset()
    """Sites of which a wrapper was learned, or could not be."""
    joined: bool = False

    def of_round(self, number: int) -> tuple[Site, ...]:
        """The sites that were found in a round; those given are of round 0."""
        return tuple(site for site in self.sites if site.round == number and _counts(site))

    def before(self, number: int) -> tuple[Site, ...]:
        """The sites that were known when a round began."""
        return tuple(site for site in self.sites if 0 <= site.round < number and _counts(site))

    def shops(self, until: int | None = None) -> tuple[Site, ...]:
        """The shops of the category, or only those that were found *until* a round."""
        kept = self.sites if until is None else self.before(until + 1)
        return tuple(site for site in kept if site.status in TRUSTED and _counts(site))

    def seeds(self) -> frozenset[str]:
        """The sites that were given."""
        return frozenset(site.host for site in self.sites if site.status is SiteStatus.SEED)

    def unseeded(self) -> tuple[str, ...]:
        """The sites that are given now and were not before."""
        given = dict.fromkeys(host(home_of(site)) for site in self.settings.sites)
        known = self.seeds()
        return tuple(each for each in given if each not in known)

    def wanted_basis(self) -> str:
        """What the harvest has to rest on: all that a first round depends on.

        Where it changes, rounds are asked anew, so that a harvest that is extended ends with what
        a fresh one would hold.
        """
        chosen = self.settings.discovery
        parts: tuple[object, ...] = (
            sorted(self.seeds()),
            sorted(self.settings.ids),
            (chosen.strategy, chosen.top, chosen.max_queries, chosen.min_sites, chosen.filters),
        )
        # a harvest without names or redundancy rests on what it did before there were any
        parts = (*parts, sorted(self.settings.names)) if self.settings.names else parts
        parts = (*parts, chosen.redundancy) if chosen.redundancy else parts
        return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def _counts(site: Site) -> bool:
    """Whether *site* was given or found; what was only crawled by itself was not."""
    return site.round != 0 or site.status is SiteStatus.SEED


def _lines(mark: str) -> int:
    return len(mark.splitlines())


def unread_of(store: Store, sites: Sequence[Site]) -> Iterator[StoredPage]:
    """The product pages of *sites*, all of one category, that were not read, or have changed.

    Pages of sites that were let go of stay, but are not read again.
    """
    hosts = {site.host for site in sites}
    category = next((site.category for site in sites), None)
    return (page for page in unread(store, category) if page.site in hosts)


def read_state(store: Store, settings: HarvestSettings) -> State:
    """The state of the harvest that *settings* describe."""
    category = settings.category
    sites = sorted(
        store.read(Site, category=category), key=lambda each: (each.round, -each.score, each.host)
    )
    marks = {
        (each.name, each.number): each.mark for each in store.read(Milestone, category=category)
    }
    most = settings.discovery.max_queries
    full = {
        number for (name, number), ids in marks.items() if name == ASKED and _lines(ids) >= most
    }
    learned = {each.site for each in store.read(Wrapper)}
    learned |= {each.site for each in store.read(NotLearned)}
    # a run of an earlier version has no milestones: its sites tell which rounds were asked
    rounds = {site.round for site in sites if site.round > 0}
    rounds |= {number for name, number in marks if name == ROUND}
    return State(
        settings=settings,
        sites=tuple(sites),
        basis=marks.get((BASIS, 0), ""),
        asked=frozenset(rounds),
        full=frozenset(full),
        unread=any(True for _ in unread_of(store, sites)),
        learned=frozenset(learned),
        joined=bool(marks.get((JOIN, 0))),
    )
