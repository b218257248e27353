"""A short fuzzing run, and every input that ever failed."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.fuzz import command, targets
from benchmarks.fuzz.command import fuzz
from benchmarks.fuzz.soups import KINDS

CORPUS = Path(__file__).with_name("corpus")
FOUND = sorted((CORPUS / "pages").iterdir())


@pytest.mark.parametrize("name", targets.PAGES)
@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_a_page_that_once_broke_something_is_read(path, name):
    targets.try_page(name, path.read_bytes())


@pytest.mark.parametrize(
    "path", sorted(set(CORPUS.glob("*/*")) - set(FOUND)), ids=lambda path: path.stem
)
def test_a_file_that_once_broke_something_is_read_or_refused(path, tmp_path):
    targets.try_file(path.parent.name, path.read_bytes(), tmp_path)


def test_files_that_are_right_are_read(tmp_path):
    for name, data in targets.file_seeds().items():
        if name not in {"wrapper", "scheme", "decisions", "domain", "rules"}:
            target = targets.FILES[name]
            path = tmp_path / target.name
            path.write_bytes(data)
            target.read(path)


def test_a_short_run_breaks_no_promise():
    done = CliRunner().invoke(fuzz, ["--documents", "120", "--files", "120"], standalone_mode=False)
    assert done.return_value == 0, done.output


def test_a_promise_that_breaks_is_told_and_kept(tmp_path, monkeypatch):
    def stumble(_):
        raise ZeroDivisionError

    monkeypatch.setattr("benchmarks.fuzz.command.PAGES", {"find": stumble})
    monkeypatch.setitem(targets.PAGES, "find", stumble)
    options = ["--documents", "2", "--files", "0", "--keep", str(tmp_path / "kept")]
    done = CliRunner().invoke(fuzz, options, standalone_mode=False)
    assert done.return_value == 1
    assert list((tmp_path / "kept").iterdir())


def test_everything_that_reads_meets_soups_and_changed_pages(monkeypatch):
    met = set()
    body = {0: b"changed"}
    monkeypatch.setattr(
        command, "soups", lambda _, numbers, __: (body.get(n % KINDS, b"soup") for n in numbers)
    )
    monkeypatch.setattr(command, "try_page", lambda name, body: met.add((name, body)))
    number = str(KINDS * len(targets.PAGES))
    CliRunner().invoke(fuzz, ["--documents", number, "--files", "0"], standalone_mode=False)
    assert met == {(name, body) for name in targets.PAGES for body in (b"soup", b"changed")}
