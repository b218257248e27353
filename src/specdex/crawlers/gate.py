"""A gate that a browser's connections pass: it looks up names itself, and connects to what it saw.

A browser that resolved names by itself could be sent elsewhere between our look and its own.
"""

import asyncio
import ipaddress
import socket
import struct
import threading
from contextlib import suppress
from typing import Self

from specdex.crawlers.addresses import is_public

__all__ = ["Gate"]

VERSION, CONNECT, NO_PASSWORD = 5, 1, 0
"""The words of SOCKS, version 5 (RFC 1928)."""
DONE, REFUSED, UNREACHABLE = 0, 2, 4
IPV4, NAME, IPV6 = 1, 3, 4
BLOCK = 1 << 16
SECONDS = 30.0
"""A connection that is not made by then is given up."""

ENDS = (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.CancelledError)
"""What ends a connection, none of it worth a word."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Gate:
    """A SOCKS server on loopback, in a thread of its own; a context manager.

    It connects to public addresses alone, each looked up once and connected to as it was looked at.
    """

    def __init__(self) -> None:
        self.url = ""
        """Where a browser finds it, once it stands."""
        self._loop = asyncio.new_event_loop()
        self._stands = threading.Event()
        self._thread = threading.Thread(target=self._live, name="specdex-gate", daemon=True)

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def open(self) -> str:
        """Stand; where a browser finds it."""
        self._thread.start()
        self._stands.wait()
        return self.url

    def close(self) -> None:
        """Let nobody pass any more."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()

    def _live(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            server = self._loop.run_until_complete(
                asyncio.start_server(self._serve, "127.0.0.1", 0)
            )
            self.url = f"socks5://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            self._stands.set()
            self._loop.run_forever()
            server.close()
            self._clear()
        finally:
            self._stands.set()
            self._loop.close()

    def _clear(self) -> None:
        """Give up what is still under way."""
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        # what was closed by that hears of it in the next turn
        self._loop.run_until_complete(asyncio.sleep(0))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Let one connection pass, or refuse it."""
        try:
            with suppress(*ENDS):
                host, port = await asyncio.wait_for(_asked(reader, writer), SECONDS)
                await self._pass(host, port, (reader, writer))
                await writer.drain()
        finally:
            writer.close()

    async def _pass(self, host: str, port: int, here: Streams) -> None:
        address = await self._address(host, port)
        if not address:
            here[1].write(_answer(REFUSED))
            return
        try:
            there = await asyncio.wait_for(asyncio.open_connection(address, port), SECONDS)
        except (OSError, TimeoutError):
            here[1].write(_answer(UNREACHABLE))
            return
        here[1].write(_answer(DONE))
        await _joined(here, there)

    async def _address(self, host: str, port: int) -> str:
        """The first address of *host* where all may be spoken to; empty where one may not."""
        try:
            found = await self._loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return ""
        addresses = [str(each[4][0]) for each in found]
        return addresses[0] if addresses and all(map(is_public, addresses)) else ""


async def _asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[str, int]:
    """Whom the browser wants to speak to."""
    version, ways = await reader.readexactly(2)
    if version != VERSION:
        raise ConnectionError
    await reader.readexactly(ways)
    writer.write(bytes([VERSION, NO_PASSWORD]))
    _, command, _, kind = await reader.readexactly(4)
    if command != CONNECT:
        raise ConnectionError
    if kind == NAME:
        (size,) = await reader.readexactly(1)
        host = (await reader.readexactly(size)).decode("latin-1")
    else:
        host = str(ipaddress.ip_address(await reader.readexactly(4 if kind == IPV4 else 16)))
    (port,) = struct.unpack("!H", await reader.readexactly(2))
    return host, port


def _answer(code: int) -> bytes:
    return bytes([VERSION, code, 0, IPV4, *bytes(6)])


async def _joined(one: Streams, other: Streams) -> None:
    """Hand on what either says, until one has said all."""
    ways = [_handed(one[0], other[1]), _handed(other[0], one[1])]
    await asyncio.gather(*ways, return_exceptions=True)


async def _handed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(BLOCK):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()
