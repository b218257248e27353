"""Run folders that a stranger made: nothing outside of them is changed, and nothing hangs."""

import gc
import gzip
import json
import sqlite3
import time
from contextlib import closing, suppress

import pytest
from click.testing import CliRunner
from warcio.archiveiterator import ArchiveIterator

from specdex.cli.main import cli
from specdex.errors import SpecdexError, StoreError
from specdex.records import Page, Site, StoredPage
from specdex.runs import Run, RunFolder, captures
from specdex.runs.captures import Capture
from specdex.runs.check import check_run
from specdex.runs.packed import pack

PAGE = Page("http://a.example/1", b"<p>one", site="a.example", fetched="2026-01-01T00:00:00+00:00")
LINKS = [
    "warc/specdex-00007.warc.gz",
    "warc/specdex-00001.warc.gz",
    "warc/pages.cdxj",
    "warc/pages.part",
    "warc/.lock",
    "exports/findings.jsonl",
    "exports/notes.jsonl",
    "exports",
    "warc",
    "specdex.db",
    "specdex.db.part",
    "harvest.jsonl",
    "harvest.toml.part",
]
COMMANDS = [("extract",), ("run", "check", "--repair"), ("harvest",), ("stats",)]


@pytest.fixture
def run(tmp_path):
    path = tmp_path / "run"
    with RunFolder(path) as folder:
        folder.store.add([folder.archive.append(PAGE), Site("a.example", category="kettle")])
    return path


@pytest.mark.parametrize("name", LINKS)
def test_nothing_is_written_through_a_link_that_leads_out_of_the_folder(run, tmp_path, name):
    outside = tmp_path / "outside"
    link = run / name
    if name in {"warc", "exports"}:
        link.rename(outside)
    else:
        data = link.read_bytes() if link.exists() else gzip.compress(b"mine") + b"precious"
        outside.write_bytes(data)
        link.unlink(missing_ok=True)
    link.symlink_to(outside)
    # as a writer leaves it that was killed
    (run / "warc" / "specdex-00007.cdxj").write_bytes(b"")
    before = contents(outside)
    with pytest.raises(StoreError, match="leads out of the run folder"):
        RunFolder(run)
    with pytest.raises(StoreError, match="leads out of the run folder"):
        check_run(run, repair=True)
    for command in COMMANDS:
        told(*command, str(run))
    assert contents(outside) == before


def told(*words):
    """Ask for a command, which may end in one sentence."""
    done = CliRunner().invoke(cli, words)
    assert isinstance(done.exception, SpecdexError | SystemExit | type(None)), done


def contents(path):
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    return {each: each.read_bytes() for each in files if each.is_file() and each.suffix != ".cdxj"}


def test_a_link_within_the_folder_is_nothing_bad(run):
    (run / "exports" / "latest.csv").symlink_to(run / "exports" / "old.csv")
    with RunFolder(run) as folder:
        assert folder.store.count(Site) == 1


HOSTILE = {
    "a view without end in the place of a table": """
        DROP TABLE sites;
        CREATE VIEW sites AS WITH RECURSIVE n(host) AS (SELECT 1 UNION ALL SELECT host + 1 FROM n)
        SELECT host, '' AS category FROM n""",
    "another view": """
        DROP VIEW site_summary;
        CREATE VIEW site_summary AS
        WITH RECURSIVE n(site) AS (SELECT 1 UNION ALL SELECT site + 1 FROM n) SELECT site FROM n""",
    "a trigger": """
        CREATE TRIGGER "evil"" one" AFTER INSERT ON sites BEGIN DELETE FROM pages; END""",
    "a table is missing": "DROP TABLE sites",
    "a table has other columns": "DROP TABLE sites; CREATE TABLE sites (other)",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_only_says_it_is_ours_ends_in_one_sentence_or_is_mended(run, name):
    with closing(sqlite3.connect(run / "specdex.db")) as database:
        database.executescript(HOSTILE[name])
    began = time.process_time()
    with suppress(StoreError), RunFolder(run) as folder:
        folder.store.add([Site("b.example")])
        assert folder.store.count(StoredPage) == 1
    with suppress(StoreError), Run(run) as opened:
        summary = opened.table("site_summary")
        assert {row["host"] for row in summary} <= {"a.example", "b.example"}
    for words in (("stats", str(run)), ("run", "check", str(run)), ("show", str(run))):
        told(*words)
    assert time.process_time() - began < 5


def test_a_reader_does_not_look_at_a_strangers_view_either(run):
    with closing(sqlite3.connect(run / "specdex.db")) as database:
        database.executescript(HOSTILE["another view"])
    with Run(run) as opened:
        assert [row["host"] for row in opened.table("site_summary")] == ["a.example"]


def test_a_record_that_is_a_bomb_is_damaged(monkeypatch):
    monkeypatch.setattr(captures, "LARGEST", 1 << 20)
    small = Capture.of(Page("http://a.example/", b"0" * 1000))
    assert Capture.read(small.member).page.body == b"0" * 1000
    bomb = Capture.of(Page("http://a.example/", b"0" * (1 << 21)))
    assert len(bomb.member) < 1 << 13
    with pytest.raises(StoreError, match="holds too much"):
        Capture.read(bomb.member)
    with pytest.raises(StoreError, match="cut off"):
        Capture.read(small.member[:-20])


def test_what_read_a_record_goes_at_once():
    member = Capture.of(Page("http://a.example/", b"<p>")).member
    gc.collect()
    gc.disable()
    try:
        assert Capture.read(member).page.body == b"<p>"
        assert not any(isinstance(each, ArchiveIterator) for each in gc.get_objects())
    finally:
        gc.enable()


@pytest.mark.parametrize("file", ["../../outside", "/etc/passwd", "warc/../../outside", ""])
def test_a_manifest_leads_nowhere_else(run, tmp_path, file):
    place = tmp_path / "packed"
    with RunFolder(run) as folder:
        pack(folder, place)
    manifest = place / "manifest.json"
    said = json.loads(manifest.read_text())
    said["parts"][-1]["file"] = file
    manifest.write_text(json.dumps(said))
    with pytest.raises(StoreError, match="lie elsewhere"):
        Run(place)
