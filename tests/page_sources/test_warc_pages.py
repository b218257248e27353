import gzip
import json
import zlib

import pytest

from specdex.page_sources import open_pages
from specdex.records import Failure, Page
from specdex.runs import WarcArchive
from tests.page_sources.contract import PageSourceContract

HTML = "<html><p>Größe".encode()
URL = "https://www.shop.example/1"


class TestWarcPages(PageSourceContract):
    @pytest.fixture(autouse=True)
    def _put(self, put, warc):
        self.put, self.warc = put, warc

    def write_page(self, url, html):
        return self.put("pages.warc.gz", self.warc().html(url, html.encode()).data)


def read(location):
    return list(open_pages(location))


def chunked(body, size=7):
    parts = (body[at : at + size] for at in range(0, len(body), size))
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def test_a_page_has_what_http_said(put, warc):
    made = warc().html(URL, HTML)
    (page,) = read(put("a.warc.gz", made.data))
    assert page.fetched.endswith("Z")
    assert page == Page(
        URL,
        HTML,
        URL,
        "shop.example",
        content_type="text/html; charset=utf-8",
        fetched=page.fetched,
    )


@pytest.mark.parametrize("gzipped", [True, False])
def test_only_html_that_was_served_with_success_is_a_page(put, warc, gzipped):
    made = warc(gzip=gzipped)
    made.writer.write_record(made.writer.create_warcinfo_record("a", {"software": "x"}))
    made.add(URL, b"GET / HTTP/1.1\r\n\r\n", kind="request")
    made.html(URL, HTML)
    made.add(URL, HTML, http=[("Content-Type", "text/html")], status="404 Not Found")
    made.add(URL, HTML, http=[("Content-Type", "text/html")], status="301 Moved")
    made.add(URL, b"\x89PNG", http=[("Content-Type", "image/png")])
    made.add(URL, b"{}", http=[("Content-Type", "application/json")])
    made.add(URL, HTML, http=[])
    made.add(URL, b"no type, no tag", http=[])
    made.add("urn:x", b"seen", kind="metadata")
    made.add("dns:shop.example", b"1.2.3.4", kind="resource", warc_content_type="text/dns")
    made.add("file:///a.html", HTML, kind="resource", warc_content_type="text/html")
    made.add(URL, HTML, http=[("Content-Type", "Application/XHTML+XML")], status="203 Fine")
    location = put("a.warc", made.data)
    assert [(page.url, page.status) for page in read(location)] == [
        (URL, 200),
        (URL, 200),
        ("file:///a.html", 200),
        (URL, 203),
    ]
    assert {page.body for page in read(location)} == {HTML}


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(HTML)),
        ("X-GZIP", gzip.compress(HTML)),
        ("deflate", zlib.compress(HTML)),
        ("deflate", zlib.compress(HTML)[2:-4]),
        ("identity", HTML),
        ("gzip", HTML),
        ("gzip, deflate", zlib.compress(gzip.compress(HTML))),
    ],
    ids=["gzip", "x-gzip", "deflate", "raw deflate", "identity", "decoded already", "two"],
)
@pytest.mark.parametrize("transfer", ["", "chunked"])
def test_content_is_decoded_as_a_browser_does(put, warc, encoding, body, transfer):
    headers = [("Content-Encoding", encoding)]
    if transfer:
        headers.append(("Transfer-Encoding", transfer))
        body = chunked(body)
    (page,) = read(put("a.warc.gz", warc().html(URL, body, *headers).data))
    assert page.body == HTML


def test_brotli_is_decoded_where_it_is_installed(put, warc):
    brotli = pytest.importorskip("brotli")
    made = warc().html(URL, brotli.compress(HTML), ("Content-Encoding", "br"))
    made.html(URL, HTML, ("Content-Encoding", "br"))
    assert [page.body for page in read(put("a.warc.gz", made.data))] == [HTML, HTML]


def test_an_unknown_content_encoding_is_a_failure(put, warc):
    made = warc().html(URL, b"?", ("Content-Encoding", "zz")).html(URL, HTML)
    failure, page = read(put("a.warc.gz", made.data))
    assert failure == Failure(
        URL, "read", "the page was left out: its content encoding 'zz' is not known"
    )
    assert page.body == HTML


@pytest.mark.parametrize("encoding", ["", "gzip", "deflate", "br"])
@pytest.mark.parametrize("transfer", ["", "chunked"])
def test_a_bomb_is_a_failure(put, warc, monkeypatch, encoding, transfer):
    monkeypatch.setattr("specdex.page_sources.warc.MAX_BYTES", 100_000)
    bomb = b"0" * 5_000_000
    if encoding == "br":
        bomb = pytest.importorskip("brotli").compress(bomb)
    elif encoding:
        bomb = {"gzip": gzip.compress, "deflate": zlib.compress}[encoding](bomb)
    headers = [("Content-Encoding", encoding)] if encoding else []
    if transfer:
        bomb = chunked(bomb, 50_000)
        headers.append(("Transfer-Encoding", "chunked"))
    made = warc().html(URL, bomb, *headers).html(URL, HTML)
    failure, page = read(put("a.warc.gz", made.data))
    assert "over the limit" in failure.reason
    assert page.body == HTML


def test_a_damaged_member_is_a_failure_and_the_next_is_read(put, warc):
    made = warc()
    for number in range(3):
        made.html(f"{URL}{number}", HTML * 99)
    data = bytearray(made.data)
    data[made.starts[1] + 30 : made.starts[1] + 60] = b"\xff" * 30
    first, *middle, last = read(put("a.warc.gz", bytes(data)))
    assert (first.url, last.url) == (f"{URL}0", f"{URL}2")
    assert middle
    assert all(isinstance(each, Failure) for each in middle)


@pytest.mark.parametrize("gzipped", [True, False])
def test_a_file_that_ends_in_a_record_is_a_failure_at_the_end(put, warc, gzipped):
    made = warc(gzip=gzipped).html(URL, HTML).html(URL, HTML * 999)
    cut = (made.starts[1] + len(made.data)) // 2
    page, failure = read(put("a.warc.gz", made.data[:cut]))
    assert page.body == HTML
    assert "in the middle of" in failure.reason


def test_a_length_that_lies_costs_one_record(put, warc):
    parts = [warc(gzip=False).html(f"{URL}{number}", HTML).data for number in range(3)]
    length = parts[1].split(b"Content-Length: ")[1].split(b"\r\n")[0]
    parts[1] = parts[1].replace(b"Content-Length: " + length, b"Content-Length: 70", 1)
    read_pages = [each for each in read(put("a.warc", b"".join(parts))) if isinstance(each, Page)]
    assert [page.url for page in read_pages if page.body == HTML] == [f"{URL}0", f"{URL}2"]


@pytest.mark.parametrize(
    "nonsense",
    [
        b"no such thing",
        b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n",
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + URL.encode() + b"\r\n\r\n",
        b"WARC/1.0\r\n" + b"X-Header: y\r\n" * 200_000 + b"\r\n",
        b"WARC/9.9\r\n\r\n",
        bytes(range(256)) * 999,
    ],
    ids=["text", "no address", "no length", "too many headers", "unknown version", "bytes"],
)
def test_what_is_no_record_is_a_failure_and_the_rest_is_read(put, warc, nonsense):
    good = warc(gzip=False).html(URL, HTML).data
    found = read(put("a.warc", good + nonsense + b"\r\n\r\n" + good))
    assert isinstance(found[0], Page)
    assert any(isinstance(each, Failure) for each in found)
    assert [each.url for each in found if isinstance(each, Page)][-1] == URL


def test_our_own_archive_gives_its_pages_back_whole(tmp_path):
    pages = [
        Page("https://a.example/ä b", b"<p>1", "one", "a", "kettle", "text/html", "utf-8"),
        Page("https://a.example/2", b"<p>2", "https://a.example/2", "a.example"),
        Page("file:///a.html", b"<p>3", "three", content_type="text/html; charset=cp1252"),
    ]
    with WarcArchive(tmp_path) as archive:
        for page in pages:
            archive.append(page)
    assert list(open_pages(str(tmp_path))) == pages


def test_a_strangers_use_of_our_field_changes_nothing(put, warc):
    made = warc()
    for field in ("{", "7", json.dumps({"url": 5})):
        made.add(
            URL,
            HTML,
            http=[("Content-Type", "text/html")],
            warc_headers_dict={"Specdex-Page": field},
        )
    assert [page.url for page in read(put("a.warc.gz", made.data))] == [URL] * 3


def test_an_empty_file_has_no_pages(put):
    assert read(put("a.warc.gz", b"")) == []
