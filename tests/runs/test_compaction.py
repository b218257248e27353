"""Captures that nobody needs leave a run; what it reads, and its history, stay."""

import pytest

from specdex.errors import InputError
from specdex.records import Fragment, FragmentKind, Page, Pair, Specification, StoredPage
from specdex.runs import RunFolder
from specdex.runs.check import check_run
from specdex.runs.compaction import compact
from specdex.runs.versions import versions

URLS = [f"http://a.example/{number}" for number in range(4)]


def body(url, day):
    return f"<p>{url} on day {day}</p>{'x' * 500}".encode()


def keep(run, url, day):
    page = Page(url, body(url, day), site="a.example", fetched=f"2026-11-{day:02}T00:00:00Z")
    stored = run.archive.append(page)
    fragment = Fragment("/html", FragmentKind.DL, (Pair("Day", str(day)),))
    said = Specification(
        url, site="a.example", fragments=(fragment,), source=f"{stored.file}@{stored.offset}"
    )
    run.store.add([stored, said])


@pytest.fixture
def path(tmp_path):
    """A run whose pages were renewed on twelve days; the last on the first two only."""
    for day in range(1, 13):
        with RunFolder(tmp_path / "run") as run:
            for url in URLS if day <= 2 else URLS[:-1]:
                keep(run, url, day)
    return tmp_path / "run"


def size(path):
    return sum(each.stat().st_size for each in (path / "warc").glob("*.warc.gz"))


def test_old_captures_go_and_everything_that_is_read_stays(path):
    before = size(path)
    with RunFolder(path) as run:
        done = compact(run, keep=3)
        assert done.captures == 3 * 9
        assert done.bytes > 0.4 * before
        for page in run.store.read(StoredPage):
            day = 2 if page.url == URLS[-1] else 12
            assert run.load(page).body == body(page.url, day)
            (said,) = run.store.read(Specification, url=page.url)
            assert said.source == f"{page.file}@{page.offset}"
        assert [len(versions(run.archive, url)) for url in URLS] == [3, 3, 3, 2]
        assert [run.load(each).body for each in versions(run.archive, URLS[0])] == [
            body(URLS[0], day) for day in (12, 11, 10)
        ]
    assert size(path) < 0.5 * before
    assert check_run(path) == []


def test_compacting_again_finds_nothing_to_do(path):
    with RunFolder(path) as run:
        compact(run, keep=3)
        assert compact(run, keep=3).files == 0


def test_files_that_are_nearly_all_needed_stay(path):
    with RunFolder(path) as run:
        assert compact(run, keep=12).files == 0


def test_a_kill_before_the_old_file_is_gone_loses_nothing(path, monkeypatch):
    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("specdex.runs.compaction.write_index", killed)
    with RunFolder(path) as run, pytest.raises(KeyboardInterrupt):
        compact(run, keep=1)
    monkeypatch.undo()
    with RunFolder(path) as run:
        for page in run.store.read(StoredPage):
            assert run.load(page).body == body(page.url, 2 if page.url == URLS[-1] else 12)
        compact(run, keep=1)
        assert [len(versions(run.archive, url)) for url in URLS] == [1] * 4
    assert check_run(path) == []


def test_a_damaged_file_is_left_for_eyes_to_see(path):
    first = sorted((path / "warc").glob("*.warc.gz"))[1]
    data = bytearray(first.read_bytes())
    data[-40] ^= 0xFF
    first.write_bytes(data)
    with RunFolder(path) as run:
        compact(run, keep=1)
    assert first.exists()


def test_a_run_that_is_written_to_is_left_alone(path):
    with RunFolder(path) as writer:
        keep(writer, URLS[0], 13)
        with RunFolder(path) as run, pytest.raises(InputError, match="being written to"):
            compact(run)
