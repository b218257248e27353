"""Earlier captures of a page are found by its address."""

from dataclasses import replace

import pytest

from specdex.records import Page
from specdex.runs import RunFolder
from specdex.runs.versions import versions

URL = "http://a.example/p/7"


def page(body, day, url=URL):
    return Page(url, body.encode(), site="a.example", fetched=f"2026-03-{day:02}T10:00:00Z")


@pytest.fixture
def path(tmp_path):
    with RunFolder(tmp_path / "run") as run:
        for number in range(300):
            run.archive.append(page(f"<p>{number}", 1, f"http://a.example/p/{number}"))
    with RunFolder(tmp_path / "run") as run:
        for body, day in (("new", 2), ("new", 3), ("newest", 4)):
            run.archive.append(page(body, day))
    return tmp_path / "run"


def bodies(run, url=URL):
    return [run.load(each).body.decode() for each in versions(run.archive, url)]


def test_every_version_is_found_once_the_newest_first(path):
    with RunFolder(path) as run:
        assert bodies(run) == ["newest", "new", "<p>7"]
        assert [each.fetched[:10] for each in versions(run.archive, URL)][-1] == "2026-03-01"
        for number in (0, 150, 299):
            assert bodies(run, f"http://a.example/p/{number}") == [f"<p>{number}"]


def test_what_is_still_written_is_found_too(path):
    with RunFolder(path) as run:
        run.archive.append(page("now", 5))
        with RunFolder(path) as other:
            assert bodies(other)[0] == "now"


def test_what_is_not_there_has_none(path):
    with RunFolder(path) as run:
        assert versions(run.archive, "http://a.example/p/") == []
        assert versions(run.archive, "http://zzz.example/") == []
        assert versions(run.archive, "http://000.example/") == []
    with RunFolder(path.with_name("new")) as run:
        assert versions(run.archive, URL) == []
        run.archive.append(replace(page("x", 1), url="file:a b.html"))
        assert bodies(run, "file:a b.html") == ["x"]
