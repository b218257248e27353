"""The line between the two processes of a crawl: whole messages over a stream of bytes."""

import pickle
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any

__all__ = ["Frames", "HungUp", "Wire", "framed"]

HEAD = struct.Struct("!Q")
BLOCK = 1 << 20


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
