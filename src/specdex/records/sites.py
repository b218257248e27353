"""Sites, and who proposed them."""

from dataclasses import dataclass
from enum import StrEnum

from specdex.records.pages import PageKind

__all__ = ["Backlink", "Milestone", "SearchResult", "Site", "SiteStatus", "UrlPattern", "Vote"]


class SiteStatus(StrEnum):
    """How far a site has come in a harvest."""

    SEED = "seed"
    CANDIDATE = "candidate"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Site:
    """A website, by host, and how far it has come."""

    host: str
    status: SiteStatus = SiteStatus.CANDIDATE
    category: str = ""
    score: float = 0.0
    round: int = 0
    crawled: bool = False
    """True once its walk has ended; a resumed harvest does not walk it again."""
    reason: str = ""
    """Why it was accepted or rejected."""
    renewing: str = ""
    """When a crawl began that renews its pages and has not ended; ISO 8601, UTC."""
    home_score: float = 0.5
    """How sure it is, by its home page, that it is a shop of the category; even while unseen."""
    crawl_score: float = 0.0
    """How sure it is by what its crawl found."""
    home: str = ""
    """Its home page: the address that was given, voted for, or answered; empty where none was."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One hit of a search engine."""

    url: str
    title: str = ""
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class Backlink:
    """A page elsewhere that links to a site."""

    site: str
    """The site that is linked to."""
    url: str
    """The page that links: a hub, perhaps."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Why a site was proposed: one query's or one hub's vote in one round."""

    site: str
    strategy: str
    """search or backlink."""
    evidence: str
    """The query or the hub."""
    weight: float = 1.0
    round: int = 1
    category: str = ""


@dataclass(frozen=True, slots=True)
class UrlPattern:
    """What the addresses of a site's pages of one kind have in common, as a crawl learned it."""

    site: str
    category: str
    kind: PageKind
    pattern: str
    """Its path and query: ``#`` is any number, ``*`` any name.

    For sitemaps of no category, the host whose robots.txt names them; all of them are the example.
    """
    seen: int = 0
    """How many pages have it."""
    example: str = ""
    """The address of one of them."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """What the harvest of a category has behind it, beside what its sites tell."""

    category: str
    name: str
    """basis, asked, round or join."""
    number: int = 0
    """Of a round."""
    mark: str = ""
    """What it rests on; empty where it has to be reached again."""
