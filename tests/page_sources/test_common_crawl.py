"""Common Crawl, asked in its own formats on loopback: index, its pages, ranges of archives."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from specdex.errors import InputError, ProviderError
from specdex.page_sources import common_crawl
from specdex.page_sources.common_crawl import CommonCrawl
from specdex.pipeline.extract import pages_at
from specdex.records import Failure, Page
from specdex.settings import Politeness

FILE = "crawl-data/CC-MAIN-2026-21/segments/1/warc/CC-MAIN-1.warc.gz"
SHOP = "shop.example"
CRAWLS = ("CC-MAIN-2026-21", "CC-MAIN-2026-17")
PAGE_SIZE = 2


class Mirror(ThreadingHTTPServer):
    """Speaks as index.commoncrawl.org and data.commoncrawl.org do."""

    def __init__(self, archive, lines):
        super().__init__(("127.0.0.1", 0), Handler)
        self.archive, self.lines = archive, lines
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.asked, self.busy, self.ranges = [], 0, True


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        mirror, parts = self.server, urlsplit(self.path)
        mirror.asked.append(self.path)
        if mirror.busy:
            mirror.busy -= 1
            self.answer(503, b"SlowDown", {"Retry-After": "0"})
        elif parts.path == "/collinfo.json":
            crawls = [{"id": each, "cdx-api": f"{mirror.url}/{each}-index"} for each in CRAWLS]
            self.answer(200, json.dumps(crawls).encode())
        elif parts.path.endswith("-index"):
            self.listed({name: values[0] for name, values in parse_qs(parts.query).items()})
        elif parts.path == f"/{FILE}":
            first, last = map(int, self.headers["Range"].removeprefix("bytes=").split("-"))
            part = mirror.archive[first : last + 1] if mirror.ranges else mirror.archive
            self.answer(206 if mirror.ranges else 200, part)
        else:
            self.answer(404, b"")

    def listed(self, question):
        # a prefix is asked of one host, with www. or without; a domain of all its hosts
        kind, url = question["matchType"], question["url"]
        assert kind == ("prefix" if "/" in url else "domain")
        begins = {"prefix": f"www.{url}", "domain": ""}[kind]
        lines = [each for each in self.server.lines if url in each.get("url", "")]
        found = [each for each in lines if each["url"].partition("://")[2].startswith(begins)]
        pages = -(-len(found) // PAGE_SIZE)
        if "showNumPages" in question:
            self.answer(200, json.dumps({"pages": pages, "pageSize": 5, "blocks": 9}).encode())
        elif not found:
            self.answer(404, b'{"message": "No Captures found for: "}')
        else:
            start = int(question["page"]) * PAGE_SIZE
            lines = [json.dumps(each) for each in found[start : start + PAGE_SIZE]]
            self.answer(200, "\n".join(lines).encode())

    def answer(self, status, body, headers=()):
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def running(mirror):
    thread = threading.Thread(target=mirror.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield mirror
    finally:
        mirror.shutdown()
        thread.join()
        mirror.server_close()


@pytest.fixture
def held(warc):
    """An archive of four pages and the lines of its index."""
    made = warc()
    addresses = [f"https://www.{SHOP}/{name}" for name in ("", "p/1", "p/1", "p/2")]
    for at, url in enumerate(addresses):
        made.html(url, b"<p>%d" % at)
    ends = [*made.starts[1:], len(made.data)]
    lines = [
        {
            "url": url,
            "timestamp": f"2026050{at}000000",
            "filename": FILE,
            "offset": str(start),
            "length": str(end - start),
            "mime-detected": "text/html",
        }
        for at, (url, start, end) in enumerate(zip(addresses, made.starts, ends, strict=True))
    ]
    return made.data, lines


@pytest.fixture
def mirror(held):
    with running(Mirror(*held)) as made:
        yield made


def asked(mirror, crawl=""):
    return CommonCrawl(crawl, Politeness(delay=0.0, timeout=5), mirror.url, mirror.url)


def test_the_newest_capture_of_each_address_is_held(mirror):
    archive = asked(mirror)
    assert archive.addresses(SHOP) == [f"https://www.{SHOP}/{each}" for each in ("", "p/1", "p/2")]
    page = archive.page(f"http://{SHOP}/p/1", SHOP)
    assert (page.url, page.body) == (f"https://www.{SHOP}/p/1", b"<p>2")
    assert page.fetched
    # the index of a site is asked for once, page by page, and only what is wanted of an archive
    assert [each.partition("?")[0] for each in mirror.asked] == [
        "/collinfo.json",
        *["/CC-MAIN-2026-21-index"] * 3,
        f"/{FILE}",
    ]


def test_what_it_does_not_hold_is_told(mirror):
    archive = asked(mirror, "CC-MAIN-2026-17")
    assert archive.addresses("other.example") == []
    failure = archive.page(f"https://{SHOP}/p/9", SHOP)
    assert failure.reason == "Common Crawl does not hold it"


def test_a_crawl_that_is_none_is_told(mirror):
    with pytest.raises(
        InputError, match=r"no crawl 'CC-MAIN-1999-01'; the newest are CC-MAIN-2026-"
    ):
        asked(mirror, "CC-MAIN-1999-01").addresses(SHOP)


def test_a_busy_service_is_left_alone_for_a_while(mirror, monkeypatch):
    monkeypatch.setattr(common_crawl, "PAUSES", (0.01, 0.01))
    mirror.busy = 1
    assert len(asked(mirror).addresses(SHOP)) == 3
    mirror.busy = 9
    with pytest.raises(ProviderError, match="is busy; try again later"):
        asked(mirror).addresses(SHOP)


def test_a_service_that_sends_everything_is_refused(mirror):
    archive = asked(mirror)
    archive.addresses(SHOP)
    mirror.ranges = False
    assert "does not answer with a part" in archive.page(f"https://{SHOP}/p/2", SHOP).reason


@pytest.mark.parametrize(
    "spoilt",
    [
        {"filename": "../../etc/passwd"},
        {"filename": "http://elsewhere.example/x"},
        {"offset": "-1"},
        {"offset": "x"},
        {"length": str(1 << 40)},
        {"url": f"javascript:{SHOP}"},
        {"mime-detected": "image/png"},
    ],
)
def test_lines_that_cannot_be_are_left_out(mirror, spoilt):
    mirror.lines = [mirror.lines[0] | spoilt, {"url": SHOP}]
    assert asked(mirror).addresses(SHOP) == []


def test_what_is_damaged_is_a_failure(mirror):
    mirror.archive = b"\x1f\x8b\x08" + b"?" * len(mirror.archive)
    assert isinstance(asked(mirror).page(f"https://{SHOP}/p/2", SHOP), Failure)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        (SHOP, ["", "p/1", "p/2"]),
        (f"www.{SHOP.upper()}", ["", "p/1", "p/2"]),
        (f"{SHOP}/*", ["", "p/1", "p/2"]),
        (f"{SHOP}/p/*", ["p/1", "p/2"]),
        (f"{SHOP}/*/2", ["p/2"]),
        (f"{SHOP}/p/1/", ["p/1"]),
        (f"{SHOP}/p", []),
        (f"{SHOP}/[p]/?", []),
    ],
)
def test_the_pages_that_a_pattern_means(mirror, pattern, found):
    pages = list(asked(mirror).pages(pattern))
    assert [page.url for page in pages] == [f"https://www.{SHOP}/{each}" for each in found]
    assert all(page.body == b"<p>2" for page in pages if page.url.endswith("p/1"))


@pytest.mark.parametrize("pattern", ["", "*", "*.example/p", "shop", "/p/1", "a b.example/*"])
def test_a_pattern_without_a_site_is_told(mirror, pattern):
    with pytest.raises(InputError, match="names no site"):
        list(asked(mirror).pages(pattern))
    assert not mirror.asked


def test_a_damaged_page_of_a_pattern_is_a_failure_at_its_address(mirror):
    mirror.lines[1:3] = []
    mirror.archive = mirror.archive[: len(mirror.archive) // 2] + b"?" * len(mirror.archive)
    home, other = asked(mirror).pages(SHOP)
    assert isinstance(home, Page)
    assert (type(other), other.url) == (Failure, f"https://www.{SHOP}/p/2")


@pytest.mark.parametrize("crawl", ["", "CC-MAIN-2026-17:", "https://"])
def test_a_pattern_is_a_place_of_pages_as_any_other(mirror, monkeypatch, crawl):
    for name in ("INDEX", "DATA"):
        monkeypatch.setenv(f"SPECDEX_COMMONCRAWL_{name}", mirror.url)
    places = [f"commoncrawl:{crawl}{SHOP}/{each}" for each in ("p/*", "q/*")]
    one, other, nothing = pages_at(places, Politeness(delay=0.0))
    assert (one.body, other.body) == (b"<p>2", b"<p>3")
    assert nothing == Failure(places[1], "fetch", "Common Crawl holds no such page")


def test_an_archive_that_does_not_answer_costs_its_pages_alone(monkeypatch):
    monkeypatch.setenv("SPECDEX_COMMONCRAWL_INDEX", "http://127.0.0.1:9")
    places = [f"commoncrawl:{SHOP}/p/{each}" for each in (1, 2)]
    failures = list(pages_at(places, Politeness(delay=0.0)))
    assert [each.url for each in failures] == places
    assert all("does not answer" in each.reason for each in failures)


def test_the_columnar_index_is_read_from_a_file_or_a_folder(mirror, tmp_path):
    import duckdb

    rows = ", ".join(
        f"('{each['url']}', '{SHOP}', TIMESTAMP '2026-05-0{at + 1}', 200::SMALLINT, 'text/html', "
        f"'{FILE}', {each['offset']}, {each['length']})"
        for at, each in enumerate(mirror.lines)
    )
    path = tmp_path / "subset=warc" / "part-0.parquet"
    path.parent.mkdir()
    with duckdb.connect() as database:
        database.execute(
            f"COPY (SELECT * FROM (VALUES {rows}) AS t(url, url_host_registered_domain,"
            " fetch_time, fetch_status, content_mime_detected, warc_filename,"
            f" warc_record_offset, warc_record_length)) TO '{path}'"
        )
    for given in (path, tmp_path):
        archive = asked(mirror, str(given))
        assert len(archive.addresses(SHOP)) == 3
        page = archive.page(f"https://{SHOP}/p/1", SHOP)
        assert isinstance(page, Page)
        assert page.body == b"<p>2"
        assert len(list(archive.pages(f"{SHOP}/p/*"))) == 2


def test_a_file_that_is_no_index_is_told(mirror, tmp_path):
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match="cannot be read as an index"):
        asked(mirror, str(tmp_path / "x.parquet")).addresses(SHOP)
    with pytest.raises(InputError, match="there is no crawl and no index"):
        asked(mirror, "nowhere").addresses(SHOP)
