"""The one contract, kept by every store."""

import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specdex.records import KEYS, Failure, Match, Product, Site
from specdex.runs import MemoryStore, SqliteStore
from specdex.testing import StoreContract

numbers = st.floats(allow_nan=False, allow_infinity=False)
whole = st.integers(-(2**63), 2**63 - 1)
st.register_type_strategy(float, numbers)
st.register_type_strategy(int, whole)
records = st.lists(st.sampled_from(sorted(KEYS, key=str)).flatmap(st.from_type), max_size=8)


class TestMemoryStore(StoreContract):
    def make_store(self):
        return MemoryStore()


class TestSqliteStore(StoreContract):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path):
        self.path = tmp_path / "specdex.db"

    def make_store(self):
        return SqliteStore(self.path)


def contents(store):
    return {kind: list(store.read(kind)) for kind in KEYS}


@given(batches=st.lists(records, max_size=4))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_both_stores_keep_whatever_records_come_and_agree(tmp_path_factory, batches):
    path = tmp_path_factory.mktemp("store") / "specdex.db"
    with MemoryStore() as memory, SqliteStore(path) as sqlite:
        for batch in batches:
            assert sqlite.add(batch) == memory.add(batch)
        assert contents(sqlite) == contents(memory)
        for record in (record for batch in batches for record in batch):
            where = {name: getattr(record, name) for name in KEYS[type(record)]}
            kept = list(sqlite.read(type(record), **where))
            assert kept == list(memory.read(type(record), **where))
            assert len(kept) == 1
    with SqliteStore(path) as again:
        assert contents(again) == contents(memory)


few = st.sampled_from
CATEGORIES = ("kettle", "tractor")
KINDS = {
    Match: st.builds(
        Match, few("ab"), few("ab"), confidence=few([0.25, 0.5]), category=few(CATEGORIES)
    ),
    Site: st.builds(Site, few("abc"), category=few(CATEGORIES), round=few([1, 2])),
    Product: st.builds(Product, few("abc"), title=few("tu"), category=few(CATEGORIES)),
}


@st.composite
def steps(draw):
    """An addition, or a replacement with what lies within its scope."""
    kind = draw(few(sorted(KINDS, key=str)))
    given_records = draw(st.lists(KINDS[kind], max_size=4))
    if draw(st.booleans()):
        return kind, None, given_records
    scope = draw(few([{}, *({"category": each} for each in CATEGORIES)]))
    return kind, scope, [replace(each, **scope) for each in given_records]


def apply(step, store):
    kind, scope, given_records = step
    if scope is None:
        store.add(given_records)
    else:
        store.replace(kind, scope, given_records)


def expected(all_steps):
    """What is to be held in the end, told without a store."""
    held = {}
    for kind, scope, given_records in all_steps:
        gone = [
            key
            for key, record in held.items()
            if scope is not None
            and key[0] is kind
            and all(getattr(record, name) == value for name, value in scope.items())
        ]
        for key in gone:
            del held[key]
        for record in given_records:
            held[kind, *(getattr(record, name) for name in KEYS[kind])] = record
    return set(held.values())


@given(all_steps=st.lists(steps(), max_size=8))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_came_in_steps_is_what_would_have_come_at_once(tmp_path_factory, all_steps):
    folder = tmp_path_factory.mktemp("store")
    with MemoryStore() as memory, SqliteStore(folder / "steps.db") as sqlite:
        for step in all_steps:
            apply(step, memory)
            apply(step, sqlite)
        held = [record for kind in KINDS for record in sqlite.read(kind)]
        assert set(held) == expected(all_steps)
        assert contents(sqlite) == contents(memory)
        with MemoryStore() as again, SqliteStore(folder / "once.db") as once:
            again.add(held)
            once.add(held)
            assert contents(sqlite) == contents(once) == contents(again)


REPLACE = """
import sys, time
from specdex.records import Failure, Site
from specdex.runs import SqliteStore
with SqliteStore(sys.argv[1]) as store, store.transaction():
    store.replace(Site, {}, [Site("new.example")])
    store.add([Failure("u", "fetch", "no answer")])
    print("replaced", flush=True)
    time.sleep(60)
"""


def test_a_killed_transaction_leaves_the_old_state(tmp_path):
    path = tmp_path / "specdex.db"
    with SqliteStore(path) as store:
        store.add([Site("old.example")])
    with subprocess.Popen(
        [sys.executable, "-c", REPLACE, path], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout.readline() == "replaced\n"
        child.kill()
    with SqliteStore(path) as store:
        assert list(store.read(Site)) == [Site("old.example")]
        assert store.count(Failure) == 0
