import gzip
import json
import os
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from specdex.errors import StoreError
from specdex.page_sources import open_pages
from specdex.ports import Archive
from specdex.records import Failure, Page, StoredPage
from specdex.runs import WarcArchive, captures
from specdex.runs.captures import Capture, file_head, merge

PAGES = [
    Page(
        f"https://shop.example/{number}",
        b"<html>%d</html>" % number * 50,
        f"https://shop.example/{number}",
        "shop.example",
        content_type="text/html",
    )
    for number in range(5)
]
pages = st.builds(
    Page,
    url=st.one_of(st.text(), st.text().map("https://shop.example/".__add__)),
    body=st.binary(),
    fetched=st.one_of(st.text(max_size=9), st.datetimes().map(lambda when: when.isoformat())),
    status=st.integers(0, 999),
)


class ArchiveContract:
    """What every archive does."""

    def make_archive(self):
        """An empty archive."""
        raise NotImplementedError

    def test_pages_come_back_as_they_were(self):
        pages = [
            Page("https://a.example/ä b?q=1", b"<p>one", "1", "a.example", "kettle"),
            Page("https://a.example/2", b"", content_type="text/html; charset=latin-1", status=404),
            Page("https://a.example/3", bytes(range(256)) * 999, encoding="cp1252"),
            Page("file:///home/page.html", b"<p>", fetched="2024-02-29T12:00:00+00:00"),
            Page("", b"<p>"),
        ]
        archive = self.make_archive()
        assert isinstance(archive, Archive)
        stored = [archive.append(page) for page in pages]
        assert [archive.load(place) for place in stored] == pages
        together = archive.append_all(pages)
        assert [archive.load(place) for place in together] == pages
        assert not archive.append_all([])
        archive.close()
        assert [(place.url, place.status) for place in stored] == [
            (page.url, page.status) for page in pages
        ]


class TestWarcArchive(ArchiveContract):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path):
        self.folder = tmp_path

    def make_archive(self):
        return WarcArchive(self.folder)


def names(folder):
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


def index(folder):
    lines = (folder / "pages.cdxj").read_bytes().splitlines()
    assert lines == sorted(lines)
    return [json.loads(line.split(b" ", 2)[2]) for line in lines]


def assert_complete(folder, expected):
    """The index and warcio agree on which pages lie where."""
    found = {}
    for path in folder.glob("*.warc.gz"):
        with path.open("rb") as file:
            records = ArchiveIterator(file, check_digests="raise")
            for record in records:
                if record.rec_type == "response":
                    url = record.rec_headers.get_header("WARC-Target-URI")
                    record.raw_stream.read()
                    place = (records.get_record_offset(), records.get_record_length())
                    found[url] = (path.name, *place)
            assert records.err_count == 0
    assert sorted(found) == sorted(expected)
    indexed = {
        entry["url"]: (entry["filename"], int(entry["offset"]), int(entry["length"]))
        for entry in index(folder)
    }
    assert indexed == found


@given(page=pages)
@settings(max_examples=150, deadline=None)
def test_any_page_comes_back_as_it_was(tmp_path_factory, page):
    with WarcArchive(tmp_path_factory.mktemp("warc")) as archive:
        assert archive.load(archive.append(page)) == page


def test_the_files_are_what_web_archives_read(tmp_path):
    with WarcArchive(tmp_path) as archive:
        archive.append(PAGES[0])
    with (tmp_path / "specdex-00001.warc.gz").open("rb") as file:
        info, response = [
            (
                record.rec_type,
                record.rec_headers,
                record.http_headers,
                record.content_stream().read(),
            )
            for record in ArchiveIterator(file)
        ]
    assert info[0] == "warcinfo"
    assert response[0] == "response"
    assert response[1].protocol == "WARC/1.1"
    assert response[1].get_header("WARC-Payload-Digest").startswith("sha1:")
    assert response[2].get_statuscode() == "200"
    assert response[2].get_header("Content-Type") == "text/html"
    assert response[3] == PAGES[0].body


def test_the_index_is_sorted_and_complete_when_closed(tmp_path):
    for number in (3, 1, 4):
        with WarcArchive(tmp_path) as archive:
            archive.append(PAGES[number])
    assert_complete(tmp_path, [PAGES[number].url for number in (1, 3, 4)])
    assert (tmp_path / "pages.cdxj").read_bytes().startswith(b"example,shop)/1 2")


index_lines = st.lists(st.binary(max_size=12).map(lambda each: each.replace(b"\n", b"") + b"\n"))


@settings(max_examples=200)
@given(index_lines, index_lines, st.integers(1, 20))
def test_lines_are_merged_where_they_belong_each_once(tmp_path_factory, before, lines, block):
    index = tmp_path_factory.mktemp("index") / "pages.cdxj"
    with pytest.MonkeyPatch.context() as patch:
        # so that even a small index is searched in ever larger steps, and copied in several
        patch.setattr(captures, "BLOCK", block)
        patch.setattr(captures, "COPIED", block)
        for each in (before, lines):
            merge(index, each)
    assert index.read_bytes() == b"".join(sorted({*before, *lines}))
    assert [index] == list(index.parent.iterdir())


def test_every_writer_has_a_file_of_its_own(tmp_path):
    with WarcArchive(tmp_path) as one, WarcArchive(tmp_path) as other:
        stored = [archive.append(page) for archive in (one, other) for page in PAGES[:2]]
        assert [place.file for place in stored] == ["specdex-00001.warc.gz"] * 2 + [
            "specdex-00002.warc.gz"
        ] * 2
        assert other.load(stored[0]) == PAGES[0]
    with WarcArchive(tmp_path) as later:
        assert later.append(PAGES[2]).file == "specdex-00003.warc.gz"


def test_opening_leaves_files_alone_that_somebody_writes(tmp_path):
    writer = WarcArchive(tmp_path)
    writer.append(PAGES[0])
    with WarcArchive(tmp_path):
        assert "specdex-00001.cdxj" in names(tmp_path)
    stored = writer.append(PAGES[1])
    writer.close()
    assert names(tmp_path) == ["pages.cdxj", "specdex-00001.warc.gz"]
    assert_complete(tmp_path, [page.url for page in PAGES[:2]])
    assert writer.load(stored) == PAGES[1]


def test_files_rotate(tmp_path):
    with WarcArchive(tmp_path, max_bytes=1000) as archive:
        stored = [archive.append(page) for page in PAGES]
        assert len({place.file for place in stored}) > 1
        assert [archive.load(place) for place in stored] == PAGES
    assert_complete(tmp_path, [page.url for page in PAGES])


def test_a_file_takes_so_many_records_and_no_more(tmp_path, monkeypatch):
    monkeypatch.setattr("specdex.runs.warc.MOST_RECORDS", 2)
    with WarcArchive(tmp_path) as archive:
        stored = [archive.append(page) for page in PAGES]
        assert [archive.load(place) for place in stored] == PAGES
    files = [place.file for place in stored]
    assert max(map(files.count, files)) == 2
    assert_complete(tmp_path, [page.url for page in PAGES])


@pytest.mark.parametrize("max_bytes", [1, 1000, 2500, 10**9])
def test_pages_that_are_kept_together_lie_as_if_they_had_come_one_by_one(tmp_path, max_bytes):
    with WarcArchive(tmp_path / "one", max_bytes=max_bytes) as archive:
        one_by_one = [archive.append(page) for page in PAGES]
    with WarcArchive(tmp_path / "all", max_bytes=max_bytes) as archive:
        together = archive.append_all(PAGES)
        assert [archive.load(place) for place in together] == PAGES
    assert [(place.url, place.file) for place in together] == [
        (place.url, place.file) for place in one_by_one
    ]
    assert_complete(tmp_path / "all", [page.url for page in PAGES])


def test_a_reader_makes_no_files(tmp_path):
    WarcArchive(tmp_path).close()
    assert names(tmp_path) == []


def left_behind(folder, torn):
    """Fill *folder* as a killed writer leaves it, with *torn* bytes missing at the end."""
    with WarcArchive(folder / "alive") as archive:
        stored = [archive.append(page) for page in PAGES[:3]]
        # a copy has the files of a writer that never closed them, and not its locks
        shutil.copytree(folder / "alive", folder, dirs_exist_ok=True)
    shutil.rmtree(folder / "alive")
    warc = folder / stored[0].file
    os.truncate(warc, warc.stat().st_size - torn)
    return stored


@pytest.mark.parametrize("torn", [1, 40, 200])
def test_a_torn_record_is_cut_off_and_the_rest_is_kept(tmp_path, torn):
    stored = left_behind(tmp_path, torn)
    with WarcArchive(tmp_path) as archive:
        assert names(tmp_path) == ["pages.cdxj", "specdex-00001.warc.gz"]
        assert_complete(tmp_path, [page.url for page in PAGES[:2]])
        assert [archive.load(place) for place in stored[:2]] == PAGES[:2]
        with pytest.raises(StoreError, match="specdex-00001"):
            archive.load(stored[2])


@pytest.mark.parametrize("cut", [0, 10, 300])
def test_lost_index_lines_are_found_again(tmp_path, cut):
    left_behind(tmp_path, torn=0)
    os.truncate(tmp_path / "specdex-00001.cdxj", cut)
    WarcArchive(tmp_path).close()
    assert_complete(tmp_path, [page.url for page in PAGES[:3]])


def test_a_lost_index_is_written_anew(tmp_path):
    with WarcArchive(tmp_path) as archive:
        for page in PAGES:
            archive.append(page)
    (tmp_path / "pages.cdxj").unlink()
    WarcArchive(tmp_path).close()
    assert_complete(tmp_path, [page.url for page in PAGES])


def test_a_writer_killed_before_its_first_record_leaves_nothing(tmp_path):
    left_behind(tmp_path, torn=0)
    os.truncate(tmp_path / "specdex-00001.warc.gz", 10)
    with WarcArchive(tmp_path) as archive:
        assert names(tmp_path) == ["pages.cdxj"]
        archive.append(PAGES[0])
    assert_complete(tmp_path, [PAGES[0].url])


def test_a_torn_file_can_be_read_before_it_is_healed(tmp_path):
    left_behind(tmp_path, torn=20)
    read = list(open_pages(str(tmp_path / "specdex-00001.warc.gz")))
    assert [page.body for page in read[:2]] == [page.body for page in PAGES[:2]]
    assert isinstance(read[2], Failure)


def test_a_damaged_or_missing_record_is_a_store_error(tmp_path):
    with WarcArchive(tmp_path) as archive:
        stored = archive.append(PAGES[0])
        path = tmp_path / stored.file
        damaged = bytearray(path.read_bytes())
        damaged[stored.offset + 200] ^= 0xFF
        path.write_bytes(damaged)
        for place in (stored, StoredPage("u", "", "no.warc.gz"), StoredPage("u", "", "../x", 0, 9)):
            with pytest.raises(StoreError):
                archive.load(place)


def test_a_folder_that_cannot_be_is_a_store_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot keep pages"):
        WarcArchive(tmp_path / "file" / "warc")


def test_a_full_disk_leaves_no_half_record(tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    with WarcArchive(tmp_path) as archive:
        archive.append(PAGES[0])
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(StoreError, match="No space left"):
                archive.append(PAGES[1])
        archive.append(PAGES[2])
    assert_complete(tmp_path, [PAGES[0].url, PAGES[2].url])


def test_a_record_that_was_changed_or_is_of_no_page_is_told() -> None:
    kept = Capture.of(Page("http://shop.example/p", b"<p>ink</p>", site="shop.example"))
    changed = gzip.compress(gzip.decompress(kept.member).replace(b"<p>ink</p>", b"<p>oak</p>"))
    with pytest.raises(StoreError, match="does not match its digest"):
        Capture.read(changed)
    with pytest.raises(StoreError, match="no record of a page"):
        Capture.read(file_head("a.warc.gz", "specdex"))
    assert Capture.read(kept.member) == kept
