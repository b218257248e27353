import gzip
import os

import pytest

from specdex.errors import InputError
from specdex.page_sources import folder, open_pages
from specdex.records import Failure, Page
from tests.page_sources.contract import PageSourceContract


class TestFolderPages(PageSourceContract):
    @pytest.fixture(autouse=True)
    def _put(self, put, tmp_path):
        self.put, self.folder = put, tmp_path

    def write_page(self, _url, html):
        self.put("page.html", html)
        return str(self.folder)


class TestHtmlFile(PageSourceContract):
    @pytest.fixture(autouse=True)
    def _put(self, put):
        self.put = put

    def write_page(self, _url, html):
        return self.put("page.html", html)


def test_a_file_is_one_page_called_after_it(put, tmp_path):
    location = put("red kettle.html", "<p>")
    assert list(open_pages(location)) == [
        Page(f"file://{tmp_path}/red%20kettle.html", b"<p>", "red kettle")
    ]


def test_a_compressed_file_is_a_page_too(put, packed):
    suffix, pack = packed
    (page,) = open_pages(put(f"kettle.html{suffix}", pack(b"<p>")))
    assert (page.id, page.body) == ("kettle", b"<p>")


def test_an_empty_file_is_no_page(put):
    assert list(open_pages(put("a.html", ""))) == []


def test_a_file_over_the_limit_or_cut_short_is_a_failure(put, packed, monkeypatch):
    monkeypatch.setattr(folder, "MAX_BYTES", 1000)
    _, pack = packed
    (failure,) = open_pages(put("a.html", pack(b"0" * 5000)))
    assert "over the limit" in failure.reason
    if pack is not bytes:
        (failure,) = open_pages(put("b.html", pack(os.urandom(900))[:-50]))
        assert "in the middle" in failure.reason


def test_a_folder_is_read_in_order_and_all_the_way_down(put, tmp_path, lines, warc):
    put("b.HTML", "<p>b")
    put("a/index.htm", "<p>a")
    put("c/a.xhtml", "<p>c")
    put("c/d/pages.jsonl", lines({"id": "d", "html": "<p>d"}))
    put("e.warc.gz", warc().html("https://e.example/", b"<p>e").data)
    put("notes.txt", "<p>not a page")
    put("data.csv", "1,2")
    found = list(open_pages(str(tmp_path)))
    assert [page.body for page in found] == [b"<p>a", b"<p>b", b"<p>c", b"<p>d", b"<p>e"]
    assert [page.id for page in found] == ["a/index", "b", "c/a", "d", "https://e.example/"]


def test_what_a_browser_saved_beside_a_page_is_left_out(put, tmp_path):
    put("Kettle.html", "<p>kettle")
    put("Kettle_files/advert.html", "<p>advert")
    put("Pot.mhtml.gz", "")
    put("Pot_files/frame.htm", "<p>frame")
    put("my_files/pan.html", "<p>pan")
    found = [page.body for page in open_pages(str(tmp_path)) if isinstance(page, Page)]
    assert found == [b"<p>kettle", b"<p>pan"]


def test_what_begins_like_a_page_is_one_whatever_it_is_called(put, tmp_path):
    put("a.txt.gz", gzip.compress(b"\n<!DOCTYPE html><p>a"))
    put("b.php?id=1", b"\xef\xbb\xbf<!-- saved --><html><p>b")
    put("c", "<HTML><p>c")
    put("d.js", "document.write('<html>')")
    put("e.svg", "<svg/>")
    put("f.txt", "")
    found = list(open_pages(str(tmp_path)))
    assert [page.id for page in found] == ["a.txt", "b.php?id=1", "c"]


def test_hidden_files_and_links_to_elsewhere_are_left_out(put, tmp_path):
    put("elsewhere/secret.html", "<p>secret")
    put("pages/.hidden.html", "<p>hidden")
    put("pages/.git/page.html", "<p>hidden")
    put("pages/a.html", "<p>a")
    folder = tmp_path / "pages"
    (folder / "out.html").symlink_to("../elsewhere/secret.html")
    (folder / "out").symlink_to("../elsewhere")
    (folder / "in.html").symlink_to("a.html")
    (folder / "loop").symlink_to(".")
    (folder / "loop.html").symlink_to("loop.html")
    (folder / "gone.html").symlink_to("nothing.html")
    assert [page.id for page in open_pages(str(folder))] == ["a", "in"]


def test_a_linked_folder_is_read_where_it_is_named_itself(put, tmp_path):
    put("pages/a.html", "<p>a")
    (tmp_path / "link").symlink_to("pages")
    assert [page.id for page in open_pages(str(tmp_path / "link"))] == ["a"]


def test_a_pipe_in_a_folder_is_not_waited_for(put, tmp_path):
    os.mkfifo(tmp_path / "pipe.html")
    put("a.html", "<p>a")
    assert [page.id for page in open_pages(str(tmp_path))] == ["a"]


def test_a_name_that_is_no_text_can_still_be_printed(tmp_path):
    (tmp_path / os.fsdecode(b"caf\xe9.html")).write_bytes(b"<p>")
    (page,) = open_pages(str(tmp_path))
    assert page.id == "caf\ufffd"
    assert page.url.endswith("caf%E9.html")


def test_a_file_that_cannot_be_read_is_a_failure_in_a_folder_and_an_error_alone(
    put, tmp_path, monkeypatch
):
    location = put("a.html", "<p>a")
    put("b.html", "<p>b")
    opened = type(tmp_path).open

    def refuse(path, *args, **kwargs):
        if path.name == "a.html":
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(type(tmp_path), "open", refuse)
    failure, page = open_pages(str(tmp_path))
    assert isinstance(failure, Failure)
    assert "Permission denied" in failure.reason
    assert page.id == "b"
    with pytest.raises(InputError, match="Permission denied"):
        list(open_pages(location))
