"""What the two processes of a crawl say to each other: one decides and records, one fetches."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from specdex.records import Page, Visit

__all__ = ["GONE", "Answer", "Order", "Robots"]

GONE = 599
"""The status of a page that could not be fetched at all."""


@dataclass(frozen=True, slots=True)
class Order:
    """A page to fetch."""

    lane: int
    visit: Visit
    headers: Mapping[str, str] = field(default_factory=dict)
    """What asks the server for it only where it has changed."""
    rendered: bool = False
    """Let a browser run its scripts."""
    seconds: float = 0.0
    """How long its crawl may still take: neither tries nor pauses last longer."""


@dataclass(frozen=True, slots=True)
class Robots:
    """What the robots.txt of a site asks for, and where it says that addresses are listed."""

    url: str
    delay: float = 0.0
    sitemaps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an order."""

    lane: int
    page: Page | None = None
    """None where it did not come, or has not changed."""
    status: int = GONE
    size: int = 0
    """Bytes that came."""
    reason: str = ""
    """Why it did not come."""
    robots: tuple[Robots, ...] = ()
    """What was read meanwhile."""
