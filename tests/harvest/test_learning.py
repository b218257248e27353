"""Who learns how sites print their data: the workers, and always the same."""

import os

import pytest

from specdex.engines.processes import ProcessEngine
from specdex.engines.ray import RayEngine
from specdex.engines.serial import SerialEngine
from specdex.harvest import Harvest, loop
from specdex.pipeline.extract import extraction
from specdex.pipeline.lessons import ShardLearning
from specdex.records import NotLearned, Wrapper
from specdex.runs import RunFolder
from tests.harvest.world import SHOP, Fetcher, World, settings

pytestmark = [pytest.mark.timed, pytest.mark.timeout(240)]


SHOPS = [f"shop{number}.example" for number in range(4)]
NAMES = ["Brand", "Model", "Power", "Capacity", "Weight", "Colour", "Material", "Cable length"]
UNITS = ["Acme {}", "K-{}", "{}00 W", "1.{} l", "{}90 g", "Red {}", "Steel {}", "{}5 cm"]


class Printed(World):
    """Shops that print tables, each its own way."""

    @property
    def pages(self):
        homes = {f"http://{host}/": SHOP for host in self.shops}
        return homes | {
            f"http://{host}/p/{number}": _page(place, number)
            for place, (host, sold) in enumerate(self.shops.items())
            for number in sold
        }


def _page(place, number):
    said = zip(NAMES, (unit.format(number + 1) for unit in UNITS), strict=True)
    rows = "".join(
        f"<div class='r{place}'><b>{name}</b><i>{value}</i></div>"
        if place % 2
        else f"<tr><th>{name}</th><td>{value}</td></tr>"
        for name, value in said
    )
    table = f"<div class='spec'>{rows}</div>" if place % 2 else f"<table>{rows}</table>"
    return f"<h1>Kettle {number}</h1><p>Good {number}</p><h2>Specifications</h2>{table}"


WORLD = Printed({host: tuple(range(12)) for host in SHOPS}, {})


class Signed:
    """What is mapped, and the process that did it."""

    def __init__(self, function):
        self.function = function
        self.lost = function.lost

    def __call__(self, thing):
        return os.getpid(), self.function(thing)


class Watched:
    """An engine that notes who learned."""

    chunk = None

    def __init__(self, engine):
        self.engine, self.learners = engine, []
        self.workers = getattr(engine, "workers", None)

    def map(self, function, things):
        return self.engine.map(function, things)

    def work(self, function, things, watch=lambda: None):
        if not isinstance(function, ShardLearning):
            yield from self.engine.work(function, things, watch)
            return
        for learner, result in self.engine.work(Signed(function), things, watch):
            self.learners.append(learner)
            yield result


@pytest.fixture
def processes():
    return ProcessEngine(2)


@pytest.fixture
def cluster():
    ray = pytest.importorskip("ray")
    ray.init("local", num_cpus=2, object_store_memory=80 << 20, include_dashboard=False)
    yield RayEngine(workers=2)
    ray.shutdown()


def learned(path, engine, monkeypatch):
    """What a harvest by *engine* learned, and by whom."""
    watched = Watched(engine)
    monkeypatch.setattr(loop, "make_engine", lambda *_, **__: watched)
    monkeypatch.setattr(loop, "load_plugin", lambda *_: type(engine) if engine is HERE else Harvest)
    with RunFolder(path) as run:
        wanted, parts = settings(SHOPS, 0), (Fetcher(WORLD), WORLD.providers)
        Harvest(wanted, run, mapped=extraction(), crawler=parts[0], providers=parts[1]).go()
        kept = {kind: set(run.store.read(kind)) for kind in (Wrapper, NotLearned)}
    return kept, watched.learners


HERE = SerialEngine()


@pytest.mark.parametrize("engine", ["processes", "cluster"])
def test_workers_learn_and_what_they_learn_is_the_same(tmp_path, engine, monkeypatch, request):
    alone, by_whom = learned(tmp_path / "alone", HERE, monkeypatch)
    assert set(by_whom) == {os.getpid()}
    assert len(alone[Wrapper]) > 1
    apart, by_whom = learned(tmp_path / "apart", request.getfixturevalue(engine), monkeypatch)
    assert apart == alone
    assert len(by_whom) == len(SHOPS)
    assert os.getpid() not in by_whom
