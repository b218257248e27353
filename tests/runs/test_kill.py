"""Stopping at any moment, kill -9 included, loses nothing that was reported done."""

import random
import runpy
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator

from specdex.page_sources import open_pages
from specdex.records import Page, StoredPage
from specdex.runs import RunFolder

APPENDER = Path(__file__).with_name("appender.py")
page = runpy.run_path(str(APPENDER))["page"]
KILLS = 15
PAGES = 300


def reported_by(path, lines=None):
    """The pages that the appender reports as done; killed once there are *lines*, if given."""
    command = [sys.executable, str(APPENDER), str(path), str(PAGES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        if lines is not None:
            reported = [process.stdout.readline() for _ in range(lines)]
            process.kill()
        reported = [*(reported if lines else []), *process.stdout]
    assert process.returncode == (0 if lines is None else -9)
    return [int(line.split()[1]) for line in reported if line.endswith("\n")]


def archived(folder):
    """The addresses of all responses that warcio finds, each file read to its end."""
    for path in sorted(folder.glob("*.warc.gz")):
        with path.open("rb") as file:
            records = ArchiveIterator(file, check_digests="raise")
            for record in records:
                record.raw_stream.read()
                if record.rec_type == "response":
                    yield record.rec_headers.get_header("WARC-Target-URI")
            assert records.err_count == 0


def check(path, numbers):
    """Everything in *numbers* is there and nothing is damaged; how many pages are stored."""
    with RunFolder(path) as run:
        stored = {each.url: each for each in run.store.read(StoredPage)}
        for expected in map(page, numbers):
            assert run.archive.load(stored[expected.url]) == expected
    database = sqlite3.connect(path / "specdex.db")
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.close()
    found = list(open_pages(str(path / "warc")))
    assert all(isinstance(each, Page) for each in found)
    assert [each.url for each in found] == list(archived(path / "warc"))
    return len(stored)


def test_a_run_that_is_killed_again_and_again_loses_nothing_and_goes_on_to_the_end(tmp_path):
    path, chance, done = tmp_path / "run", random.Random(11), []
    for _ in range(KILLS):
        reported = reported_by(path, lines=chance.randrange(1, 15))
        assert not set(reported) & set(done), "only what is missing is added"
        done += reported
        assert len(done) <= check(path, done) <= len(done) + KILLS
    done += reported_by(path)
    assert check(path, range(PAGES)) == PAGES
    assert reported_by(path) == []
    captures = Counter(archived(path / "warc"))
    assert captures.keys() == {page(number).url for number in range(PAGES)}
    for url, times in captures.items():
        # between the archive's return and the store's, a kill costs one capture that nobody knew
        assert times == 1 or int(url.rpartition("/")[2]) in done
    assert sum(captures.values()) <= PAGES + KILLS
