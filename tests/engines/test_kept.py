"""Workers that stay: what they promise beside the one contract."""

import os
import time

import pytest

from specdex.engines.processes import ProcessEngine
from specdex.engines.work import bundled, portable_function
from specdex.errors import SpecdexError
from specdex.ports import Keeping
from specdex.testing import EngineContract
from tests.engines.test_engines import Deadly


@pytest.fixture(scope="module")
def kept():
    with ProcessEngine(2).kept(abs) as workers:
        yield workers


class TestKeptProcesses(EngineContract):
    @pytest.fixture(autouse=True)
    def _kept(self, kept):
        self.kept = kept

    def make_engine(self):
        return self.kept


class Noted:
    """Tells which worker was asked, and what it was asked before."""

    held = True
    before = {}  # noqa: RUF012 - what a worker holds

    def __call__(self, number):
        time.sleep(0.01)
        known = self.before.get(number)
        self.before[number] = os.getpid()
        return known, os.getpid()


def test_what_is_held_is_held_by_the_same_worker(kept):
    assert isinstance(kept, Keeping)
    first = list(kept.map(Noted(), range(4)))
    assert [before for before, _ in first] == [None] * 4
    assert len({worker for _, worker in first}) == kept.workers == 2
    assert list(kept.map(Noted(), range(4))) == [(worker, worker) for _, worker in first]


class Slow:
    """Something that one worker holds for long."""

    held = True

    def __call__(self, seconds):
        time.sleep(seconds)
        return seconds


@pytest.mark.timed
def test_others_do_not_wait_for_a_worker_that_is_busy(kept):
    slow = kept.submit(portable_function(Slow()), bundled([1.5]), 0)
    assert list(kept.map(abs, range(-9, 0))) == list(range(9, 0, -1))
    assert not slow.done()
    slow.result()


def test_what_is_not_asked_for_any_more_is_not_done(kept):
    results = kept.map(abs, range(100))
    assert next(results) == 0
    results.close()
    assert list(kept.map(abs, [-1])) == [1]


def test_what_a_dead_worker_had_is_lost_and_nothing_else():
    with ProcessEngine(2).kept(abs) as workers:
        assert list(workers.map(Deadly(4), range(9))) == [*range(4), "lost 4", *range(5, 9)]
        with pytest.raises(SpecdexError, match="a worker died"):
            list(workers.map(Noted(), range(2)))
        assert list(workers.map(Deadly(0), range(3))) == ["lost 0", "lost 1", "lost 2"]
        assert list(workers.map(Deadly(0), range(3))) == ["lost 0", "lost 1", "lost 2"]


def test_a_worker_that_dies_with_nothing_to_do_is_noticed():
    with ProcessEngine(1).kept(abs) as workers:
        (process,) = _processes(workers, list(workers.map(abs, [-1])))
        process.kill()
        process.join()
        assert list(workers.map(Deadly(), range(2))) == ["lost 0", "lost 1"]


def _processes(workers, _done):
    return [each for hand in workers.hands for each in hand.pool._processes.values()]  # noqa: SLF001
