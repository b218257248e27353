"""Runs that others use, that cannot be written, or for which there is no room: one sentence each.

Commands run in forks of this process: each may lose its rights or its room without harm.
"""

import os
import resource
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

import pytest

from specdex.cli import main
from specdex.harvest import Harvest
from specdex.harvest.diary import Diary
from specdex.pipeline.crawl import RunRecorder
from specdex.records import Page, PageKind, Sight, Specification, Visit
from specdex.runs import RunFolder, stores
from specdex.settings import HarvestSettings
from tests.harvest.world import CATEGORY, MAPPED, Fetcher, World, settings

NOBODY = 65534
ROOM = 1 << 14
"""Bytes that a file may have where there is no room."""
SHOPS = [f"shop{number}.example" for number in range(3)]
VERBS = (
    ("join", "{run}", "--anew"),
    ("decide", "{run}", "means", "Power", "power", "-c", CATEGORY),
    ("import", "{page}", "--run", "{run}", "-s", "new.example", "-c", CATEGORY),
    ("harvest", "{run}", "--rounds", "0"),
)
"""What writes into a run."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run that was harvested."""
    path = tmp_path_factory.mktemp("whole") / "run"
    world = World(dict.fromkeys(SHOPS, (0, 1, 2, 3)), {}, ())
    wanted = settings(SHOPS, 0)
    Harvest(wanted, path, mapped=MAPPED, crawler=Fetcher(world), providers=world.providers).go()
    return path


@pytest.fixture
def run(whole):
    """A copy of it that anybody can find."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    shutil.copytree(whole, place / "run")
    (place / "page.html").write_text("<table><tr><td>Power<td>2 W</table>")
    yield place / "run"
    shutil.rmtree(place, ignore_errors=True)


def told(arguments, prepare=lambda: None):
    """How a command ends in a fork that *prepare* has made poorer, and what it says."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            code = 99
            try:
                os.dup2(said.fileno(), 1)
                os.dup2(said.fileno(), 2)
                sys.stdout = os.fdopen(1, "w", encoding="utf-8")
                sys.stderr = os.fdopen(2, "w", encoding="utf-8")
                prepare()
                main(arguments)
            except SystemExit as ended:
                code = ended.code
                sys.stdout.flush()
                sys.stderr.flush()
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        return code, said.read().decode()


def filled_in(verb, run):
    return [each.format(run=run, page=run.parent / "page.html") for each in verb]


def give_up_rights():
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def lose_room():
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))


def read_only(run):
    for path in (run, *run.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)


def is_one_sentence(said, run):
    lines = [line for line in said.splitlines() if line.startswith("specdex: ")]
    assert "Traceback" not in said, said
    assert len(lines) == 1, said
    assert str(run) in lines[0], said


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
def test_a_folder_that_is_read_only_is_one_sentence(run, verb):
    let_import(verb, run)
    read_only(run)
    code, said = told(filled_in(verb, run), give_up_rights)
    assert code in {1, 2}, said
    is_one_sentence(said, run)


def let_import(verb, run):
    """Let this process import what *verb* needs while it may, by doing it to another copy."""
    other = run.parent / "other"
    shutil.copytree(run, other)
    with pytest.raises(SystemExit):
        main(filled_in(verb, other))


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
def test_a_full_disk_is_one_sentence_and_loses_nothing(run, verb):
    with RunFolder(run) as before:
        kept = set(before.store.read(Specification))
    code, said = told(filled_in(verb, run), lose_room)
    assert code in {1, 2}, said
    is_one_sentence(said, run)
    with RunFolder(run) as after:
        assert set(after.store.read(Specification)) == kept


def test_an_export_without_room_is_one_sentence(run):
    code, said = told(["export", str(run), "-O", "/dev/full"])
    assert code in {1, 2}
    is_one_sentence(said, "/dev/full")


def test_a_second_harvest_of_a_run_is_refused_in_one_sentence(run):
    with Diary(run, HarvestSettings(category=CATEGORY)):
        code, said = told(["harvest", str(run)])
    assert code in {1, 2}
    is_one_sentence(said, run)
    assert f"process {os.getpid()}" in said


def test_a_database_that_another_process_locks_is_one_sentence(run, monkeypatch):
    monkeypatch.setattr(stores, "PATIENCE", 0.2)
    holder = sqlite3.connect(run / "specdex.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        code, said = told(["join", str(run), "--anew"])
    finally:
        holder.close()
    assert code in {1, 2}
    is_one_sentence(said, run)
    assert "locked" in said


def test_two_processes_that_write_one_run_lose_nothing(run):
    """Each waits for the other: all pages of both are there, each once."""

    def write(name):
        with RunFolder(run) as folder:
            recorder = RunRecorder(folder)
            for number in range(20):
                url = f"http://{name}.example/{number}"
                page = Page(url, b"<p>x</p>", site=f"{name}.example")
                recorder.record(page, Sight(Visit(url, f"{name}.example"), PageKind.OTHER))
            recorder.close()

    children = []
    for name in ("one", "two"):
        child = os.fork()
        if not child:
            try:
                write(name)
            except BaseException:  # noqa: BLE001 - a fork must not come back
                os._exit(1)
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
    with RunFolder(run) as folder:
        urls = [page.url for page in folder.pages()]
        for name in ("one", "two"):
            assert sum(url.startswith(f"http://{name}.") for url in urls) == 20
        assert all(folder.load(page).body for page in folder.pages(site="one.example"))
