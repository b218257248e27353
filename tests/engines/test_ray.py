"""The contract on a Ray cluster of three nodes, and what becomes of lost workers and nodes."""

import os
import time
from itertools import islice
from types import SimpleNamespace

import pytest

from specdex.engines.ray import RayEngine, _Cluster
from specdex.engines.work import MOST, bundled
from specdex.errors import InputError, SpecdexError
from specdex.records import StoredPage
from specdex.testing import EngineContract
from tests.engines.test_engines import Deadly
from tests.engines.test_kept import Noted

pytestmark = [pytest.mark.timed, pytest.mark.timeout(240)]
STORE = 80 << 20
"""Bytes of memory that a node shares with its workers: Ray would take a third of the machine."""
INLINE = 100 << 10
"""Bytes that Ray sends along with a question or an answer."""


@pytest.fixture(scope="module")
def cluster():
    """Three nodes of one processor each, all on this machine."""
    pytest.importorskip("ray")
    import ray
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        made = Cluster(initialize_head=True, head_node_args=node)
        for _ in range(2):
            made.add_node(num_cpus=1, object_store_memory=STORE)
        ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.mark.usefixtures("cluster")
class TestRayEngine(EngineContract):
    def make_engine(self):
        return RayEngine()


@pytest.mark.usefixtures("cluster")
def test_what_kills_its_workers_takes_nothing_else_with_it():
    results = list(RayEngine(chunk=3).map(Deadly(4), range(9)))
    assert results == [*range(4), "lost 4", *range(5, 9)]


@pytest.mark.usefixtures("cluster")
def test_workers_that_stay_hold_what_they_made_until_they_die():
    with RayEngine(workers=2).kept(abs) as workers:
        first = list(workers.map(Noted(), range(4)))
        assert len({worker for _, worker in first}) == workers.workers == 2
        assert list(workers.map(Noted(), range(4))) == [(worker, worker) for _, worker in first]
        assert list(workers.map(Deadly(4), range(6))) == [*range(4), "lost 4", 5]
        assert list(workers.map(abs, [-1, -2])) == [1, 2]


@pytest.mark.usefixtures("cluster")
def test_workers_that_die_are_told():
    with pytest.raises(SpecdexError, match="workers of the cluster died"):
        list(RayEngine().map(os._exit, [1]))


@pytest.mark.usefixtures("cluster")
def test_the_input_is_read_only_a_few_chunks_ahead():
    asked = []

    def things():
        for number in range(1000):
            asked.append(number)
            yield number

    results = RayEngine(workers=2, chunk=4).map(abs, things())
    assert list(islice(results, 40)) == list(range(40))
    assert len(asked) <= 40 + 2 * 3 * 4 + 4
    results.close()


def test_pages_are_handed_out_with_the_question_itself():
    """Ray puts what is larger into a node's store, and begins with others meanwhile."""
    sent = []
    task = SimpleNamespace(remote=lambda _, chunk: sent.append(chunk))
    pages = [
        StoredPage(f"https://shop{number}.example/{number}", f"shop{number}.example")
        for number in range(MOST)
    ]
    _Cluster(None, task, None, None).submit(pages)
    assert len(bundled(pages)) > INLINE > len(*sent)


@pytest.mark.usefixtures("cluster")
def test_large_things_come_and_go():
    things = [b"a" * (4 << 20), b"b"]
    assert list(RayEngine().map(bytes.upper, things)) == [b"A" * (4 << 20), b"B"]


def slowly(number):
    time.sleep(0.05)
    return -number


def test_a_node_that_is_lost_in_the_middle_changes_nothing(cluster):
    results = RayEngine(chunk=2).map(slowly, range(120))
    first = list(islice(results, 20))
    cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
    assert first + list(results) == [-number for number in range(120)]


def test_a_cluster_of_its_own_is_no_other_that_runs_here(monkeypatch):
    ray = pytest.importorskip("ray")
    asked = []
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda *given, **_: asked.extend(given))
    monkeypatch.setattr(ray, "cluster_resources", dict)
    monkeypatch.setattr(ray, "put", bytes)
    list(RayEngine().map(abs, []))
    assert asked == ["local"]


def test_a_cluster_that_does_not_answer_is_told(monkeypatch):
    ray = pytest.importorskip("ray")
    monkeypatch.setattr(ray, "is_initialized", lambda: False)

    def refuse(*_, **__):
        raise ConnectionError("could not find any running Ray instance\nand more")

    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(SpecdexError, match=r"no Ray cluster answers at ray://head: could not"):
        RayEngine("ray://head").map(abs, [1])


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("ray://127.0.0.1:1", "Connection refused"),
        ("ray://nobody.invalid:6379", "[^\n]+"),
        ("ray://127.0.0.1:99999", "[^\n]+"),
    ],
)
def test_a_head_that_cannot_be_reached_is_one_sentence_at_once(monkeypatch, address, said):
    ray = pytest.importorskip("ray")
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(SpecdexError, match=rf"^no Ray cluster answers at {address}: {said}$"):
        RayEngine(address).map(abs, [1])


def test_no_workers_are_an_input_error():
    with pytest.raises(InputError, match="at least one"):
        RayEngine(workers=0)


def test_without_ray_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(SpecdexError, match=r"specdex\[ray\]"):
        RayEngine().map(abs, [1])
