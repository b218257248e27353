"""Redirects, names, sitemaps, canonical links and scripts that lead inwards: nobody goes there.

Whom a crawl has spoken to is told by the server that listens, and by the process that fetches.
"""

import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

import pytest

from specdex.crawlers import scrapy_crawler
from specdex.crawlers.browser import can_render
from specdex.crawlers.scrapy_crawler import ScrapyCrawler
from specdex.crawling import PageWalk, SiteWalk
from specdex.records import PageKind
from specdex.settings import Budget, Politeness
from tests.crawlers import names
from tests.crawlers.folder_recorder import FolderRecorder
from tests.crawlers.names import ALLOWED, REBOUND, SITE

SPELLINGS = (
    *("127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "0", "localhost", "127。0。0。1"),
    *("[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"),
    *("169.254.169.254", "10.0.0.1", "192.168.0.1", "[fe80::1]", "[fec0::1]"),
)
OWN = tuple(host for host in names.NAMES if host != SITE)
"""Names of the same site, so that nothing but their addresses keeps anybody from them."""


class Stranger(BaseHTTPRequestHandler):
    """Answers everybody, and notes at which of our addresses it was asked."""

    def do_GET(self):
        self.server.log.append((self.connection.getsockname()[0], self.path))
        place = unquote(urlsplit(self.path).path)
        with suppress(ConnectionError):
            if place.startswith("/to/"):
                self.say(302, b"", Location=f"http://{place[4:]}:{self.server.server_port}/in")
            elif place == "/robots.txt":
                lines = [f"Sitemap: {self.at(host, '/map.xml')}" for host in (*OWN, *SPELLINGS)]
                lines.insert(0, f"Sitemap: {self.at(SITE, '/map.xml')}")
                self.say(200, "\n".join(lines).encode(), "text/plain")
            elif place == "/map.xml":
                listed = "".join(
                    f"<url><loc>{self.at(host, '/p/1')}</loc></url>" for host in OWN + SPELLINGS
                )
                self.say(200, f"<urlset>{listed}</urlset>".encode(), "text/xml")
            else:
                self.say(200, self.page().encode())

    def at(self, host, path):
        return f"http://{host}:{self.server.server_port}{path}"

    def page(self):
        """A page whose every way out leads inwards."""
        hosts = OWN + SPELLINGS + (REBOUND,)
        links = "".join(
            f'<link rel=canonical href="{self.at(host, "/canonical")}">'
            f'<a href="{self.at(host, "/p/2")}">Kettle K2</a>'
            f'<iframe src="{self.at(host, "/frame")}"></iframe>'
            f'<script src="{self.at(host, "/script")}"></script>'
            for host in hosts
        )
        asked = "".join(
            f"fetch('{self.at(host, '/asked')}').catch(() => 0);"
            f"new WebSocket('{self.at(host, '/socket')}'.replace('http', 'ws'));"
            for host in hosts
        )
        inwards = self.at(OWN[0], "/refresh")
        return (
            f"<html><head><meta http-equiv=refresh content='9;url={inwards}'></head><body>"
            f"{links}<div id=root></div><script>{asked}"
            f"document.getElementById('root').innerHTML = 'Kettle '.repeat(500)</script></body>"
        )

    def say(self, status, body, kind="text/html", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def stranger():
    """A server at all addresses of this machine."""
    with ThreadingHTTPServer(("0.0.0.0", 0), Stranger) as server:
        server.log = []
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def crawl(tmp_path, monkeypatch):
    """Crawls with the names of ``names``; what was recorded, and whom it spoke to."""
    notes = tmp_path / "notes"
    monkeypatch.setenv(names.NOTES, str(notes))
    monkeypatch.setattr(scrapy_crawler, "fetch", names.fetch)
    for proxy in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy"):
        monkeypatch.delenv(proxy, raising=False)

    def go(walks, **polite):
        recorder = FolderRecorder(str(tmp_path / "run"))
        politeness = Politeness(**{"delay": 0, "timeout": 20.0, "render": "never", **polite})
        ScrapyCrawler(politeness, Budget()).crawl(walks, recorder)
        return recorder, set(notes.read_text().split()) if notes.exists() else set()

    return go


def urls(server, paths, host=SITE):
    return [f"http://{host}:{server.server_port}{path}" for path in paths]


def test_no_redirect_and_no_name_leads_inwards(stranger, crawl):
    hosts = (*OWN, *SPELLINGS)
    direct = [PageWalk(host.strip("[]"), urls(stranger, ["/"], host)) for host in hosts]
    led = PageWalk(SITE, urls(stranger, ["/", *(f"/to/{host}" for host in hosts)]))
    recorder, spoken_to = crawl([led, *direct])
    assert {line["asked"] for line in recorder.lines()} == set(urls(stranger, ["/"]))
    assert len({failure.url for failure in recorder.failures()}) == 2 * len(hosts)
    assert spoken_to == {ALLOWED}
    assert {address for address, _ in stranger.log} == {ALLOWED}


def test_a_name_that_changes_its_mind_leads_nowhere_else(stranger, crawl):
    paths = [f"/{number}" for number in range(6)]
    recorder, spoken_to = crawl([PageWalk(SITE, urls(stranger, paths, REBOUND))])
    assert spoken_to <= {ALLOWED}
    assert {address for address, _ in stranger.log} <= {ALLOWED}
    assert len(list(recorder.lines())) + len({each.url for each in recorder.failures()}) == 6


def test_neither_sitemaps_nor_canonical_links_lead_inwards(stranger, crawl):
    _, spoken_to = crawl([SiteWalk(SITE, urls(stranger, ["/"])[0], "kettle")])
    assert "/map.xml" in {path for _, path in stranger.log}
    assert spoken_to == {ALLOWED}
    assert {address for address, _ in stranger.log} == {ALLOWED}


@pytest.mark.skipif(not can_render(), reason="no browser on this machine")
def test_no_browser_is_led_inwards_not_even_by_a_name_that_changes_its_mind(stranger, crawl):
    shown = [PageWalk(SITE, urls(stranger, ["/"]), PageKind.OTHER)]
    rebound = [PageWalk(REBOUND, urls(stranger, ["/1", "/2"], REBOUND))]
    recorder, spoken_to = crawl([*shown, *rebound], render="always", robots=False)
    (line,) = [each for each in recorder.lines() if each["asked"] == urls(stranger, ["/"])[0]]
    assert "Kettle Kettle" in recorder.recall(line["asked"]).body.decode()
    assert spoken_to == {ALLOWED}
    assert {address for address, _ in stranger.log} == {ALLOWED}
