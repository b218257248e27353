import pytest

from specdex.pipeline.crawl import RunRecorder
from specdex.records import Failure, Page, PageKind, Sight, StoredPage, Visit
from specdex.runs import RunFolder
from specdex.testing import RecorderContract
from tests.crawlers.folder_recorder import FolderRecorder

PAGE = Page("http://a.example/new", b"<p>\xff\x00</p>", site="a.example", status=200)
SIGHT = Sight(Visit("http://a.example/old", "a.example"), PageKind.PRODUCT, "kettle")


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
