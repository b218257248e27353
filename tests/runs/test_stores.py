"""The one contract, kept by every store."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specdex.records import KEYS
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
