import pickle

from specdex.crawlers import FolderRecorder
from specdex.ports import Recorder
from specdex.records import Failure, Page, PageKind, Sight, Visit

PAGE = Page("http://a.example/new", b"<p>\xff\x00</p>", site="a.example", status=200)
SIGHT = Sight(Visit("http://a.example/old", "a.example"), PageKind.PRODUCT, "kettle")


def test_it_fits_the_port(tmp_path):
    assert isinstance(FolderRecorder(str(tmp_path)), Recorder)


def test_a_page_is_recalled_by_where_it_was_asked_for_and_where_it_was_found(tmp_path):
    recorder = FolderRecorder(str(tmp_path))
    recorder.record(PAGE, SIGHT)
    recorder.close()
    assert recorder.recall("http://a.example/old") == PAGE
    again = pickle.loads(pickle.dumps(recorder))
    assert again.recall("http://a.example/new#part") == PAGE
    assert again.recall("http://a.example/other") is None


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
