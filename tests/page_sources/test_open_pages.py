import gzip
import io
import lzma
import os
import sys
import tracemalloc
from types import SimpleNamespace

import pytest

from specdex.html import parse
from specdex.page_sources import open_pages
from specdex.records import Failure

HTML = "<html><table><tr><td>Größe</td><td>5 cm</td></tr></table></html>"


@pytest.fixture
def stdin(monkeypatch):
    def feed(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return feed


@pytest.fixture(params=["html", "jsonl", "warc", "warc.gz"])
def content(request, lines, warc):
    """One page in one format."""
    return {
        "html": HTML.encode(),
        "jsonl": b"\n " + lines({"url": "https://a.example/", "html": HTML}),
        "warc": warc(gzip=False).html("https://a.example/", HTML.encode()).data,
        "warc.gz": warc().html("https://a.example/", HTML.encode()).data,
    }[request.param]


def test_standard_input_is_known_by_how_it_begins(stdin, content, packed):
    stdin(packed[1](content))
    (page,) = open_pages("-")
    assert page.body.decode() == HTML
    assert page.url in {"https://a.example/", "file:///dev/stdin"}
    assert page.id in {"https://a.example/", "stdin"}


def test_a_file_with_an_unknown_ending_is_known_by_how_it_begins(put, content, packed):
    (page,) = open_pages(put("page.unknown", packed[1](content)))
    assert page.body.decode() == HTML


@pytest.mark.parametrize(
    "data", [b"", gzip.compress(b""), lzma.compress(b"")], ids=["plain", "gz", "xz"]
)
def test_empty_input_has_no_pages(stdin, data):
    stdin(data)
    assert list(open_pages("-")) == []


@pytest.mark.parametrize(
    "data",
    [b"\x1f\x8b\x08", b"\xfd7zXZ\x00", b"\x1f\x8b\x08" + b"?" * 99],
    ids=["gz", "xz", "damaged gz"],
)
def test_nothing_but_a_compressed_beginning_is_a_failure(stdin, data):
    stdin(data)
    assert [type(each) for each in open_pages("-")] == [Failure]


def test_one_page_is_the_same_document_from_every_source(put, tmp_path, lines, warc, stdin):
    utf8 = HTML.encode()
    put("folder/page.html", HTML)
    locations = [
        put("page.html", HTML),
        str(tmp_path / "folder"),
        put("page.jsonl.xz", lzma.compress(lines({"url": "https://a.example/", "html": HTML}))),
        put("page.warc.gz", warc().html("https://a.example/", utf8).data),
        "-",
    ]
    stdin(utf8)
    documents = [parse(page) for location in locations for page in open_pages(location)]
    assert len(documents) == len(locations)
    assert len({document.text for document in documents}) == 1
    assert "Größe" in documents[0].text


def test_process_substitution_is_a_file_like_any_other(lines):
    reading, writing = os.pipe()
    os.write(writing, lines({"url": "u", "html": HTML}))
    os.close(writing)
    assert [page.url for page in open_pages(f"/dev/fd/{reading}")] == ["u"]
    os.close(reading)


class Endless(io.RawIOBase):
    """So many lines of a megabyte, never in memory together."""

    def __init__(self, count):
        self.left = count

    def read(self, _size=-1):
        self.left -= 1
        return b'{"html": "' + b"0" * 1_000_000 + b'"}\n' if self.left >= 0 else b""


def test_a_pipe_much_larger_than_memory_would_like_is_streamed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Endless(300)))
    tracemalloc.start()
    try:
        assert sum(len(page.body) for page in open_pages("-")) == 300_000_000
        assert tracemalloc.get_traced_memory()[1] < 12_000_000
    finally:
        tracemalloc.stop()
