"""Warehouses: shops of any size behind one quick proxy, to measure crawling on."""

import asyncio
import json
import multiprocessing
import re
import time
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

__all__ = ["Warehouse", "page_of"]

PER_LIST = 50
_PATH = re.compile(r"^GET (?:http://([^/ ]+))?(/\S*) HTTP")
_MENU = "".join(
    f'<li><a href="/{name}">{name.title()}</a></li>'
    for name in ("cart", "account", "about", "shipping", "privacy", "help")
)
_WORDS = "A compact camera for every day, quick to start and easy to hold. "


def page_of(path: str, products: int) -> str | None:
    """The page at *path* of a warehouse with so many *products*; None where there is none."""
    if path == "/":
        return _sheet("Warehouse", '<h1>Welcome</h1><p><a href="/cameras">Cameras</a></p>')
    number = re.fullmatch(r"/camera/(\d+)", path)
    if number and int(number[1]) < products:
        return _product(int(number[1]))
    place = re.fullmatch(r"/cameras(?:\?page=(\d+))?", path)
    if place and (int(place[1] or 1) - 1) * PER_LIST < max(products, 1):
        return _list(int(place[1] or 1), products)
    return None


def _sheet(title: str, body: str) -> str:
    return (
        f"<!doctype html><html><head><title>{title}</title></head><body>"
        f'<nav><ul>{_MENU}<li><a href="/cameras">Cameras</a></li></ul></nav>'
        f"<main>{body}</main></body></html>"
    )


def _list(page: int, products: int) -> str:
    first = (page - 1) * PER_LIST
    cards = "".join(
        f'<li class="card"><a href="/camera/{number}"><img src="/i/{number}.jpg" alt=""> '
        f"Borea Camera B{number}</a> <span>$ {100 + number % 900}.00</span></li>"
        for number in range(first, min(first + PER_LIST, products))
    )
    last = -(-products // PER_LIST)
    pager = "".join(
        f'<a href="/cameras?page={other}">{other}</a> '
        for other in range(max(1, page - 2), min(last, page + 2) + 1)
        if other != page
    )
    return _sheet("Cameras", f"<h1>Cameras</h1><ul>{cards}</ul><p>{pager}</p>")


def _product(number: int) -> str:
    rows = "".join(
        f"<tr><th>{name}</th><td>{value}</td></tr>"
        for name, value in (
            ("Model", f"B{number}"),
            ("Resolution", f"{number % 40 + 8} megapixels"),
            ("Weight", f"{number % 700 + 150} g"),
            ("Battery life", f"{number % 500 + 100} shots"),
            ("Display", f"{number % 3 + 2}.5 inches"),
        )
    )
    name = f"Borea Camera B{number}"
    return _sheet(
        name,
        f'<p><a href="/">Home</a> / <a href="/cameras">Cameras</a></p><h1>{name}</h1>'
        f"<p>$ {100 + number % 900}.00</p><button>Add to cart</button>"
        f"<table>{rows}</table><p>{_WORDS * 20}</p>",
    )


class Warehouse:
    """A forward proxy in a process of its own; every host behind it is a shop of *products*.

    What was asked, and from when until when, is written to *log*, where there is one.
    """

    def __init__(self, products: int, latency: float = 0.0, log: Path | None = None) -> None:
        self.products = products
        self.latency = latency
        self.log = log
        self.url = ""
        self._context = multiprocessing.get_context("spawn")
        self._busiest = self._context.Value("i", 0)
        self._process: multiprocessing.process.BaseProcess | None = None

    def busiest(self) -> int:
        """The most requests that any shop has had at the same time since this was last asked."""
        most, self._busiest.value = int(self._busiest.value), 0
        return most

    def __enter__(self) -> Self:
        ours, theirs = self._context.Pipe(duplex=False)
        shop = _Shop(self.products, self.latency, self._busiest, self.log)
        self._process = self._context.Process(
            target=_serve, args=(theirs, shop), name="warehouse", daemon=True
        )
        self._process.start()
        self.url = f"http://127.0.0.1:{ours.recv()}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.join()


class _Shop:
    """Answers for every host, and knows how many requests each has at the moment."""

    def __init__(
        self, products: int, latency: float, busiest: "Synchronized[int]", log: Path | None
    ) -> None:
        self.products = products
        self.log = log
        self.latency = latency
        self.busiest = busiest
        self.busy: Counter[str] = Counter()

    async def answer(self, head: bytes) -> bytes:
        """The answer to a request that begins with *head*."""
        asked = _PATH.match(head.decode("latin-1"))
        host, path = (asked[1] or "", asked[2]) if asked else ("", "")
        began = time.monotonic()
        self.busy[host] += 1
        self.busiest.value = max(self.busiest.value, self.busy[host])
        try:
            await asyncio.sleep(self.latency)
            return _answer(page_of(path, self.products))
        finally:
            self.busy[host] -= 1
            if self.log:
                with self.log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([host, path, began, time.monotonic()]) + "\n")


def _serve(report: Connection, shop: _Shop) -> None:
    asyncio.run(_listen(report, shop))


async def _listen(report: Connection, shop: _Shop) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                writer.write(await shop.answer(await reader.readuntil(b"\r\n\r\n")))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    report.send(server.sockets[0].getsockname()[1])
    async with server:
        await server.serve_forever()


def _answer(body: str | None) -> bytes:
    status = "200 OK" if body is not None else "404 Not Found"
    data = (body or "<p>Not found</p>").encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data
