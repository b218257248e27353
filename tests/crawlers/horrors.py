"""Answers that no honest server gives: bombs, floods, and what never ends."""

import gzip
import time
import zlib
from functools import cache
from itertools import count

import brotli

BOMB = 40_000_000
"""Bytes that a bomb unpacks to."""
BLOCK = b"<p>kettle</p>" * 5000
DRIP = 0.05
"""Seconds between two bytes of a slow answer."""
PATIENCE = 20.0
"""Seconds after which even these give up."""
PLENTY = 100_000_000
FAR = "Fri, 31 Dec 2199 23:59:59 GMT"
ODD = (
    *(
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "http://[::1",
        "//",
        "ht!tp://",
    ),
    *("http://odd.example:99999/", "http://odd.example:x/", "http://u:p@odd.example/", "/a\x00b"),
    *(
        "/a%0d%0aSet-Cookie: x=1",
        "/" + "long" * 4000,
        "/\ud83d",
        "http://odd.example%00.evil.example/",
    ),
    *("http://evil.example\\@odd.example/", "?" + "&a=1" * 3000, "http://odd.example/../../../x"),
)


def zstd(size):
    """*size* bytes of one kind, packed by hand: zstd keeps a run of them in four bytes."""
    blocks, most = [], 1 << 17
    for left in range(size, 0, -most):
        now = min(left, most)
        last = left <= most
        blocks.append((now << 3 | 1 << 1 | last).to_bytes(3, "little") + b" ")
    return b"\x28\xb5\x2f\xfd\x80\x38" + size.to_bytes(4, "little") + b"".join(blocks)


@cache
def bombs():
    """By how they are packed."""
    plain = b" " * BOMB
    once = gzip.compress(plain, 1)
    return {
        "gzip": once,
        "deflate": zlib.compress(plain, 1),
        "br": brotli.compress(plain, quality=1),
        "zstd": zstd(BOMB),
        "gzip, gzip": gzip.compress(once),
    }


@cache
def map_bomb():
    """A sitemap that unpacks to many megabytes of addresses."""
    line = b"<url><loc>http://mapbomb.example/p/1</loc></url>"
    return gzip.compress(b"<urlset>" + line * (BOMB // len(line)) + b"</urlset>", 1)


def laughs(levels=10, width=10):
    """A sitemap whose one word is ten to the tenth words long."""
    named = "".join(
        f'<!ENTITY l{level} "{f"&l{level - 1};" * width}">' for level in range(1, levels)
    )
    place = f"http://laughs.example/&l{levels - 1};"
    whole = f"<urlset><url><loc>{place}</loc></url></urlset>"
    return f'<!DOCTYPE x [<!ENTITY l0 "lol">{named}]>{whole}'.encode()


class Horrors:
    """What ``Naughty`` answers for the worst of hosts."""

    def pour(self, head, pieces, pause=0.0):
        """Send *head*, then *pieces* until whoever asked has had enough; the bytes are counted."""
        sent, until = 0, time.monotonic() + PATIENCE
        host = self.headers["Host"]
        try:
            self.wfile.write(head)
            for piece in pieces:
                self.wfile.write(piece)
                self.wfile.flush()
                sent += len(piece)
                self.server.poured[host] = max(sent, self.server.poured.get(host, 0))
                if time.monotonic() > until:
                    break
                if pause:
                    time.sleep(pause)
        finally:
            self.close_connection = True

    def start(self, *headers):
        lines = ["HTTP/1.1 200 OK", "Content-Type: text/html", *headers]
        return ("\r\n".join(lines) + "\r\n").encode()

    def at_bombs(self, path):
        """Little that unpacks to much."""
        name = path[1:].replace("%20", " ")
        self.say(200, bombs()[name], Content_Encoding=name)

    def at_mapbomb(self, path):
        """Sitemaps that burst, and such as name more of themselves."""
        if path == "/map.xml.gz":
            self.say(200, map_bomb(), "application/gzip")
        elif "index" in path:
            more = "".join(
                f"<sitemap><loc>http://mapbomb.example{path}{number}</loc></sitemap>"
                for number in range(50)
            )
            self.say(200, f"<sitemapindex>{more}</sitemapindex>".encode(), "text/xml")
        else:
            self.say(200, b"<html><body>A shop</body></html>")

    def at_laughs(self, path):
        if path == "/map.xml":
            self.say(200, laughs(), "text/xml")
        else:
            self.say(200, b"<html><body>A shop</body></html>")

    def at_endless(self, _):
        pieces = (f"{len(BLOCK):x}\r\n".encode() + BLOCK + b"\r\n" for _ in count())
        self.pour(self.start("Transfer-Encoding: chunked", ""), pieces)

    def at_drip(self, _):
        self.pour(self.start("Content-Length: 100000", ""), (b"x" for _ in count()), DRIP)

    def at_headers(self, _):
        self.pour(self.start(), (b"X-Flood-%d: %s\r\n" % (n, b"y" * 900) for n in count()))

    def at_dripheaders(self, _):
        self.pour(self.start(), (b"X-%d: y\r\n" % n for n in count()), DRIP)

    def at_longheader(self, _):
        self.pour(self.start() + b"X-Long: ", (b"y" * 60_000 for _ in count()))

    def at_cookies(self, _):
        crumbs = "".join(f"Set-Cookie: c{n}={'x' * 80}; Path=/\r\n" for n in range(100))
        body = b"<html><body>crumbs</body></html>"
        head = self.start(f"Content-Length: {len(body)}") + crumbs.encode() + b"\r\n" + body
        self.server.cookies.append(len(self.headers.get("Cookie", "")))
        self.wfile.write(head)

    def at_links(self, _):
        flood = "".join(f'<a href="/p/{n}">Kettle {n}</a>' for n in range(25_000))
        self.say(200, f"<html><body><h1>Kettles</h1>{flood}</body></html>".encode())

    def at_odd(self, path):
        if path.startswith("/to/"):
            place = ODD[int(path[4:])].encode("utf-8", "replace")
            self.wfile.write(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + place)
            self.wfile.write(b"\r\n\r\n")
        elif path == "/":
            odd = "".join(f'<a href="{each}">Kettle</a>' for each in ODD)
            self.say(200, f"<html><body>{odd}</body></html>".encode("utf-8", "replace"))
        else:
            self.say(200, b"<html><body>odd</body></html>")

    def at_chain(self, path):
        self.say(302, b"", Location=f"/{int(path[1:] or 0) + 1}")

    def at_years(self, path):
        self.say(
            503 if path == "/date" else 429, b"", Retry_After=FAR if path == "/date" else "9" * 30
        )

    def flood_robots(self):
        lines = b"Disallow: /secret\n" * 1000
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\n"
        self.pour(head, (lines for _ in range(PLENTY // len(lines))))
