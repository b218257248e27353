"""Sites that are learned in their shards: killed at any step, damaged, elsewhere, given again."""

import json
import multiprocessing
import os
import shutil
import signal
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from specdex.engines.processes import ProcessEngine
from specdex.errors import DamagedError
from specdex.harvest import Harvest, loop
from specdex.pipeline.crawl import Start
from specdex.pipeline.extract import LOST, extraction
from specdex.pipeline.learn import RunLearning, learn_here
from specdex.pipeline.lessons import LESSONS, Lesson, ShardLearning, learn_apart
from specdex.pipeline.renewal import begin_renewal
from specdex.pipeline.shards import AGAIN, SHARDS, ShardWalk, let_go, taken_in, walk_apart
from specdex.records import (
    NotLearned,
    ProductId,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    Wrapper,
)
from specdex.runs import RunFolder
from specdex.runs.check import check_run
from specdex.runs.packed import MANIFEST, Packed
from specdex.wrappers.knowledge import Knowledge, Teachers
from tests.harvest.test_apart import QUICK
from tests.harvest.test_learning import SHOPS, WORLD
from tests.harvest.test_shards import CHANGES, EVENTS, One, all_of, cut, garble
from tests.harvest.world import CATEGORY, Fetcher, held, settings

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
KINDS = (Wrapper, NotLearned, Specification, ProductId)
MAPPED = extraction()


def walked(path, place="", engine=None, crawler=None):
    """A run whose shops were walked into shards, which are there still."""
    walk = ShardWalk(CATEGORY, crawler or Fetcher(WORLD), MAPPED, QUICK, place)
    with RunFolder(path) as run:
        known = {site.host for site in run.sites()}
        run.store.add(Site(e, SiteStatus.SEED, CATEGORY) for e in SHOPS if e not in known)
        assert not list(walk_apart([Start(each) for each in SHOPS], run, walk, engine or One()))
    return path


def learning(run):
    """How the shops of *run* are learned, with what all of them print."""
    known = {site: Knowledge.of(run.store.read(Specification, site=site)) for site in SHOPS}
    return RunLearning(MAPPED, Teachers.of(known.values()), dict.fromkeys(known))


def learned(path, engine=None, place="", how=lambda learning: learning):
    """What is told of learning all shops, and what the run holds then."""
    with RunFolder(path) as run:
        work = ShardLearning(CATEGORY, how(learning(run)), place)
        told = [each for each in learn_apart(SHOPS, run, work, engine or One()) if each.damage]
        let_go(run)
        assert not list((path / SHARDS).iterdir())
        return [each.damage for each in told], what(run)


def what(run):
    return {kind: set(run.store.read(kind)) for kind in KINDS}


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    return walked(tmp_path_factory.mktemp("before") / "run")


@pytest.fixture(scope="module")
def here(before, tmp_path_factory):
    """What one process learns in the run itself."""
    path = shutil.copytree(before, tmp_path_factory.mktemp("here") / "run")
    with RunFolder(path) as run:
        structural = what(run)
        assert sum(learn_here(SHOPS, run, learning(run)).values())
        found = what(run)
    assert len(found[Wrapper]) == len(SHOPS)
    assert found[Specification] != structural[Specification]
    return placeless(found)


def placeless(found):
    """The same without where pages lie."""
    said = {replace(each, source="") for each in found[Specification]}
    return {**found, Specification: said}


@pytest.fixture
def path(before, tmp_path):
    """A run that was walked, whose shards are its own."""
    return shutil.copytree(before, tmp_path / "run")


def test_a_shard_is_warc_and_parquet_files_under_a_manifest(before):
    parquet = pytest.importorskip("pyarrow.parquet")
    with RunFolder(before) as run:
        pages = {each.url for each in run.pages()}
        said = {each.url for each in run.store.read(Specification)}
    found = {"pages": set(), "specifications": set()}
    shards = list((before / SHARDS).iterdir())
    assert shards
    for shard in shards:
        told = json.loads((shard / MANIFEST).read_text())
        named = {part["name"]: shard / part["file"] for part in told["parts"]}
        for name, urls in found.items():
            assert named[name].suffix == ".parquet"
            urls |= set(parquet.read_table(named[name])["url"].to_pylist())
        archives = [file for name, file in named.items() if name.startswith("warc/")]
        assert archives
        # no byte of them is there twice
        assert all(file.samefile(before / "warc" / file.name) for file in archives)
        Packed(shard).check()
    assert found == {"pages": pages, "specifications": said}


def test_what_is_learned_in_shards_is_what_is_learned_in_the_run(path, here):
    told, found = learned(path)
    assert not told
    assert placeless(found) == here
    assert check_run(path) == []


class Seen:
    """Workers, and what lay in the shards when they had learned."""

    chunk, workers = None, 2

    def __init__(self):
        self.engine, self.lessons, self.wrappers = ProcessEngine(2), [], set()

    def map(self, function, things):
        return self.engine.map(function, things)

    def work(self, function, things, watch=lambda: None):
        for result in self.engine.work(function, things, watch):
            if isinstance(function, ShardLearning):
                lesson = function.lies(result.lesson)
                self.lessons.append(result.lesson)
                for name, columns, rows in lesson.rows():
                    if name == "wrappers":
                        self.wrappers |= {row[columns.index("site")] for row in rows}
            yield result


@pytest.mark.timed
def test_wrappers_are_learned_in_shards_by_workers_and_never_by_the_driver(
    tmp_path, monkeypatch, here
):
    def never(*_):
        raise AssertionError("the driver learns")

    seen = Seen()
    monkeypatch.setattr(loop, "make_engine", lambda *_, **__: seen)
    monkeypatch.setattr(RunLearning, "__call__", never)
    with RunFolder(tmp_path / "run") as run:
        parts = {"mapped": MAPPED, "crawler": Fetcher(WORLD), "providers": WORLD.providers}
        Harvest(settings(SHOPS, 0), run, **parts).go()
        assert placeless(what(run)) == here
    assert seen.wrappers == set(SHOPS)
    assert {site for lesson in seen.lessons for site in lesson.sites} == set(SHOPS)
    assert all(Path(each.shard).parent == tmp_path / "run" / SHARDS for each in seen.lessons)
    assert not list((tmp_path / "run" / SHARDS).iterdir())


@pytest.mark.timed
def test_groups_of_shops_are_the_same_for_one_and_two_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(loop, "TOGETHER", 3)

    def harvested(path, jobs):
        with RunFolder(path) as run:
            parts = {"mapped": MAPPED, "crawler": Fetcher(WORLD), "providers": WORLD.providers}
            Harvest(settings(SHOPS, 0), run, jobs=jobs, **parts).go()
            return held(run)

    alone = harvested(tmp_path / "alone", 1)
    assert len(alone["Wrapper"]) == len(SHOPS)
    assert harvested(tmp_path / "apart", 2) == alone


@dataclass(frozen=True)
class Mortal:
    """Learning that kills its process so many times when it comes to a certain shop."""

    learning: RunLearning
    grave: Path
    deaths: int

    def __call__(self, run, site):
        fallen = len(list(self.grave.glob("fallen*")))
        if site == SHOPS[1] and fallen < self.deaths:
            (self.grave / f"fallen{fallen}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.learning(run, site)

    def lost(self, run, site):
        return self.learning.lost(run, site)


@pytest.mark.timed
def test_a_worker_that_is_killed_while_it_learns_is_followed_by_another(path, here, tmp_path):
    told, found = learned(path, ProcessEngine(2), how=lambda each: Mortal(each, tmp_path, 1))
    assert list(tmp_path.glob("fallen*"))
    assert (told, placeless(found)) == ([], here)


@pytest.mark.timed
def test_only_the_site_that_kills_every_worker_is_not_learned(path, here, tmp_path):
    engine = ProcessEngine(1)
    told, found = learned(path, engine, how=lambda each: Mortal(each, tmp_path, 99))
    assert not told
    assert found[NotLearned] == {NotLearned(SHOPS[1], LOST, 12)}
    others = {each for each in here[Wrapper] if each.site != SHOPS[1]}
    assert found[Wrapper] == others


def die_at(number, path):
    """Learn on in *path*, and be killed before the change number *number* of the disk."""
    seen = 0

    def hook(event, args):
        nonlocal seen
        if event not in EVENTS or (event == "open" and args[1] not in CHANGES):
            return
        if str(path) in str(args[0]) or event == "os.rmdir":
            seen += 1
            if seen > number:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    learned(path)
    os._exit(0)


@pytest.mark.timed
def test_a_driver_that_is_killed_while_it_learns_goes_on_from_the_shards(before, here, tmp_path):
    context = multiprocessing.get_context("fork")
    number, code, whole = 0, -signal.SIGKILL, 0
    while code == -signal.SIGKILL:
        path = shutil.copytree(before, tmp_path / f"run{number}")
        process = context.Process(target=die_at, args=(number, path))
        process.start()
        process.join()
        code = process.exitcode
        with RunFolder(path) as run:
            kept = run.store.count(Wrapper)
            assert kept in {0, len(SHOPS)}
            whole += bool(kept)
        if not kept:
            told, found = learned(path)
            assert (told, placeless(found)) == ([], here), number
        assert check_run(path) == []
        number += 7
    assert code == 0
    assert 1 < whole < number / 7


def tear(path):
    data = bytearray(path.read_bytes())
    first, last = len(data) // 4, len(data) // 2
    data[first:last] = bytes(last - first)
    path.write_bytes(data)


DAMAGES = {
    "cut database": all_of("specdex.db", cut),
    "garbage": all_of("specdex.db", garble),
    "no database": all_of("specdex.db", Path.unlink),
    "torn database": all_of("specdex.db", tear),
    "no pages": all_of("warc/*.gz", Path.unlink),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_shard_that_is_damaged_before_it_is_learned_is_told_and_given_again(path, here, name):
    shards = list((path / SHARDS).iterdir())
    DAMAGES[name](shards[0])
    told, found = learned(path)
    assert told
    assert all(str(shards[0]) in each and "\n" not in each for each in told)
    assert placeless(found) == here


@pytest.mark.parametrize("pattern", ["tables/specifications-*", "tables/wrappers-*", MANIFEST])
def test_a_lesson_that_is_damaged_is_told_and_learned_again(path, here, pattern):
    hurt = []

    def damage(lesson):
        if not hurt:
            hurt.append(lesson)
            all_of(pattern, cut)(Path(lesson.shard) / lesson.name)

    told, found = learned(path, One(damage))
    assert len(told) == 1
    assert hurt[0].shard in told[0]
    assert placeless(found) == here


def test_what_is_damaged_again_and_again_ends_with_one_sentence_and_nothing_is_lost(path, here):
    def damage(lesson):
        all_of("tables/*", cut)(Path(lesson.shard) / lesson.name)

    with pytest.raises(DamagedError, match=r"^tables/[^\n]+ is not what was packed$"):
        learned(path, One(damage))
    with RunFolder(path) as run:
        assert not run.store.count(Wrapper)
    told, found = learned(path)
    assert (told, placeless(found)) == ([], here)


def test_a_site_whose_shard_is_gone_is_given_another(path, here):
    shutil.rmtree(path / SHARDS)
    told, found = learned(path)
    assert (told, placeless(found)) == ([], here)


def test_a_site_that_was_changed_since_is_learned_as_the_run_has_it(path, tmp_path):
    with RunFolder(path) as run:
        said = next(iter(run.store.read(Specification, site=SHOPS[0])))
        run.store.add([replace(said, fragments=())])
        run.store.replace(StoredPage, {"url": f"http://{SHOPS[1]}/p/3"}, ())
    same = shutil.copytree(path, tmp_path / "same")
    with RunFolder(same) as run:
        learn_here(SHOPS, run, learning(run))
        expected = what(run)
    assert learned(path) == ([], expected)


def test_shards_that_lay_elsewhere_are_not_looked_for_below_the_run(tmp_path, here):
    path = walked(tmp_path / "run", str(tmp_path / "elsewhere"))
    told, found = learned(path)
    assert (told, placeless(found)) == ([], here)


def test_a_site_that_is_renewed_before_it_was_learned_is_walked_again(path):
    with RunFolder(path) as run:
        begin_renewal(run, CATEGORY, SHOPS)
    crawler = Fetcher(WORLD)
    walked(path, crawler=crawler)
    assert {url.split("/")[2] for url in crawler.fetched} == set(SHOPS)


PLACES = ["{tmp}/else where", "file://{tmp}/elsewhere", "s3://runs/lessons"]


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("place", PLACES)
def test_shards_elsewhere_are_learned_where_they_lie(tmp_path, here, place):
    place = place.format(tmp=tmp_path)
    path = walked(tmp_path / "run", place)
    lessons = []
    told, found = learned(path, One(lessons.append), place)
    assert (told, placeless(found)) == ([], here)
    for lesson in lessons:
        assert isinstance(lesson, Lesson)
        Packed(f"{place}/{Path(lesson.shard).name}/{lesson.name}").check()
    with RunFolder(path) as run:
        assert all(page.file.startswith(("s3:", "file:")) for page in run.pages())
        lie = {page.url: f"{page.file}@{page.offset}" for page in run.pages()}
        assert all(lie[each.url] == each.source for each in run.store.read(Specification))


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("place", PLACES)
def test_what_was_given_again_elsewhere_is_removed_there(tmp_path, here, place):
    place = place.format(tmp=tmp_path)
    path, given = walked(tmp_path / "run"), []

    def note(lesson):
        given.append(lesson.shard)
        assert Path(lesson.shard).name.startswith(AGAIN)
        assert Packed(f"{place}/{Path(lesson.shard).name}").state()

    shutil.rmtree(path / SHARDS)
    told, found = learned(path, One(note), place)
    assert (told, placeless(found)) == ([], here)
    assert given
    assert not any(Packed(f"{place}/{Path(each).name}").state() for each in given)


def test_without_the_extra_a_shard_has_a_copy_of_its_database(tmp_path, here, monkeypatch):
    for name in ("pyarrow", "pyarrow.parquet", "fsspec"):
        monkeypatch.setitem(sys.modules, name, None)
    path = walked(tmp_path / "run")
    with RunFolder(path) as run:
        for taken in taken_in(run):
            (table,) = (Path(taken.tour.shard) / "tables").iterdir()
            assert table.suffix == ".db"
    lessons = []
    told, found = learned(path, One(lessons.append))
    assert (told, placeless(found)) == ([], here)
    assert all(LESSONS in each.name for each in lessons)
