"""Harvests whose sites are walked by workers of their own."""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from specdex.engines.processes import ProcessEngine
from specdex.engines.serial import SerialEngine
from specdex.harvest import Harvest
from specdex.pipeline.crawl import Start
from specdex.pipeline.shards import SHARDS, ShardWalk, taken_in, walk_apart
from specdex.pipeline.tours import PLAN, tours
from specdex.records import Failure, Site, SiteStatus, Specification, StoredPage
from specdex.runs import RunFolder
from specdex.runs.check import check_run
from specdex.settings import Politeness
from tests.harvest.test_loop import LITTLE, SHOPS
from tests.harvest.world import CATEGORY, MAPPED, Fetcher, held, settings

QUICK = Politeness(delay=0, proxy="http://localhost:1")


def harvested(path, jobs, shards=""):
    wanted = replace(settings(SHOPS[:2], 5), shards=shards)
    with RunFolder(path) as run:
        Harvest(
            wanted,
            run,
            jobs=jobs,
            mapped=MAPPED,
            crawler=Fetcher(LITTLE),
            providers=LITTLE.providers,
        ).go()
        return held(run)


@pytest.mark.timed
def test_two_workers_bring_home_what_one_does(tmp_path):
    alone = harvested(tmp_path / "alone", 1)
    assert harvested(tmp_path / "apart", 2) == alone
    assert check_run(tmp_path / "apart") == []
    assert not list((tmp_path / "apart" / SHARDS).iterdir())
    assert harvested(tmp_path / "afar", 2, str(tmp_path / "elsewhere")) == alone


def places(*hosts, workers=2, addresses=None):
    found = tours([Start(each) for each in hosts], SHARDS_AT, workers, addresses or {})
    return [[[start.site for start in lane] for lane in tour.lanes] for tour in found]


SHARDS_AT = Path("shards")


def test_sites_of_one_domain_or_one_address_are_one_after_the_other_at_one_worker():
    assert places("a.example.com", "b.example.org", "c.example.com") == [
        [["a.example.com", "c.example.com"]],
        [["b.example.org"]],
    ]
    shared = {
        "a.com": "10.0.0.1",
        "b.com": "10.0.0.2",
        "x.c.com": "10.0.0.1",
        "y.b.com": "10.0.0.1",
    }
    assert places("a.com", "b.com", "x.c.com", "y.b.com", "d.com", addresses=shared) == [
        [["a.com", "x.c.com", "b.com", "y.b.com"]],
        [["d.com"]],
    ]


def test_few_sites_are_shared_among_all_workers_and_many_fill_tours():
    assert len(places(*(f"s{number}.com" for number in range(8)))) == 4
    assert {len(tour) for tour in places(*(f"s{number}.com" for number in range(500)))} == {50}


class Mortal(Fetcher):
    """Its process is killed once, before a certain shop is walked."""

    def __init__(self, world, grave, shop, deaths=1):
        super().__init__(world)
        self.grave, self.shop, self.deaths = grave, shop, deaths

    def crawl(self, walks, recorder, watch=None):
        for walk in walks:
            with (self.grave / "log").open("a") as log:
                log.write(walk.site + "\n")
            fallen = len(list(self.grave.glob("fallen*")))
            if walk.site == self.shop and fallen < self.deaths:
                (self.grave / f"fallen{fallen}").touch()
                os.kill(os.getpid(), signal.SIGKILL)
            super().crawl([walk], recorder, watch)


def walked(run, crawler, engine):
    walk = ShardWalk(CATEGORY, crawler, MAPPED, QUICK)
    run.store.add([Site(each, SiteStatus.SEED, CATEGORY) for each in SHOPS])
    assert not list(walk_apart([Start(each) for each in SHOPS], run, walk, engine))
    return {(page.url, page.kind, page.site) for page in run.store.read(StoredPage)}, {
        each.url for each in run.store.read(Specification)
    }


@pytest.mark.timed
def test_the_sites_of_a_worker_that_died_go_on_from_their_shard(tmp_path):
    with RunFolder(tmp_path / "alone") as run:
        alone = walked(run, Fetcher(LITTLE), SerialEngine())
    with RunFolder(tmp_path / "run") as run:
        crawler = Mortal(LITTLE, tmp_path, SHOPS[1])
        assert walked(run, crawler, ProcessEngine(2)) == alone
        assert all(site.crawled for site in run.sites())


@pytest.mark.timed
def test_what_kills_every_worker_is_told_and_the_rest_comes_home(tmp_path):
    with RunFolder(tmp_path / "run") as run:
        crawler = Mortal(LITTLE, tmp_path, SHOPS[3], deaths=9)
        walked(run, crawler, ProcessEngine(2))
        assert all(site.crawled for site in run.sites())
        assert next(each.reason for each in run.failures()).startswith(
            "every worker that walked it"
        )
        assert run.store.count(Specification, site=SHOPS[0]) == 4


class Stop(Exception):  # noqa: N818 - it says what happens
    """The driver goes down."""


def test_a_harvest_that_goes_down_takes_up_what_workers_had_done(tmp_path):
    class Doomed(SerialEngine):
        def work(self, function, things, watch=lambda: None):
            del watch
            for number, thing in enumerate(things):
                done = function(thing)
                if number == 1:
                    raise Stop
                yield done

    with RunFolder(tmp_path / "run") as run:
        with pytest.raises(Stop):
            walked(run, Fetcher(LITTLE), Doomed())
        taken = {each.tour.shard for each in taken_in(run)}
        left = [
            each for each in run.path.glob(f"{SHARDS}/*/{PLAN}") if str(each.parent) not in taken
        ]
        assert len(taken) == len(left) == 1
        asked = [start["site"] for lane in json.loads(left[0].read_text()) for start in lane]
        crawler = Fetcher(LITTLE)
        _, read = walked(run, crawler, SerialEngine())
        assert not [url for url in crawler.fetched if url.split("/")[2] in asked]
        assert len(read) == 24
        assert not run.store.count(Failure)
