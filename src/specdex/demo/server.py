"""The demo web on loopback, as a forward proxy."""

import asyncio
import socket
import threading
from collections.abc import Callable
from http import HTTPStatus
from typing import Self

from specdex.demo.sheets import Answer
from specdex.demo.web import DemoWeb

__all__ = ["DemoServer"]

_LOOPBACK = "127.0.0.1"
_WAITING = 128
_END = b"\r\n\r\n"
_UNKNOWN = Answer(HTTPStatus.NOT_IMPLEMENTED, "text/plain; charset=utf-8", b"")


class _Talk(asyncio.Protocol):
    """One connection."""

    transport: asyncio.Transport

    def __init__(self, demo: "DemoServer", others: set[asyncio.Transport]) -> None:
        self.demo = demo
        self.others = others
        self.heard = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - what a TCP server gives
        self.transport = transport
        self.others.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.others.discard(self.transport)

    def data_received(self, data: bytes) -> None:
        self.heard += data
        while _END in self.heard:
            head, _, self.heard = self.heard.partition(_END)
            loop = asyncio.get_running_loop()
            loop.call_later(self.demo.delay, self._say, head.decode("latin-1"))

    def _say(self, head: str) -> None:
        line, *fields = head.split("\r\n")
        method, path = (*line.split(), "", "")[:2]
        told = (field.partition(":") for field in fields)
        headers = {name.lower(): value.strip() for name, _, value in told}
        url = path if "://" in path else f"http://{headers.get('host', '')}{path}"
        answer = self.demo.web.answer(url) if method in {"GET", "HEAD"} else _UNKNOWN
        self.demo.log.append((answer.status, url))
        lines = [
            f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}",
            *([f"Location: {answer.location}"] if answer.location else []),
            f"Content-Type: {answer.content_type}",
            f"Content-Length: {len(answer.body)}",
        ]
        body = answer.body if method == "GET" else b""
        self.transport.write("\r\n".join(lines).encode() + _END + body)
        if headers.get("connection", "").lower() == "close":
            self.transport.close()


class DemoServer:
    """Serves a demo web while it is entered, as a proxy: `http_proxy=http://127.0.0.1:PORT`."""

    def __init__(self, web: DemoWeb, port: int = 0, delay: float = 0.0) -> None:
        self.web = web
        self.delay = delay
        self.log: list[tuple[int, str]] = []
        """Status and URL of every request, in the order of the answers."""
        self.url = ""
        """The address of the proxy, once entered."""
        self._port = port
        self._stop: Callable[[], object] = bool
        self._thread = threading.Thread()

    def __enter__(self) -> Self:
        listening = socket.create_server((_LOOPBACK, self._port), backlog=_WAITING)
        self.url = f"http://{_LOOPBACK}:{listening.getsockname()[1]}"
        ready = threading.Event()
        self._thread = threading.Thread(target=asyncio.run, args=(self._serve(listening, ready),))
        self._thread.start()
        ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()
        self._thread.join()

    async def _serve(self, listening: socket.socket, ready: threading.Event) -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        clients: set[asyncio.Transport] = set()
        self._stop = lambda: loop.call_soon_threadsafe(stopped.set)
        server = await loop.create_server(lambda: _Talk(self, clients), sock=listening)
        ready.set()
        await stopped.wait()
        server.close()
        # an idle client would keep its connection for as long as it likes
        for client in list(clients):
            client.abort()
        await server.wait_closed()
