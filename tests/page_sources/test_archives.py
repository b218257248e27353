"""Archives beside gzipped WARC: zstd with its dictionary, WACZ, ARC; and files that are none."""

import gzip
import io
import struct
import tracemalloc
import zipfile

import pytest
from backports import zstd

from specdex.page_sources import open_pages
from specdex.page_sources.compression import MAX_DICTIONARY
from specdex.records import Failure, Page
from tests.page_sources.contract import PageSourceContract

URL = "https://a.example/1"
DICTIONARY_FRAME = b"\x5d\x2a\x4d\x18"
TRAINED = zstd.train_dict(
    [
        f"<html><tr><th>Weight {at}</th><td>{at * 7} g</td></tr></html>".encode()
        for at in range(999)
    ],
    1 << 12,
)


def frames(warc, pages, dictionary=None):
    """A ``.warc.zst``: every record is a frame of its own."""
    found = []
    for url, body in pages:
        record = warc(gzip=False).html(url, body).data
        found.append(zstd.compress(record, zstd_dict=dictionary))
    return b"".join(found)


def dictionary_frame(content):
    return DICTIONARY_FRAME + struct.pack("<I", len(content)) + content


def wacz(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def arc(*records):
    """An ARC file: a description, then records, each after a line that tells its length."""
    about = b"1 0 someone\nURL IP-address Archive-date Content-type Archive-length\n\n"
    found = [b"filedesc://a.arc 0.0.0.0 20090102030405 text/plain %d\n" % len(about) + about]
    for url, body, kind in records:
        answer = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\n\r\n" % kind + body
        found.append(b"%s 10.0.0.1 20090102030405 %s %d\n" % (url, kind, len(answer)) + answer)
    return b"\n".join(found) + b"\n"


class TestWarcZst(PageSourceContract):
    @pytest.fixture(autouse=True)
    def _tools(self, put, warc):
        self.put, self.warc = put, warc

    def write_page(self, url, html):
        return self.put("a.warc.zst", frames(self.warc, [(url, html.encode())]))

    @pytest.mark.parametrize("packed", [False, True])
    @pytest.mark.parametrize("dictionary", [TRAINED, zstd.ZstdDict(b"<html><table>", is_raw=True)])
    def test_frames_are_read_by_the_dictionary_that_comes_first(self, packed, dictionary):
        content = dictionary.dict_content
        first = dictionary_frame(zstd.compress(content) if packed else content)
        pages = [(f"https://a.example/{at}", b"<html><table>%d" % at) for at in range(3)]
        # a dictionary is needed to read what was written with one
        for data in (frames(self.warc, pages, dictionary), frames(self.warc, pages)):
            found = list(open_pages(self.put("b.warc.zst", first + data)))
            assert [(page.url, page.body) for page in found] == pages

    def test_what_was_written_with_a_dictionary_is_not_read_without(self):
        data = frames(self.warc, [(URL, b"<p>1")], TRAINED)
        (failure,) = open_pages(self.put("c.warc.zst", data))
        assert "dictionary" in failure.reason

    @pytest.mark.parametrize(
        "data",
        [
            DICTIONARY_FRAME + struct.pack("<I", MAX_DICTIONARY + 1),
            DICTIONARY_FRAME + struct.pack("<I", 99) + b"short",
            dictionary_frame(b"\x28\xb5\x2f\xfdnonsense"),
            dictionary_frame(b"\x37\xa4\x30\xecnonsense"),
            dictionary_frame(b"few"),
            b"\x28\xb5\x2f\xfd" + b"?" * 99,
        ],
    )
    def test_damage_is_told(self, data):
        (failure,) = open_pages(self.put("d.warc.zst", data))
        assert isinstance(failure, Failure)

    def test_pages_before_damage_are_read(self):
        data = frames(self.warc, [(URL, b"<p>1"), (URL, b"<p>2")])
        first, *_ = open_pages(self.put("e.warc.zst", data[:-9]))
        assert first.body == b"<p>1"

    def test_an_answer_of_a_server_in_zstd(self):
        packed = zstd.compress(b"<p>small")
        data = self.warc().html(URL, packed, ("Content-Encoding", "zstd")).data
        (page,) = open_pages(self.put("f.warc.gz", data))
        assert page.body == b"<p>small"


class TestWacz(PageSourceContract):
    @pytest.fixture(autouse=True)
    def _tools(self, put, warc):
        self.put, self.warc = put, warc

    def write_page(self, url, html):
        data = self.warc().html(url, html.encode()).data
        return self.put("a.wacz", wacz({"archive/data.warc.gz": data, "datapackage.json": "{}"}))

    def test_all_archives_in_it_are_read_and_nothing_else(self, tmp_path):
        one, two = (self.warc().html(f"https://a.example/{at}", b"<p>").data for at in (1, 2))
        members = {"archive/b.warc.gz": two, "archive/a.warc.gz": one, "pages/pages.jsonl": b"{}"}
        self.put("a.wacz", wacz(members))
        assert [page.url for page in open_pages(str(tmp_path))] == [
            "https://a.example/1",
            "https://a.example/2",
        ]

    def test_a_zip_without_archives_is_told(self):
        (failure,) = open_pages(self.put("pages.zip", wacz({"a.html": "<p>"})))
        assert "no WACZ: unpack it" in failure.reason

    def test_damage_is_told_and_what_can_be_read_is(self):
        data = self.warc().html(URL, b"<p>" + bytes(range(256)) * 999).data
        whole = wacz({"archive/a.warc.gz": data, "archive/b.warc.gz": data})
        at = whole.index(data) + len(data) // 2
        spoilt = whole[:at] + bytes(byte ^ 255 for byte in whole[at : at + 99]) + whole[at + 99 :]
        found = list(open_pages(self.put("b.wacz", spoilt)))
        assert {type(each) for each in found} == {Page, Failure}
        assert isinstance(found[-1], Page)

    def test_what_only_says_that_it_is_one_is_told(self):
        (failure,) = open_pages(self.put("c.wacz", b"<html>"))
        assert "cannot be read" in failure.reason

    @pytest.mark.parametrize("packed", [False, True])
    def test_a_bomb_is_left_out_and_memory_holds(self, packed):
        zeros = b"0" * (200 << 20)
        encoding = [("Content-Encoding", "gzip")] if packed else []
        body = gzip.compress(zeros, 1) if packed else zeros
        data = self.warc().html(URL, body, *encoding).data
        place = self.put("b.wacz", wacz({"archive/a.warc.gz": data}))
        del zeros, body, data
        tracemalloc.start()
        (failure,) = open_pages(place)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert "over the limit" in failure.reason
        assert peak < 180 << 20


class TestArc(PageSourceContract):
    @pytest.fixture(autouse=True)
    def _tools(self, put):
        self.put = put

    def write_page(self, url, html):
        return self.put("a.arc", arc((url.encode(), html.encode(), b"text/html")))

    def test_pages_are_read_with_their_time_and_others_are_not(self, packed):
        records = [
            (b"http://a.example/1", b"<p>1", b"text/html"),
            (b"http://a.example/b.png", b"\x89PNG", b"image/png"),
            (b"dns:a.example", b"10.0.0.1", b"text/dns"),
            (b"http://a.example/a b", b"<p>2\n", b"text/html; charset=utf-8"),
        ]
        ending, pack = packed
        for name in (f"a.arc{ending}", "unknown"):
            found = list(open_pages(self.put(name, pack(arc(*records[:3])))))
            assert [(page.url, page.body) for page in found] == [("http://a.example/1", b"<p>1")]
            assert found[0].fetched == "2009-01-02T03:04:05Z"

    def test_what_follows_damage_is_found(self):
        one, two = ((b"http://a.example/%d" % at, b"<p>%d" % at, b"text/html") for at in (1, 2))
        data = arc(one, two).replace(b"20090102030405 text/html", b"soon", 1)
        failure, page = open_pages(self.put("b.arc", data))
        assert isinstance(failure, Failure)
        assert page.url == "http://a.example/2"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7 <html>", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"a.html".ljust(257, b"\0") + b"ustar", "a tar archive"),
        (b"\1\2\0\3", "a binary file of a kind that is not known"),
    ],
)
def test_a_file_of_another_kind_is_named(put, data, kind):
    names = ["x", "x.html"] if "not known" not in kind else ["x"]
    for name in names:
        (failure,) = open_pages(put(name, data))
        assert f"is {kind}, which holds no pages" in failure.reason


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_text_with_zeros_is_a_page(put, codec):
    (page,) = open_pages(put("x", "<html><p>1".encode(codec)))
    assert isinstance(page, Page)
