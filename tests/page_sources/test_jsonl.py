import gzip
import json
import lzma
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.errors import InputError
from specdex.page_sources import jsonl, open_pages
from specdex.page_sources.streams import opened, plain
from specdex.records import Failure, Page
from tests.page_sources.contract import PageSourceContract


class TestJsonLinesPages(PageSourceContract):
    @pytest.fixture(autouse=True)
    def _put(self, put, lines):
        self.put, self.lines = put, lines

    def write_page(self, url, html):
        return self.put("pages.jsonl", self.lines({"url": url, "html": html}))


def read(location):
    return list(open_pages(location))


def test_all_fields_are_taken_and_others_are_not_in_the_way(put, lines):
    line = {"url": "https://www.a.example/1", "html": "<p>ä", "id": 7, "site": "s", "category": "c"}
    location = put("pages.jsonl", lines(line | {"title": "T", "fragments": [1, {"a": None}]}))
    assert read(location) == [
        Page("https://www.a.example/1", "<p>ä".encode(), "7", "s", "c", encoding="utf-8")
    ]


def test_url_and_host_stand_in_for_id_and_site(put, lines):
    location = put("pages.jsonl", lines({"url": "https://www.a.example/1", "html": ""}))
    assert read(location) == [
        Page(
            "https://www.a.example/1", b"", "https://www.a.example/1", "a.example", encoding="utf-8"
        )
    ]


def test_a_page_without_url_is_called_by_its_id(put, lines):
    location = put("pages.jsonl", lines({"id": "a", "html": "x"}, {"url": None, "html": "y"}))
    assert [(page.url, page.id, page.site) for page in read(location)] == [
        ("", "a", ""),
        ("", "", ""),
    ]


def test_compressed_lines_are_read_whatever_the_ending_says(put, lines, packed):
    suffix, pack = packed
    data = pack(lines({"url": "u", "html": "x"}) + lines({"url": "v", "html": "y"}))
    for name in (f"pages.jsonl{suffix}", "pages.dat", "pages.jsonl"):
        assert [page.url for page in open_pages(put(name, data))] == ["u", "v"]


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (b"{not json}", "malformed"),
        (b"[1, 2]", "Expected `object`, got `array`"),
        (b'{"url": "u"}', "missing required field `html`"),
        (b'{"url": "u", "html": 5}', "Expected `str`, got `int`"),
        (b'{"url": "u", "html": "\xff"}', "decode"),
        (b'{"a": ' + b"[" * 100_000, "recursion"),
        (b'{"url": "u", "html": "\\ud800', "no page"),
    ],
    ids=["no json", "no object", "no html", "html is a number", "no utf-8", "too deep", "cut"],
)
def test_a_bad_line_is_a_failure_that_names_file_and_line_and_the_rest_goes_on(
    put, lines, bad, why
):
    good = lines({"url": "u", "html": "x"})
    location = put("pages.jsonl", good + b"\n  \n" + bad + b"\r\n" + good)
    first, failure, last = read(location)
    assert (first.url, last.url) == ("u", "u")
    assert isinstance(failure, Failure)
    assert failure.url == location
    assert failure.step == "read"
    assert failure.reason.startswith(f"line 4 of {location} was left out: ")
    assert why in failure.reason
    assert "\n" not in failure.reason


def test_half_a_surrogate_pair_does_not_cost_a_page(put):
    (page,) = read(put("p.jsonl", b'{"url": "u\\ud800", "html": "a\\uDC00b", "id": 1}\n'))
    assert (page.url, page.body, page.id) == ("u?", b"a?b", "1")


PIECES = st.sampled_from(
    ["12345678", '"', "\\", "/", "\n\t\r\b\f", "\0\x1f\x7f", "é€\U0001f600", "u"]
)


def pages_of(data):
    return list(jsonl.read_lines(plain(iter([data])), "here"))


@given(st.lists(PIECES | st.text(max_size=9), max_size=12).map("".join), st.booleans())
def test_a_page_is_the_same_however_it_is_written(html, ascii_only):
    line = json.dumps({"html": html, "url": "é"}, ensure_ascii=ascii_only)
    (page,) = pages_of(f"{line}\n".encode())
    assert (page.body, page.url) == (html.encode(), "é")


HALVES = ["\\", "u", "d83d", "de00", "D83D", "n", "x", "00", "00e9", '"', "1234567", "\x01", "\x7f"]


AROUND = [
    "",
    '"id": "html", ',
    '"x": {"html": "y"}, ',
    '"url": "{", ',
    '"html": 1, ',
    '"html": "z", ',
]


@given(
    st.lists(st.sampled_from(HALVES), max_size=9).map("".join),
    st.sampled_from(AROUND),
    st.sampled_from(AROUND),
)
def test_a_line_means_the_same_at_once_and_by_way_of_a_text(written, before, behind):
    line = f'{{{before}"html": "{written}", {behind}"site": "s"}}\n'.encode()
    known, jsonl.unescaped = jsonl.unescaped, None
    try:
        by_text = pages_of(line)
    finally:
        jsonl.unescaped = known
    assert pages_of(line) == by_text


def test_a_byte_order_mark_and_a_last_line_without_end_are_fine(put):
    location = put("p.jsonl", b'\xef\xbb\xbf{"html": "x"}\n{"html": "y"}')
    assert [page.body for page in read(location)] == [b"x", b"y"]


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress], ids=["gz", "xz"])
def test_a_truncated_file_gives_its_pages_and_then_a_failure(put, lines, pack):
    # text that hardly compresses, so that half of the file holds some of the lines
    data = pack(b"".join(lines({"url": str(n), "html": os.urandom(300).hex()}) for n in range(400)))
    location = put("pages.jsonl.packed", data[: len(data) // 2])
    *pages, failure = open_pages(location)
    assert [page.url for page in pages] == [str(number) for number in range(len(pages))]
    assert len(pages) > 100
    assert isinstance(failure, Failure)
    assert "ends in the middle of compressed data" in failure.reason
    assert f"after line {len(pages)}" in failure.reason


def test_damaged_gzip_is_left_behind_at_the_next_member(put, lines):
    members = [
        gzip.compress(lines({"url": str(n), "html": os.urandom(99).hex()})) for n in range(3)
    ]
    members[1] = members[1][:30] + b"\xff\xff\xff\xff" + members[1][34:]
    first, *middle, last = open_pages(put("p.jsonl.gz", b"".join(members) + b"\0" * 99))
    assert (first.url, last.url) == ("0", "2")
    assert any(isinstance(each, Failure) and "damaged" in each.reason for each in middle)


def test_damaged_xz_ends_with_a_failure(put, lines):
    data = bytearray(lzma.compress(lines(*({"html": os.urandom(99).hex()} for _ in range(999)))))
    data[len(data) // 2] ^= 0xFF
    *_, failure = open_pages(put("p.jsonl.xz", bytes(data)))
    assert isinstance(failure, Failure)


def test_concatenated_and_padded_archives_are_read_to_the_end(put, lines, packed):
    _, pack = packed
    parts = [pack(lines({"url": str(number), "html": ""})) for number in range(3)]
    data = parts[0] + parts[1] + parts[2] + (b"" if pack is bytes else b"\0" * 8)
    assert [page.url for page in open_pages(put("p.jsonl", data))] == ["0", "1", "2"]


def test_a_line_over_the_limit_is_a_failure_and_the_rest_goes_on(put, lines, packed, monkeypatch):
    monkeypatch.setattr(jsonl, "MAX_BYTES", 50_000)
    _, pack = packed
    bomb = lines({"url": "bomb", "html": "0" * 3_000_000})
    good = lines({"url": "u", "html": "x"})
    first, failure, last = open_pages(put("p.jsonl", pack(good + bomb + good)))
    assert (first.url, last.url) == ("u", "u")
    assert failure.reason.startswith("line 2 of ")
    assert "over the limit" in failure.reason


def test_an_empty_file_has_no_pages(put, packed):
    _, pack = packed
    assert list(open_pages(put("p.jsonl", pack(b"")))) == []


@pytest.mark.parametrize("location", ["nowhere.jsonl", "a\0b", "x" * 5000])
def test_a_missing_file_is_an_input_error_at_once(location):
    with pytest.raises(InputError):
        open_pages(location)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(InputError, match="is a folder"), opened(str(tmp_path)):
        pass


def test_standard_input_is_read_as_it_comes(monkeypatch, lines):
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin, os.fdopen(writing, "wb", buffering=0) as feed:
        monkeypatch.setattr(sys, "stdin", stdin)
        feed.write(lines({"url": "1", "html": "x" * 2000}))
        pages = open_pages("-")
        assert next(pages).url == "1"
        feed.write(lines({"url": "2", "html": "y"}))
        assert next(pages).url == "2"
        feed.close()
        assert list(pages) == []
