"""The one contract, kept by every engine, and what only processes have to promise."""

import gc
import operator
import os
import signal
import subprocess
import sys
import time
from functools import partial
from itertools import islice

import pytest

from specdex import plugins
from specdex.engines.processes import ProcessEngine
from specdex.engines.serial import SerialEngine
from specdex.engines.work import CHUNK, MOST, Outcome, bundled, in_order, outcome_of, worked
from specdex.errors import InputError, SpecdexError
from specdex.records import (
    Failure,
    Fragment,
    FragmentKind,
    PageKind,
    Pair,
    Specification,
    StoredPage,
)
from specdex.testing import EngineContract


class TestSerialEngine(EngineContract):
    def make_engine(self):
        return SerialEngine()


class TestProcessEngine(EngineContract):
    def make_engine(self):
        return ProcessEngine(2)


class TestProcessEngineOfOne(EngineContract):
    def make_engine(self):
        return ProcessEngine(1, chunk=1)


def test_the_work_is_done_elsewhere():
    pids = set(ProcessEngine(2, chunk=1).map(operator.methodcaller("__call__"), [os.getpid] * 20))
    assert os.getpid() not in pids
    assert 1 <= len(pids) <= 2


def test_the_input_is_read_only_a_few_chunks_ahead():
    asked = []

    def things():
        for number in range(10_000):
            asked.append(number)
            yield number

    results = ProcessEngine(2, chunk=4).map(abs, things())
    assert list(islice(results, 40)) == list(range(40))
    assert len(asked) <= 40 + 2 * 3 * 4 + 4
    results.close()


def page(number):
    """A page that says this and that."""
    pair = Pair("Weight", f"{number} g", "", "/html/body/table/tr[1]/td", "structure", 0.5)
    fragment = Fragment("/html/body/table", FragmentKind.TABLE, (pair,), 0.75)
    return Specification(f"http://a.example/{number}", fragments=(fragment,))


ODD = Failure("http://a.example/", "extract", "\ud800")
"""What msgpack cannot carry."""


@pytest.mark.parametrize(
    "things",
    [
        [page(1), page(2)],
        [page(1), Failure("http://a.example/2", "extract", "torn")],
        [ODD, ODD],
        [StoredPage("http://a.example/", "a.example", kind=PageKind.PRODUCT)],
        [1, "two", None],
        [],
    ],
)
def test_things_come_out_of_a_bundle_as_they_went_in(things):
    results, raised, _ = outcome_of(worked(lambda: same, bundled(things)))
    results = list(results)
    assert (results, raised) == (things, None)
    assert [type(each) for each in results] == [type(each) for each in things]
    assert gc.isenabled()


def test_results_go_as_they_come():
    things = bundled(list(map(page, range(99))))
    gc.collect()
    before = specifications()
    for _ in outcome_of(worked(lambda: same, things)).results:
        assert specifications() <= before + 2


def specifications():
    """How many of them there are in this process."""
    return sum(isinstance(each, Specification) for each in gc.get_objects())


def same(thing):
    return thing


class Pool:
    """Does at once what it is asked for, and says that each thing took so many seconds."""

    def __init__(self, seconds):
        self.seconds, self.done, self.sizes = seconds, 0, []

    def submit(self, chunk):
        self.sizes.append(len(chunk))

    def outcomes(self, chunk, _):
        return [Outcome(chunk, seconds=self.seconds * len(chunk))]

    def close(self, _):
        pass


@pytest.mark.parametrize(("seconds", "most"), [(1e-5, MOST), (0.002, 200), (1.0, CHUNK)])
def test_quick_things_are_sent_many_at_once_and_slow_ones_few(seconds, most):
    pool = Pool(seconds)
    things = list(range(5000))
    assert list(in_order(pool, iter(things), None, 1)) == things
    assert pool.sizes[0] == CHUNK
    assert max(pool.sizes) == most
    assert pool.sizes[-2] == CHUNK  # nobody waits long for the last

    pool.sizes.clear()
    assert list(in_order(pool, things, 7, 1)) == things
    assert set(pool.sizes[:-1]) == {7}


class Moody:
    """Kills whoever looks first and second; the third may pass."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, number):
        seen = len(list(self.folder.iterdir()))
        if seen < 2 and number == 3:
            (self.folder / str(seen)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    def lost(self, number):
        return f"lost {number}"


def test_bad_luck_is_no_fault_of_a_thing(tmp_path):
    assert list(ProcessEngine(1, chunk=2).map(Moody(tmp_path), range(6))) == list(range(6))


class Deadly:
    """Some numbers kill whoever looks at them."""

    def __init__(self, *numbers):
        self.numbers = numbers

    def __call__(self, number):
        if number in self.numbers:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    def lost(self, number):
        return f"lost {number}"


def test_what_kills_its_worker_takes_nothing_else_with_it():
    results = list(ProcessEngine(2, chunk=3).map(Deadly(4, 5), range(30)))
    assert results == [*range(4), "lost 4", "lost 5", *range(6, 30)]


def test_a_worker_that_dies_is_told_and_not_waited_for():
    with pytest.raises(SpecdexError, match="a worker process died"):
        list(ProcessEngine(2).map(os._exit, range(1, 50)))


def test_what_cannot_be_sent_is_an_input_error_at_once():
    with pytest.raises(InputError, match="cannot be sent to a worker"):
        ProcessEngine(1).map(lambda thing: thing, [1])


def test_no_workers_are_an_input_error():
    with pytest.raises(InputError, match="at least one"):
        ProcessEngine(0)


def test_an_exception_that_cannot_travel_says_the_same_in_another_class():
    # the constructor of UnknownPlugin does not take what it keeps
    with pytest.raises(SpecdexError, match="no wheel called 'x'"):
        list(ProcessEngine(1).map(partial(plugins.load, "wheels"), ["x"]))


def test_an_exception_carries_the_workers_trace():
    with pytest.raises(ValueError, match="three") as caught:
        list(ProcessEngine(1).map(float, ["three"]))
    assert "in applied" in "".join(caught.value.__notes__)


BARE = """
from specdex.engines.processes import ProcessEngine
print(list(ProcessEngine(2).{}(abs, [1, 2, 3])))
"""


@pytest.mark.parametrize("verb", ["map", "work"])
def test_a_script_that_each_worker_would_begin_again_is_told(tmp_path, verb):
    script = tmp_path / "bare.py"
    script.write_text(BARE.format(verb))
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    # Python's own tracker may still tell what the workers left
    said = [line for line in done.stderr.splitlines() if "resource_tracker" not in line]
    assert said[-1].startswith("specdex.errors.SpecdexError: no worker process")
    assert not done.stdout


SLEEPY = """
import time
from specdex.engines.processes import ProcessEngine
if __name__ == "__main__":
    for _ in ProcessEngine(2, chunk=1).map(time.sleep, [0.1] * 1000):
        print("result", flush=True)
"""


@pytest.mark.timed
def test_ctrl_c_ends_everything_soon_and_leaves_nobody_behind(tmp_path):
    script = tmp_path / "sleepy.py"
    script.write_text(SLEEPY)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # whoever started the tests may not care for Ctrl-C
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        started = time.monotonic()
        # both pipes end only when no worker is left that holds them
        errors = process.communicate(timeout=20)[1]
        assert time.monotonic() - started < 10
    assert process.returncode == -signal.SIGINT
    assert errors.count("KeyboardInterrupt") == 1
    assert "Process" not in errors.replace("ProcessEngine", "").replace("processes.py", "")
