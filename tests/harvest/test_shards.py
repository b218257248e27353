"""Shards of a harvest: killed at any step, damaged, elsewhere, and in trouble."""

import json
import multiprocessing
import os
import shutil
import signal
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from specdex.engines.processes import ProcessEngine
from specdex.engines.serial import SerialEngine
from specdex.errors import StoreError
from specdex.harvest import Harvest
from specdex.pipeline import shards, tours
from specdex.pipeline.crawl import Start
from specdex.pipeline.renewal import begin_renewal
from specdex.pipeline.shards import LOCK, SCRATCH, SHARDS, ShardWalk, let_go, scratch, walk_apart
from specdex.pipeline.tours import PLAN
from specdex.records import Failure, Page, Site, SiteStatus, Specification, StoredPage
from specdex.runs import Run, RunFolder, slices
from specdex.runs.check import check_run
from specdex.runs.packed import MANIFEST, Packed, pack
from specdex.runs.slices import merge_runs
from tests.harvest.test_apart import QUICK
from tests.harvest.test_loop import LITTLE, SHOPS
from tests.harvest.world import CATEGORY, MAPPED, Fetcher, held, settings

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
TWO = SHOPS[:2]


@pytest.fixture(autouse=True)
def one_tour(monkeypatch):
    monkeypatch.setattr(tours, "TOURS", 1)


class One(SerialEngine):
    """All sites in one tour; *then* is called with each tour that was walked."""

    workers = 1

    def __init__(self, then=lambda _: None):
        self.then = then

    def work(self, function, things, watch=lambda: None):
        del watch
        for thing in things:
            done = function(thing)
            self.then(thing)
            yield done


def begun(path):
    """A run that knows a page of one of two shops."""
    with RunFolder(path) as run:
        run.store.add([Site(each, SiteStatus.SEED, CATEGORY) for each in TWO])
        home = Page(f"http://{TWO[0]}/", b"<p>home", site=TWO[0], fetched="2026-01-01")
        run.store.add([run.archive.append(home), Failure(f"http://{TWO[0]}/x", "fetch", "slow")])
    return path


def walked(path, engine, place="", crawler=None):
    """What is told of walking the two shops, and what the run holds then."""
    walk = ShardWalk(CATEGORY, crawler or Fetcher(LITTLE), MAPPED, QUICK, place)
    with RunFolder(path) as run:
        told = list(walk_apart([Start(each) for each in TWO], run, walk, engine))
        let_go(run)
    with Run(path) as run:
        return told, contents(run)


def contents(run):
    """All that a run holds but in which file pages lie, and what they are."""
    pages = {page.url: run.load(page).body for page in run.pages()}
    said = {each.url: each.source for each in run.store.read(Specification)}
    lie = {page.url: f"{page.file}@{page.offset}" for page in run.pages()}
    assert all(lie[url] == source for url, source in said.items())
    return held(run), pages, sorted(run.store.read(Failure), key=repr)


@pytest.fixture
def alone(tmp_path):
    told, found = walked(begun(tmp_path / "alone"), One())
    assert not told
    return found


class Down(Exception):  # noqa: N818 - it says what happens
    """The driver goes down."""


def go_down(_):
    raise Down


EVENTS = {"open", "os.link", "os.remove", "os.rename", "os.rmdir", "os.mkdir", "shutil.rmtree"}
CHANGES = {"wb", "xb", "ab", "w", "a"}


def die_at(number, path):
    """Walk on in *path*, and be killed before the change number *number* of the disk."""
    seen = 0

    def hook(event, args):
        nonlocal seen
        if event not in EVENTS or (event == "open" and args[1] not in CHANGES):
            return
        if str(path) in str(args[0]) or event == "os.rmdir":
            seen += 1
            if seen > number:
                os.kill(os.getpid(), signal.SIGKILL)

    def amid(function):
        def called(*args):
            hook("os.mkdir", [path])
            done = function(*args)
            hook("os.mkdir", [path])
            return done

        return called

    # before, within and after the one transaction
    shards.take_in = amid(shards.take_in)
    slices._copy = amid(slices._copy)  # noqa: SLF001 - the moment before all is kept
    sys.addaudithook(hook)
    walked(path, One())
    os._exit(0)


def test_killed_at_any_step_a_harvest_loses_nothing_and_has_nothing_twice(tmp_path, alone):
    before = begun(tmp_path / "before")
    with pytest.raises(Down):
        walked(before, One(go_down))
    context = multiprocessing.get_context("fork")
    number, code = 0, -signal.SIGKILL
    while code == -signal.SIGKILL:
        path = tmp_path / f"run{number}"
        shutil.copytree(before, path)
        process = context.Process(target=die_at, args=(number, path))
        process.start()
        process.join()
        code = process.exitcode
        crawler = Fetcher(LITTLE)
        told, found = walked(path, One(), crawler=crawler)
        assert (told, found) == ([], alone), number
        assert not crawler.fetched
        assert not list((path / SHARDS).iterdir())
        assert check_run(path) == []
        number += 1
    assert code == 0
    assert number > 15


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def garble(path):
    path.write_bytes(b"garbage" * 999)


def all_of(pattern, damage):
    """What damages all files of a shard that are called so."""

    def done(shard):
        found = list(shard.glob(pattern))
        assert found
        for path in found:
            damage(path)

    return done


DAMAGES = {
    "cut tables": all_of("tables/specifications-*", cut),
    "garbage": all_of("tables/pages-*", garble),
    "no tables": all_of("tables/*", Path.unlink),
    "cut manifest": all_of(MANIFEST, cut),
    "no manifest": all_of(MANIFEST, Path.unlink),
    "no pages": all_of("warc/*.gz", Path.unlink),
    "cut pages": all_of("warc/specdex-*-*.gz", cut),
}
DAMAGED_DATABASE = {
    "cut": all_of("specdex.db", cut),
    "garbage": all_of("specdex.db", garble),
    "gone": all_of("specdex.db", Path.unlink),
}


@pytest.mark.parametrize("name", DAMAGED_DATABASE)
def test_what_a_killed_worker_left_may_be_damaged(tmp_path, alone, name):
    path = begun(tmp_path / "run")
    with pytest.raises(Down):
        walked(path, One(go_down))
    (shard,) = (path / SHARDS).iterdir()
    DAMAGED_DATABASE[name](shard)
    told, found = walked(path, One())
    assert len(told) == 1
    assert str(shard) in told[0]
    assert found == alone


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_shard_is_told_and_its_sites_are_walked_again(tmp_path, alone, name):
    hurt = []

    def damage(tour):
        if not hurt:
            hurt.append(tour)
            DAMAGES[name](Path(tour.shard))

    told, found = walked(begun(tmp_path / "run"), One(damage))
    assert len(told) == 1
    assert told[0].endswith("; its 2 sites are walked again")
    assert hurt[0].shard in told[0]
    assert "\n" not in told[0]
    assert found == alone
    assert check_run(tmp_path / "run") == []


def test_a_shard_that_is_damaged_again_is_given_up_and_the_harvest_goes_on(tmp_path):
    told, (found, _, failures) = walked(
        begun(tmp_path / "run"), One(lambda tour: DAMAGES["garbage"](Path(tour.shard)))
    )
    assert [each.rpartition("; ")[2] for each in told] == [
        "its 2 sites are walked again",
        "its 2 sites are given up",
    ]
    assert all("not what was packed" in each.reason for each in failures if each.step == "crawl")
    assert all("crawled=True" in each for each in map(str, found["Site"]))


@pytest.mark.parametrize("damage", [cut, garble, Path.unlink])
def test_what_a_killed_harvest_left_may_be_damaged(tmp_path, alone, damage):
    path = begun(tmp_path / "run")
    with pytest.raises(Down):
        walked(path, One(go_down))
    for each in (path / SHARDS).glob(f"*/{PLAN}"):
        damage(each)
    assert walked(path, One()) == ([], alone)


@pytest.mark.timed
@pytest.mark.parametrize("engine", [SerialEngine(), ProcessEngine(2)])
def test_shards_may_lie_packed_elsewhere(tmp_path, alone, engine):
    place = tmp_path / "elsewhere"
    assert walked(begun(tmp_path / "run"), engine, str(place)) == ([], alone)
    files = {page.file for page in Run(tmp_path / "run").pages()}
    assert all(file.startswith(place.as_uri()) for file in files)
    assert {each.name for each in place.glob("*/*")} == {MANIFEST, "tables", "warc"}
    assert not list((tmp_path / "run" / SHARDS).iterdir())
    assert check_run(tmp_path / "run") == []
    shutil.rmtree(place)
    assert {each.place[:4] for each in check_run(tmp_path / "run")} == {"byte"}


@pytest.mark.usefixtures("keys")
def test_shards_may_lie_in_a_bucket_and_go_on_from_there(tmp_path, alone):
    path = begun(tmp_path / "run")
    with pytest.raises(Down):
        walked(path, One(go_down), "s3://runs/shards")
    crawler = Fetcher(LITTLE)
    assert walked(path, One(), "s3://runs/shards", crawler) == ([], alone)
    assert not crawler.fetched


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tables/pages-", "is not what was packed"),
        ("tables/specifications-", "is not what was packed"),
        ("warc/", "is missing from"),
        (MANIFEST, "is damaged"),
    ],
)
def test_a_damaged_packed_shard_is_told_and_its_sites_are_walked_again(tmp_path, alone, name, said):
    place, hurt = tmp_path / "elsewhere", []

    def damage(tour):
        if not hurt:
            hurt.append(tour)
            for path in place.glob(f"*/{name}*"):
                path.unlink() if name == "warc/" else cut(path)

    told, found = walked(begun(tmp_path / "run"), One(damage), str(place))
    assert len(told) == 1
    assert said in told[0]
    assert told[0].endswith("; its 2 sites are walked again")
    assert found == alone


class Pausing(Fetcher):
    """Dies once it has walked and was watched."""

    def crawl(self, walks, recorder, watch=None):
        super().crawl(walks, recorder, watch)
        watch()
        raise Down


def test_what_a_worker_elsewhere_had_walked_is_there_when_it_dies(tmp_path, alone, monkeypatch):
    monkeypatch.setattr(shards, "PAUSE", -1.0)
    path, place = begun(tmp_path / "run"), str(tmp_path / "elsewhere")
    first = Pausing(LITTLE)
    with pytest.raises(Down):
        walked(path, One(), place, first)
    second = Fetcher(LITTLE)
    assert walked(path, One(), place, second) == ([], alone)
    assert first.fetched
    assert not second.fetched


def test_what_killed_workers_left_elsewhere_is_removed(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left, other = tmp_path / f"{SCRATCH}left", tmp_path / "other"
    for folder in (left, other):
        folder.mkdir()
        (folder / LOCK).touch()
    with scratch() as mine, scratch() as beside:
        assert {mine, beside, other} == set(tmp_path.iterdir())
    assert list(tmp_path.iterdir()) == [other]


def test_a_bucket_without_permission_ends_a_harvest_with_one_sentence(tmp_path, keys, alone):
    path, plain = begun(tmp_path / "run"), {"Content-Type": "text/plain"}
    urlopen(Request(f"{keys}/moto-api/reset-auth", b"0", plain))
    try:
        with pytest.raises(StoreError, match=r"^cannot use s3://runs/mine[^\n]+$"):
            walked(path, One(), "s3://runs/mine")
    finally:
        urlopen(Request(f"{keys}/moto-api/reset-auth", b"inf", plain))
    assert walked(path, One(), "s3://runs/mine") == ([], alone)


class Full(Fetcher):
    """Its disk is full after some pages."""

    def crawl(self, walks, recorder, watch=None):
        super().crawl([walks[0]], recorder, watch)

        def full(_):
            raise OSError(28, "No space left on device")

        os.fsync, kept = full, os.fsync
        try:
            super().crawl(walks[1:], recorder, watch)
        finally:
            os.fsync = kept


def test_a_full_disk_ends_a_harvest_with_one_sentence_and_nothing_is_lost(tmp_path, alone):
    path = begun(tmp_path / "run")
    with pytest.raises(StoreError, match=r"^cannot keep pages in [^\n]+: No space left on device$"):
        walked(path, One(), crawler=Full(LITTLE))
    crawler = Fetcher(LITTLE)
    assert walked(path, One(), crawler=crawler) == ([], alone)
    assert {url.split("/")[2] for url in crawler.fetched} == {TWO[1]}


def test_a_second_driver_is_told_of_the_first(tmp_path):
    def harvest():
        return Harvest(
            settings(TWO, 0),
            tmp_path / "run",
            mapped=MAPPED,
            crawler=Fetcher(LITTLE),
            providers=LITTLE.providers,
        )

    class Impatient(Fetcher):
        def crawl(self, walks, recorder, watch=None):
            with pytest.raises(StoreError, match=r"^another harvest \(process \d+\) is at work in"):
                harvest().go()
            super().crawl(walks, recorder, watch)

    first = harvest()
    first.crawler = Impatient(LITTLE)
    first.go()
    with Run(tmp_path / "run") as run:
        assert run.store.count(Specification) == 8


def test_a_page_that_lies_elsewhere_is_only_read_from_archives(tmp_path):
    odd = tmp_path / "warc" / "secret.txt"
    odd.parent.mkdir()
    odd.write_text("secret")
    with RunFolder(tmp_path / "run") as run:
        for place in (odd.as_uri(), "tape://x/warc/specdex-1.warc.gz"):
            with pytest.raises(StoreError, match=r"is no WARC file of a run|cannot use"):
                run.archive.load(StoredPage("u", "", place, 0, 6))


def test_a_run_whose_pages_lie_elsewhere_is_packed_and_merged(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    _, found = walked(begun(tmp_path / "run"), One(), str(tmp_path / "elsewhere"))
    with RunFolder(tmp_path / "run") as run:
        pack(run, tmp_path / "packed")
    with Run(tmp_path / "packed") as packed, RunFolder(tmp_path / "whole") as whole:
        assert contents(packed) == found
        merge_runs(whole, [packed])
        assert contents(whole) == found
        assert {page.file.split("/")[0] for page in whole.pages()} == {"warc"}


def test_sites_are_crawled_again_from_pages_that_lie_elsewhere(tmp_path):
    path, place = begun(tmp_path / "run"), str(tmp_path / "elsewhere")
    _, (first, pages, _) = walked(path, One(), place)
    with RunFolder(path) as run:
        begin_renewal(run, CATEGORY, TWO)
    told, (again, same, _) = walked(path, One(), place)
    assert not told
    assert same == pages
    assert again["Specification"] == first["Specification"]
    assert len(list(Path(place).iterdir())) == 2


def test_a_manifest_names_what_lies_elsewhere(tmp_path):
    walked(begun(tmp_path / "run"), One(), str(tmp_path / "elsewhere"))
    (shard,) = (tmp_path / "elsewhere").iterdir()
    told = json.loads((shard / MANIFEST).read_text())
    assert {"pages", "specifications"} <= {part["name"] for part in told["parts"]}
    Packed(shard).check()
