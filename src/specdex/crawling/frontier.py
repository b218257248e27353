"""The frontier of one walk: what was asked for, what is held back, and what came of it.

A walk to given pages goes no further: home pages to judge, hubs to read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from specdex.crawling.addresses import url_pattern
from specdex.crawling.links import PageLink
from specdex.html import Document
from specdex.records import PageKind, Sight, Visit
from specdex.urls import canonical

__all__ = ["Frontier", "PageWalk", "Prospect", "Prospects", "Role", "Step"]

MAX_HELD = 3_000
"""Candidates held back; a site that offers more is not worth remembering all of them."""
SIBLING = 0.45
"""What a link to a list is worth beside others, below the home page, that led somewhere."""
MIN_TRIED = 3
"""Pages of one URL pattern that must have led nowhere before the others count less."""
ENOUGH = 2
"""Products of the category that make a list one of the category's, …"""
SHARE = 0.6
"""… if they are at least this share of those tried."""
MAX_OFFERS = 500
KNOWN_ENTRY = 1.0
"""What an entry page of an earlier crawl is worth."""


class Role(StrEnum):
    """What a walk hopes to find at an address."""

    HOME = "home"
    SITEMAP = "sitemap"
    LISTING = "listing"
    PAGER = "pager"
    PRODUCT = "product"


EXPECTED = {
    Role.HOME: (PageKind.HOME, 100.0),
    Role.SITEMAP: (PageKind.SITEMAP, 100.0),
    Role.LISTING: (PageKind.ENTRY, 80.0),
    Role.PRODUCT: (PageKind.PRODUCT, 50.0),
    Role.PAGER: (PageKind.INDEX, 30.0),
}
"""The kind of page, and how soon it is asked for: products of a page come before the next page of
the list, so that a small budget is well spent."""


@dataclass(frozen=True, slots=True)
class Step:
    """An address, and why the walk would go there."""

    key: str
    url: str
    role: Role
    score: float = 1.0
    shape: str = ""
    """The shape of the link: links alike lead to pages alike."""
    depth: int = 0
    trail: tuple[str, ...] = ()
    inside: bool = False
    """Whether it stands on a page of the category."""

    @classmethod
    def unexpected(cls, visit: Visit) -> Self:
        """The step of a visit that the walk never asked for."""
        return cls(canonical(visit.url), visit.url, Role.LISTING, 0.0, "", visit.depth, visit.trail)

    @classmethod
    def remembered(cls, url: str, category: str) -> Self:
        """The step to an entry page of *category* that an earlier crawl found."""
        return cls(
            canonical(url), url, Role.LISTING, KNOWN_ENTRY, depth=1, trail=(category,), inside=True
        )

    def onward(self, link: PageLink, anchor: str) -> "Step":
        """The step from here over *link*, its promise still to be said."""
        trail = (*self.trail, anchor)
        return Step(link.key, link.url, Role.LISTING, 0.0, link.shape, self.depth + 1, trail)

    @property
    def kind(self) -> PageKind:
        """What to call a page of the category that is found here and is no product."""
        return PageKind.ENTRY if self.role is Role.LISTING and not self.inside else PageKind.INDEX


@dataclass(slots=True)
class Frontier:
    """Keeps the steps of a walk; deterministic, so that a replay ends in the same state."""

    known: set[str] = field(default_factory=set)
    """Everything asked for, by canonical address."""
    awaited: dict[str, Step] = field(default_factory=dict)
    held: dict[str, Step] = field(default_factory=dict)
    luck: dict[str, tuple[int, int]] = field(default_factory=dict)
    """For each shape of link: how many led somewhere, of how many."""

    def hold(self, step: Step) -> None:
        """Remember a candidate for later, unless it is known or was held with a better score."""
        earlier = self.held.get(step.key)
        if step.key in self.known or (earlier and earlier.score >= step.score):
            return
        if earlier or len(self.held) < MAX_HELD:
            self.held[step.key] = step

    def ask(self, step: Step, site: str) -> Visit | None:
        """The visit to *step*; None where it was asked for already."""
        if step.key in self.known:
            return None
        self.known.add(step.key)
        self.held.pop(step.key, None)
        if step.role is not Role.SITEMAP:
            # a file that does not come is no page that is missed
            self.awaited[step.key] = step
        kind, priority = EXPECTED[step.role]
        return Visit(
            url=step.url,
            site=site,
            priority=priority + 10.0 * step.score,
            depth=step.depth,
            expected=kind,
            trail=step.trail,
        )

    def arrive(self, key: str) -> Step | None:
        """The step that was awaited at *key*, awaited no longer."""
        return self.awaited.pop(key, None)

    def credit(self, step: Step, *, lucky: bool) -> None:
        """Remember whether a link of this shape, and an address of this pattern, led somewhere."""
        for name in (step.shape, _of_address(step)):
            if name:
                good, tried = self.luck.get(name, (0, 0))
                self.luck[name] = (good + lucky, tried + 1)

    def worth(self, step: Step) -> float:
        """The score of a candidate in the light of what links and addresses alike led to."""
        good, tried = self.luck.get(step.shape, (0, 0))
        siblings = step.role is Role.LISTING and len(step.trail) > 1 and 2 * good > tried
        by_shape = min(1.0, 2 * (good + 1) / (tried + 2))
        # how much the region of the site that the address lies in has disappointed
        good, tried = self.luck.get(_of_address(step), (0, 0))
        by_region = 1.0 if good or tried < MIN_TRIED else MIN_TRIED / (tried + 1)
        return max(SIBLING if siblings else 0.0, step.score * by_shape * by_region)

    def best(self, floor: float) -> Step | None:
        """The most promising candidate worth at least *floor*; ties go by address."""
        ranked = ((-self.worth(step), step.key) for step in self.held.values())
        worth, key = min(ranked, default=(0.0, ""))
        if not key or -worth < floor:
            return None
        return self.held[key]

    def forget(self, keys: set[str]) -> None:
        """Drop candidates that turned out to be something known under another address."""
        for key in keys:
            self.held.pop(key, None)
            self.known.add(key)


def _of_address(step: Step) -> str:
    """What an address is remembered by beside its link's shape; nothing for home and pagers."""
    if step.role in {Role.HOME, Role.PAGER}:
        return ""
    return f"{step.role} {url_pattern(step.url)}"


@dataclass(frozen=True, slots=True)
class Prospect:
    """A list on trial."""

    place: str
    """Its address without page number: its pages are one list."""
    offers: tuple[Step, ...]
    pages: tuple[Step, ...]
    likely: bool = False
    """Whether it is named like a department of the category: then one product is enough."""
    tried: int = 0
    ours: int = 0

    @property
    def holds(self) -> bool:
        """Whether its products have shown that it is a list of the category."""
        if self.likely:
            return self.ours > 0
        return self.ours >= ENOUGH and self.ours >= SHARE * self.tried


@dataclass(slots=True)
class Prospects:
    """The lists on trial of one walk, by the address of each product they offer."""

    lists: dict[str, Prospect] = field(default_factory=dict)
    origin: dict[str, str] = field(default_factory=dict)
    """Which list first offered a product."""

    def add(self, prospect: Prospect) -> None:
        """Put a list, or a further page of one, on trial."""
        known = self.lists.get(prospect.place)
        if known:
            prospect = replace(
                known,
                offers=(*known.offers, *prospect.offers),
                pages=(*known.pages, *prospect.pages),
                likely=known.likely or prospect.likely,
            )
        self.lists[prospect.place] = prospect
        for step in prospect.offers[:MAX_OFFERS]:
            self.origin.setdefault(step.key, prospect.place)

    def likely(self, key: str) -> bool:
        """Whether the product at *key* stands on a list named like a department of the category."""
        prospect = self.lists.get(self.origin.get(key, ""))
        return prospect is not None and prospect.likely

    def judge(self, key: str, *, ours: bool) -> Prospect | None:
        """The list that the product at *key* has shown to be of the category, if it has."""
        place = self.origin.get(key, "")
        prospect = self.lists.get(place)
        if prospect is None:
            return None
        told = replace(prospect, tried=prospect.tried + 1, ours=prospect.ours + ours)
        if told.holds:
            return self.lists.pop(place)
        self.lists[place] = told
        return None


class PageWalk:
    """Sees the pages at *urls* of one site, in this order, and follows no link.

    They are taken for pages of this *kind* and, where one is named, of a *category*.
    """

    def __init__(
        self, site: str, urls: Sequence[str], kind: PageKind = PageKind.OTHER, category: str = ""
    ) -> None:
        self.site = site
        self.urls = tuple(urls)
        self.kind = kind
        self._of = category

    def start(self) -> Sequence[Visit]:
        """All the pages."""
        return tuple(
            Visit(url, self.site, priority=-float(place), expected=self.kind)
            for place, url in enumerate(self.urls)
        )

    def see(self, visit: Visit, document: Document) -> Sight:
        """A page of the kind asked for; nowhere to go from it."""
        if not len(document):
            return Sight(visit, PageKind.OTHER)
        return Sight(visit, self.kind, self._of)
