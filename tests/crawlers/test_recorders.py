from contextlib import suppress

import pytest

from specdex.pipeline.crawl import RunRecorder
from specdex.ports import Recorder
from specdex.records import Failure, Page, PageKind, Sight, StoredPage, Visit
from specdex.runs import RunFolder
from tests.crawlers.folder_recorder import FolderRecorder

PAGE = Page("http://a.example/new", b"<p>\xff\x00</p>", site="a.example", status=200)
SIGHT = Sight(Visit("http://a.example/old", "a.example"), PageKind.PRODUCT, "kettle")


class RecorderContract:
    """What every recorder does."""

    def make_recorder(self):
        """A recorder; each that is made keeps its pages where the one before kept them."""
        raise NotImplementedError

    def test_a_page_is_recalled_by_where_it_was_asked_for_and_where_it_was_found(self):
        recorder = self.make_recorder()
        assert isinstance(recorder, Recorder)
        page, sight = _moved("old", "new")
        assert recorder.recall(page.url) is None
        recorder.record(page, sight)
        recorder.fail(Failure("https://a.example/gone", "fetch", "it did not answer"))
        for each in (recorder, self.make_recorder()):
            assert each.recall("https://a.example/old") == page
            assert each.recall("https://a.example/new") == page
            assert each.recall("https://a.example/gone") is None
            each.close()

    def test_what_comes_together_is_recalled_at_once_and_safe_in_the_end(self):
        recorder = self.make_recorder()
        pages = [_moved(f"old/{number}", f"new/{number}") for number in range(5)]
        with recorder.together():
            for page, sight in pages:
                recorder.record(page, sight)
                assert recorder.recall(sight.visit.url) == page
                assert recorder.recall(page.url) == page
            recorder.fail(Failure("https://a.example/gone", "fetch", "it did not answer"))
        for each in (self.make_recorder(), recorder):
            assert [each.recall(sight.visit.url) for _, sight in pages] == [
                page for page, _ in pages
            ]
            each.close()

    def test_the_sitemaps_that_were_named_first_count(self):
        recorder, first = self.make_recorder(), ["http://a.example/1", "http://a.example/2"]
        with recorder.together():
            for named, told in (((), []), (first, first), (["http://a.example/3"], first)):
                assert list(recorder.named("a.example", "www.a.example", named)) == told
        for each in (recorder, self.make_recorder()):
            assert list(each.named("a.example", "www.a.example", ())) == first
            assert not each.named("a.example", "a.example", ())
            each.close()

    def test_what_came_before_an_exception_is_kept(self):
        recorder = self.make_recorder()
        page, sight = _moved("old", "new")
        with suppress(ZeroDivisionError), recorder.together():
            recorder.record(page, sight)
            recorder.record(*_moved("old", str(1 / 0)))
        for each in (self.make_recorder(), recorder):
            assert each.recall(page.url) == page
            each.close()


def _moved(asked, found):
    """A page that was *found* elsewhere than it was *asked* for."""
    page = Page(
        f"https://a.example/{found}",
        b"<p>" + found.encode(),
        site="a.example",
        fetched="2024-02-29T12:00:00+00:00",
    )
    return page, Sight(Visit(f"https://a.example/{asked}", "a.example"), PageKind.PRODUCT, "kettle")


class TestFolderRecorder(RecorderContract):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path):
        self.path = tmp_path

    def make_recorder(self):
        return FolderRecorder(str(self.path))


class TestRunRecorder(RecorderContract):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path):
        self.path = tmp_path / "run"

    def make_recorder(self):
        return RunRecorder(self.path)


def test_a_page_is_recalled_however_it_is_spelled(tmp_path):
    recorder = FolderRecorder(str(tmp_path))
    recorder.record(PAGE, SIGHT)
    recorder.close()
    again = FolderRecorder(str(tmp_path))
    assert again.recall("http://a.example/new#part") == PAGE
    assert again.recall("http://a.example/other") is None


def test_pages_that_come_together_are_one_write_to_the_archive_and_one_to_the_store(
    tmp_path, monkeypatch
):
    recorder, writes = RunRecorder(tmp_path / "run"), []
    archive, store = recorder.run.archive, recorder.run.store
    append, add = archive.append_all, store.add
    monkeypatch.setattr(archive, "append_all", lambda pages: writes.append("w") or append(pages))
    monkeypatch.setattr(store, "add", lambda records: writes.append("s") or add(records))
    with recorder.together():
        for number in range(9):
            url = f"http://a.example/{number}"
            recorder.record(Page(url, b"<p>"), Sight(Visit(url, "a.example")))
    assert writes == ["w", "s"]
    recorder.close()
    with RunFolder(tmp_path / "run") as run:
        assert run.store.count(StoredPage) == 9


def test_failures_are_kept_in_order(tmp_path):
    recorder = FolderRecorder(str(tmp_path))
    failures = [
        Failure("http://a.example/1", "fetch", "one"),
        Failure("http://a.example/2", "fetch", "two"),
    ]
    for failure in failures:
        recorder.fail(failure)
    recorder.close()
    assert recorder.failures() == failures


def test_a_line_cut_short_by_a_crash_was_never_recorded(tmp_path):
    recorder = FolderRecorder(str(tmp_path))
    recorder.record(PAGE, SIGHT)
    recorder.close()
    with (tmp_path / "pages.jsonl").open("a") as stream:
        stream.write('{"file": "half')
    assert len(FolderRecorder(str(tmp_path)).lines()) == 1
