"""Pages of sites, and what a walk makes of them."""

from dataclasses import dataclass
from enum import StrEnum

from specdex.errors import SpecdexError

__all__ = ["Failure", "Page", "PageKind", "Sight", "StoredPage", "Visit"]

MAX_REASON = 200


def _whole(text: str) -> str:
    """*text* without halves of characters."""
    return text.encode("utf-8", "replace").decode("utf-8")


class PageKind(StrEnum):
    """What a page of a site is for."""

    HOME = "home"
    ENTRY = "entry"
    """The first page of a category."""
    INDEX = "index"
    """Any page that lists products of the category."""
    PRODUCT = "product"
    SITEMAP = "sitemap"
    """A file that lists addresses, no page: a visit that expects one may get XML, gzip or text."""
    OTHER = "other"
    UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """A step that failed for one URL, kept as data."""

    url: str
    step: str
    """The verb that failed: read, fetch, parse, detect, extract …"""
    reason: str
    """One sentence for a person."""

    @classmethod
    def of(cls, url: str, step: str, error: Exception) -> "Failure":
        """What *error* did to a step, told in words that can be kept whatever they were."""
        kind = "" if isinstance(error, SpecdexError) else f"{type(error).__name__}: "
        told = f"{kind}{error}".rstrip(": ")[:MAX_REASON]
        return cls(_whole(url), step, _whole(told))


@dataclass(frozen=True, slots=True)
class Page:
    """A page as fetched."""

    url: str
    body: bytes
    id: str = ""
    """What the caller calls this page; the URL where nobody said."""
    site: str = ""
    category: str = ""
    content_type: str = ""
    """The Content-Type header, if any."""
    encoding: str = ""
    """The charset where it is known for certain (a decoded source); beats header and meta."""
    status: int = 200
    fetched: str = ""
    """When, in ISO 8601, UTC."""
    validator: str = ""
    """What tells its server which version this is: its ETag, or else its Last-Modified."""
    ip: str = ""
    """The IP address that answered, where the crawl saw it."""


@dataclass(frozen=True, slots=True)
class StoredPage:
    """Where a fetched page lies, and what it turned out to be."""

    url: str
    site: str
    file: str = ""
    """The WARC file, relative to the run folder."""
    offset: int = -1
    length: int = 0
    status: int = 0
    content_type: str = ""
    fetched: str = ""
    kind: PageKind = PageKind.UNKNOWN
    category: str = ""
    """What it was crawled for."""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that a walk wants to see."""

    url: str
    site: str
    priority: float = 0.0
    """Higher is fetched earlier."""
    depth: int = 0
    expected: PageKind = PageKind.UNKNOWN
    trail: tuple[str, ...] = ()
    """The anchor texts that led here, from the home page on."""
    changed: str = ""
    """When the site's own sitemap says that the page last changed, as ``Page.fetched``."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a walk concluded from one page."""

    visit: Visit
    kind: PageKind = PageKind.OTHER
    category: str = ""
    visits: tuple[Visit, ...] = ()
    """Where to go from here."""
