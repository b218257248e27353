"""Damaged runs are told by file and place, read as far as they can be, and mended."""

import json
import random
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from specdex.cli import main
from specdex.errors import StoreError
from specdex.page_sources import open_pages
from specdex.pipeline.crawl import RunRecorder
from specdex.records import (
    Failure,
    Fragment,
    FragmentKind,
    Page,
    PageKind,
    Pair,
    Sight,
    Site,
    SiteStatus,
    Specification,
    Visit,
)
from specdex.runs import Run, RunFolder
from specdex.runs.check import check_run

SITE = "a.example"
PAGES = 12
COMMANDS = [
    ("show",),
    ("stats",),
    ("export", "--what", "pairs"),
    ("extract",),
    ("join",),
    ("explain", SITE),
    ("run", "check"),
]


def fill(path):
    with RunFolder(path) as run:
        run.store.add([Site(SITE, SiteStatus.SEED, "kettle", crawled=True)])
        recorder = RunRecorder(run)
        for number in range(PAGES):
            url = f"http://{SITE}/{number}"
            body = b"<h1>Kettle %d</h1><table><tr><td>Power<td>%d W</table>" % (number, number)
            page = Page(url, body, site=SITE, content_type="text/html")
            recorder.record(page, Sight(Visit(url, SITE), PageKind.PRODUCT, "kettle"))
            pairs = (Pair("Power", f"{number} W"), Pair("Weight", "1 kg"))
            fragment = Fragment("/html/body/table", FragmentKind.TABLE, pairs)
            run.store.add([Specification(url, site=SITE, category="kettle", fragments=(fragment,))])
        run.store.add([Failure(f"http://{SITE}/x", "fetch", "it did not come")])
    return path


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return fill(tmp_path_factory.mktemp("runs") / "sound")


@pytest.fixture
def run(sound, tmp_path):
    return shutil.copytree(sound, tmp_path / "run")


def call(*args):
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, args)))
    return ended.value.code


def flip(path, at, bit):
    data = bytearray(path.read_bytes())
    data[at % len(data)] ^= 1 << bit
    path.write_bytes(data)


def test_a_sound_run_has_no_faults_and_stays_as_it_is(run):
    before = {path: path.read_bytes() for path in run.rglob("*.*") if path.is_file()}
    assert check_run(run) == []
    assert check_run(run, repair=True) == []
    assert {path: path.read_bytes() for path in before} == before


def test_what_is_no_run_is_said(tmp_path):
    with pytest.raises(StoreError, match="not a run"):
        check_run(tmp_path)


def test_a_damaged_record_is_told_by_file_and_place_and_the_rest_is_indexed(run):
    (warc,) = (run / "warc").glob("*.warc.gz")
    with Run(run) as opened:
        damaged = list(opened.pages())[3]
    flip(warc, damaged.offset + 40, 3)
    (run / "warc" / "pages.cdxj").write_bytes(b"")
    faults = check_run(run, repair=True)
    places = [(each.file, each.place) for each in faults]
    assert places.count((f"warc/{warc.name}", f"byte {damaged.offset}")) == 2
    assert ("warc/pages.cdxj", "") in places
    lines = (run / "warc" / "pages.cdxj").read_bytes().splitlines()
    assert len(lines) == PAGES - 1
    assert lines == sorted(lines)
    with Run(run) as opened:
        assert [site.crawled for site in opened.sites()] == [False]


def test_a_page_whose_place_was_lost_is_found_again(run):
    with RunFolder(run) as opened:
        pages = list(opened.pages())
        opened.store.add([replace(pages[0], offset=7, length=7)])
    assert [each.mended for each in check_run(run)] == [False]
    assert [each.mended for each in check_run(run, repair=True)] == [True]
    with Run(run) as opened:
        assert opened.load(next(opened.pages())).url == pages[0].url
        assert [site.crawled for site in opened.sites()] == [True]
    assert check_run(run) == []


@pytest.mark.parametrize("journal", ["flipped", "torn", "empty", "nonsense"])
def test_a_journal_that_contradicts_its_file_is_written_anew(run, journal):
    (warc,) = (run / "warc").glob("*.warc.gz")
    index = run / "warc" / "pages.cdxj"
    whole = index.read_bytes()
    lines = whole.splitlines(keepends=True)
    lines = b"".join(
        sorted(lines, key=lambda line: int(json.loads(line.split(b" ", 2)[2])["offset"]))
    )
    damaged = {
        "flipped": lines.replace(b'"offset": "', b'"offset": "9', 3),
        "torn": lines[: len(lines) // 2],
        "empty": b"",
        "nonsense": b'x 1 {"offset": [], "length": {}}\n' + lines[900:],
    }[journal]
    index.unlink()
    warc.with_name(warc.name.replace(".warc.gz", ".cdxj")).write_bytes(damaged)
    RunFolder(run).close()
    assert index.read_bytes() == whole


def test_a_damaged_row_is_left_out_and_told(run, caplog):
    with closing(sqlite3.connect(run / "specdex.db")) as database, database:
        database.execute("UPDATE specifications SET fragments = '[{' WHERE rowid = 2")
        database.execute("UPDATE specifications SET title = CAST(x'ff41' AS TEXT) WHERE rowid = 3")
        database.execute("UPDATE pages SET status = 'odd' WHERE rowid = 4")
    caplog.set_level("WARNING", "specdex")
    with Run(run) as opened:
        assert len(list(opened.specifications())) == PAGES - 1
        assert len(list(opened.pages())) == PAGES - 1
    assert "row 2 of specifications" in caplog.text
    assert "--repair" in caplog.text
    places = [each.place for each in check_run(run, repair=True)]
    assert places == ["pages 4", "specifications 2"]
    assert check_run(run) == []
    with Run(run) as opened:
        assert len(list(opened.specifications())) == PAGES - 1
        assert [site.crawled for site in opened.sites()] == [False]
    assert (run / "specdex.db.damaged").exists()


def test_a_database_without_a_head_cannot_be_mended_and_is_left_alone(run):
    data = (run / "specdex.db").read_bytes()
    (run / "specdex.db").write_bytes(b"\0" * 100 + data[100:])
    assert [each.mended for each in check_run(run, repair=True)] == [False]
    assert (run / "specdex.db").read_bytes()[100:] == data[100:]
    assert call("show", run) == 1


FILES = ["specdex.db"] * 14 + ["warc/pages.cdxj"] * 3 + ["warc"] * 5


@pytest.mark.parametrize("seed", [*range(len(FILES)), 61])
def test_flipped_bits_are_never_a_traceback(run, seed, capfd):
    chance = random.Random(seed)
    place = run / FILES[seed % len(FILES)]
    path = next(place.glob("*.warc.gz")) if place.is_dir() else place
    for _ in range(chance.choice((1, 1, 3, 40))):
        flip(path, chance.randrange(1 << 30), chance.randrange(8))
    for command in COMMANDS:
        name, *rest = command
        at = [run, *rest] if name != "run" else [*rest, run]
        assert call(name, *at) in {0, 1, 2}
    assert call("run", "check", run, "--repair") in {0, 1}
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err
    if call("show", run) == 0:
        assert all(each.file.startswith("warc/spec") for each in check_run(run))


@pytest.mark.parametrize("status", ["9" * 5000, "\u0665\u0665\u0665", "2OO", "-1", ""])
def test_an_odd_status_in_a_foreign_archive_ends_nothing(tmp_path, status):
    record = (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/%d\r\n"
        b"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"
    )
    answers = [
        f"HTTP/1.1 {each} OK\r\nContent-Type: text/html\r\n\r\n<p>x".encode()
        for each in ("200", status, "200")
    ]
    path = tmp_path / "foreign.warc"
    path.write_bytes(
        b"".join(record % (number, len(each), each) for number, each in enumerate(answers))
    )
    found = [each.url[-1] for each in open_pages(str(path)) if isinstance(each, Page)]
    assert found[0] == "0"
    assert found[-1] == "2"
