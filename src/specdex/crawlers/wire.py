"""The line between the two processes of a crawl, one that decides and records and one that fetches.

Orders go one way and answers the other: whole messages over a stream of bytes.
"""

import pickle
import socket
import struct
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from specdex.records import Page, Visit

__all__ = ["GONE", "Answer", "Frames", "HungUp", "Order", "Robots", "Wire", "framed"]

HEAD = struct.Struct("!Q")
BLOCK = 1 << 20
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


class HungUp(Exception):  # noqa: N818 - it says what happened
    """Nobody is at the other end any more."""


def framed(message: Any) -> bytes:
    """*message* as it travels: its length, then itself."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return HEAD.pack(len(data)) + data


class Frames:
    """Puts messages together again from pieces of a stream.

    >>> frames = Frames()
    >>> data = framed("one") + framed("two")
    >>> frames.feed(data[:20]), frames.feed(data[20:])
    ([], ['one', 'two'])
    """

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[Any]:
        """The messages that *data* completes."""
        rest, messages, start = self._rest, [], 0
        rest += data
        while len(rest) - start >= HEAD.size:
            stop = start + HEAD.size + HEAD.unpack_from(rest, start)[0]
            if stop > len(rest):
                break
            with memoryview(rest) as view:
                # both ends are ours, and only pages, never code, come from strangers
                messages.append(pickle.loads(view[start + HEAD.size : stop]))  # noqa: S301
            start = stop
        del rest[:start]
        return messages


class Wire:
    """One end of the line, for a process that waits for what comes."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._frames = Frames()

    def send(self, messages: Iterable[Any]) -> None:
        """Send all; where nobody listens any more, what they said last is still to be received."""
        data = b"".join(map(framed, messages))
        if data:
            with suppress(OSError):
                self._socket.sendall(data)

    def receive(self, seconds: float) -> list[Any]:
        """All messages that have come, waiting at most *seconds* for the first."""
        messages: list[Any] = []
        while wait([self._socket], seconds):
            data = self._read()
            if not data and not messages:
                raise HungUp
            if not data:
                break
            messages += self._frames.feed(data)
            seconds = 0.0
        return messages

    def _read(self) -> bytes:
        try:
            return self._socket.recv(BLOCK)
        except OSError:
            return b""

    def close(self) -> None:
        """Hang up."""
        self._socket.close()
