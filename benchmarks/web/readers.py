"""Readers of a server: what they open, how long the first byte takes, what it costs the server."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from benchmarks.web.warehouse import product_at

__all__ = ["VIEWS", "Server", "Timing", "ask", "crowd", "serving", "settle", "views_of"]

ADDRESS = re.compile(rb"http://127\.0\.0\.1:(\d+)/")
WORDS = ("swift", "calm", "pro", "brand 7", "kx-1", "retro smart", "red", "mini stu")
VIEWS = (
    *("overview", "products", "search", "narrowed", "facets of two", "product", "regroup"),
    *("attributes", "attribute", "questions", "sites", "site", "pages", "page", "framed"),
    *("audit", "decisions", "shelf"),
)


@dataclass
class Timing:
    """Milliseconds until the first byte of each answer, and of the server's processor for it."""

    view: str
    waited: list[float] = field(default_factory=list)
    processor: float = 0.0
    failures: int = 0

    def at(self, share: float) -> float:
        """The time that *share* of all answers took at most."""
        ordered = sorted(self.waited)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


@dataclass(frozen=True)
class Server:
    """A server process, and its port."""

    process: subprocess.Popen[bytes]
    port: int

    def processor(self) -> float:
        """Seconds of processor time that it took so far."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """The most megabytes that it held of its own."""
        text = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        return int(re.search(r"VmHWM:\s+(\d+)", text)[1]) / 1024  # type: ignore[index]


@contextmanager
def serving(run: Path) -> Iterator[Server]:
    """A server over *run* in a process of its own."""
    command = [sys.executable, "-m", "specdex", "serve", str(run), "--port", "0", "--no-open"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)  # noqa: S603 - our own
    try:
        assert process.stderr is not None  # noqa: S101 - for mypy
        found = ADDRESS.search(process.stderr.readline())
        if found is None:
            raise RuntimeError(f"the server does not start: {process.stderr.read()!r}")
        yield Server(process, int(found[1]))
    finally:
        process.terminate()
        process.wait()


def views_of(run: str, products: int, chance: Random) -> dict[str, str]:
    """An address of each view, another one each time."""
    number = chance.randrange(products)
    product = product_at(number)
    url = urlencode({"url": product.urls[0]})
    low = chance.randint(1, 2900)
    word = chance.choice(WORDS)
    name = chance.choice(("Power", "Colour", "Brand", "Weight"))
    two = {"is.Colour": chance.choice(("red", "blue")), "low.Power": low, "high.Power": low + 300}
    asked = {
        "overview": "",
        "products": "products",
        "search": f"products?{urlencode({'q': word})}",
        "narrowed": f"products?{urlencode({'is.Material': 'glass', 'q': word})}",
        "facets of two": f"products?{urlencode(two)}",
        "product": f"products/{product.id}",
        "regroup": f"products/{product.id}/regroup?with=p{(number + 1) % products}",
        "attributes": "attributes",
        "attribute": f"attributes/one?name={name}",
        "questions": "questions",
        "sites": "sites",
        "site": f"sites/shop{number % 200}.example",
        "pages": f"pages?after={chance.randrange(products)}",
        "page": f"pages/one?{url}",
        "framed": f"pages/framed?{url}",
        "audit": "audit",
        "decisions": "decisions",
    }
    return {view: f"/r/{run}/{rest}" for view, rest in asked.items()} | {"shelf": "/?all=1"}


def ask(port: int, address: str) -> tuple[float, int]:
    """Milliseconds until the first byte of an answer, and its status."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    started = time.perf_counter()
    connection.request("GET", address)
    answer = connection.getresponse()
    waited = (time.perf_counter() - started) * 1000
    answer.read()
    connection.close()
    return waited, answer.status


def settle(port: int, address: str, patience: float = 300.0) -> None:
    """Wait until what *address* shows was put together, if it says that it is not yet."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", address)
        text = connection.getresponse().read()
        connection.close()
        if b"data-again" not in text:
            return
        time.sleep(1.0)


def crowd(server: Server, addresses: list[str], readers: int, pause: float) -> Timing:
    """So many *readers* at once; each opens some of *addresses* and looks at each for a while."""
    found, guard = Timing(f"{readers} readers"), threading.Lock()
    before = server.processor()

    def read(number: int) -> None:
        chance = Random(number)  # noqa: S311 - no secret
        time.sleep(chance.random() * pause)
        for address in addresses[number::readers]:
            waited, status = ask(server.port, address)
            with guard:
                found.waited.append(waited)
                found.failures += status != 200  # noqa: PLR2004 - OK
            time.sleep(pause * (0.5 + chance.random()))

    threads = [threading.Thread(target=read, args=(number,)) for number in range(readers)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    found.processor = (server.processor() - before) * 1000 / max(1, len(found.waited))
    return found
