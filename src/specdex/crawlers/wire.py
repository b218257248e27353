"""The line between the two processes of a crawl, one that decides and records and one that fetches.

Orders go one way and answers the other.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from specdex.records import Page, Visit

__all__ = ["GONE", "NOT_MODIFIED", "Answer", "HungUp", "Order", "Robots", "received", "send"]

GONE = 599
"""The status of a page that could not be fetched at all."""
NOT_MODIFIED = 304


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


class HungUp(Exception):  # noqa: N818 - it says what happened
    """Nobody is at the other end any more."""


def received(end: Connection, seconds: float) -> list[Any]:
    """All messages that have come to *end*, waiting at most *seconds* for the first."""
    messages: list[Any] = []
    while end.poll(0.0 if messages else seconds):
        try:
            # both ends are ours, and only pages, never code, come from strangers
            messages.append(end.recv())
        except (EOFError, OSError):
            if messages:
                break
            raise HungUp from None
    return messages


def send(end: Connection, messages: Iterable[Any]) -> None:
    """Send all; where nobody listens any more, what they said last is still to be received."""
    with suppress(OSError):
        for message in messages:
            end.send(message)
