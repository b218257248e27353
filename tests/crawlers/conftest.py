"""A forward proxy on loopback behind which a few badly behaved sites live."""

import gzip
import socket
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from tests.crawlers.horrors import Horrors

SHOP = "shop.example"
PRODUCTS = {f"/p/{number}": f"Borea Kettle K{number}00" for number in range(1, 8)}
MENU = """<nav><a href="/">Home</a> <a href="/kettles">Kettles</a> <a href="/toasters">Toasters</a>
<a href="/cart">Cart</a> <a href="/about">About us</a></nav>"""


def page(title: str, body: str) -> bytes:
    return f"<html><head><title>{title}</title></head><body>{MENU}{body}</body></html>".encode()


def listing(paths: list[str], pager: str) -> bytes:
    cards = "".join(
        f'<li class="card"><a href="{path}"><img src="/i.png" alt=""> {PRODUCTS[path]}</a>'
        f"<span>$ {20 + number}.00</span></li>"
        for number, path in enumerate(paths)
    )
    return page("Kettles", f"<h1>Kettles</h1><ul>{cards}</ul><p>{pager}</p>")


def product(name: str) -> bytes:
    rows = "".join(
        f"<tr><th>{label}</th><td>{value}</td></tr>"
        for label, value in [
            ("Volume", "1.7 l"),
            ("Power", "2200 W"),
            ("Colour", "Red"),
            ("Weight", "1 kg"),
        ]
    )
    return page(
        name, f"<h1>{name}</h1><p>$ 29.00</p><button>Add to cart</button><table>{rows}</table>"
    )


def shop(path: str) -> bytes | None:
    """A little shop of kettles."""
    paths = list(PRODUCTS)
    pages = {
        "/": page("Shop", "<h1>Welcome</h1>"),
        "/kettles": listing(paths[:4], '<a href="/kettles?page=2">2</a>'),
        "/kettles?page=2": listing(paths[4:], '<a href="/kettles?page=1">1</a>'),
        "/toasters": page("Toasters", "<h1>Toasters</h1>"),
        **{path: product(name) for path, name in PRODUCTS.items()},
    }
    return pages.get(path)


class Naughty(Horrors, BaseHTTPRequestHandler):
    """Answers for every host, each in its own bad way."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        url = self.path if "://" in self.path else f"http://{self.headers['Host']}{self.path}"
        parts = urlsplit(url)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        self.server.log.append((time.monotonic(), parts.hostname, path))
        name = (parts.hostname or "").removesuffix(".example").replace(".", "_")
        with suppress(ConnectionError):
            if path == "/robots.txt":
                self.robots(parts.hostname)
            else:
                getattr(self, f"at_{name}", self.at_plain)(path)

    def robots(self, host: str) -> None:
        if host == "shaky.example":
            self.say(500, b"", "text/plain")
            return
        if host == "floodrobots.example":
            self.flood_robots()
            return
        text = self.server.robots.get(host)
        self.say(200 if text else 404, (text or "").encode(), "text/plain")

    def say(self, status: int, body: bytes, kind: str = "text/html", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def at_plain(self, path: str) -> None:
        self.say(200, page("Plain", f"<p>{path}</p>"))

    def at_late(self, path: str) -> None:
        time.sleep(0.25)
        self.at_plain(path)

    def at_shop(self, path: str) -> None:
        body = shop(path)
        self.say(200 if body else 404, body or page("Not found", ""))

    def at_loop(self, path: str) -> None:
        self.say(302, b"", Location="/b" if path == "/a" else "/a")

    def at_busy(self, path: str) -> None:
        if path == "/always":
            self.say(429, b"", Retry_After="100000")
        elif sum(entry[1:] == ("busy.example", path) for entry in self.server.log) == 1:
            self.say(429, b"", Retry_After="1")
        else:
            self.say(200, page("Busy", "<p>At last</p>"))

    def at_broken(self, path: str) -> None:
        self.say(404 if path == "/gone" else 500, page("Broken", ""))

    def at_huge(self, path: str) -> None:
        body = b"<html>" + b" " * 3_000_000
        if path == "/bomb":
            self.say(200, gzip.compress(body), Content_Encoding="gzip")
        else:
            self.say(200, body)

    def at_media(self, path: str) -> None:
        if path == "/image":
            self.say(200, b"\x89PNG" + b"\0" * 900_000, "image/png")
        else:
            self.say(200, b"%PDF-1.4 not a page", "application/pdf")

    def at_slow(self, _: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"<html>")
        self.wfile.flush()
        time.sleep(2.5)

    def at_charset(self, _: str) -> None:
        self.say(200, "<p>Größe</p>".encode("latin-1"), "text/html; charset=utf-8")

    def at_away(self, _: str) -> None:
        self.say(301, b"", Location="http://elsewhere.example/")

    def at_inward(self, _: str) -> None:
        self.say(302, b"", Location=f"http://127.0.0.1:{self.server.server_port}/")

    def at_wall(self, path: str) -> None:
        """Shows nothing to whoever brings no cookie."""
        if "seen=1" in self.headers.get("Cookie", ""):
            self.say(200, page("Wall", f"<p>Behind the wall: {path}</p>"))
        else:
            self.say(302, b"", Location=path, Set_Cookie="seen=1; Path=/")

    def at_heavy(self, path: str) -> None:
        self.say(200, page("Heavy", f"<p>{path}</p>" + "<i>" * 10_000))

    def at_mapped(self, path: str) -> None:
        if path.startswith("/map"):
            listed = b"<urlset><url><loc>http://mapped.example/p/1</loc></url></urlset>"
            self.say(200, gzip.compress(listed), "application/gzip")
        else:
            self.say(200, page("Mapped", f"<p>{path}</p>"))

    def at_dated(self, path: str) -> None:
        """Tells by validators what has changed: /new changes with every look, /old never."""
        looks = sum(entry[1:] == ("dated.example", path) for entry in self.server.log)
        tag = f'"{path}-{looks if path == "/new" else 1}"'
        if self.headers.get("If-None-Match") == tag:
            self.say(304, b"", ETag=tag)
        else:
            body = page("Dated", f"<p>{tag}</p>")
            self.say(200, body, **({} if path == "/untold" else {"ETag": tag}))

    def at_scripted(self, path: str) -> None:
        """Shows nothing until its scripts have run."""
        words = "Borea Kettle with a long enough description to be worth reading. " * 20
        if path == "/spin":
            script = "while (true) {}"
        else:
            script = f"document.getElementById('root').innerHTML = '<h1>{path}</h1><p>{words}</p>'"
        self.say(200, f"<html><body><div id=root></div><script>{script}</script></body>".encode())

    def at_drop(self, _: str) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *_: object) -> None:
        pass


class NaughtyServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Naughty)
        self.log: list[tuple[float, str, str]] = []
        self.poured: dict[str, int] = {}
        """Bytes that hosts sent without end before nobody listened any more."""
        self.cookies: list[int] = []
        """Bytes of the cookies that came back."""
        self.robots = {
            "forbidden.example": "User-agent: *\nDisallow: /secret\n",
            "unhurried.example": "User-agent: specdex\nCrawl-delay: 0.6\n",
            "mapped.example": "Sitemap: http://mapped.example/map.xml.gz\n",
            "mapbomb.example": "".join(
                f"Sitemap: http://mapbomb.example/{name}\n" for name in ("map.xml.gz", "index")
            ),
            "laughs.example": "Sitemap: http://laughs.example/map.xml\n",
        }
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.connections = 0

    def process_request(self, *given: object) -> None:
        self.connections += 1
        super().process_request(*given)

    def handle_error(self, *_: object) -> None:
        pass

    def asked(self, host: str) -> list[str]:
        """The paths asked of *host*, robots.txt left out."""
        return [path for _, site, path in self.log if site == host and path != "/robots.txt"]


@pytest.fixture(scope="module")
def server():
    with NaughtyServer() as naughty:
        thread = threading.Thread(target=naughty.serve_forever, args=(0.05,))
        thread.start()
        yield naughty
        naughty.shutdown()
        thread.join()
