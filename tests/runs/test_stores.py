"""The one contract, kept by every store."""

import sqlite3
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specdex.errors import InputError, StoreError
from specdex.ports import Store
from specdex.records import (
    KEYS,
    Failure,
    Fragment,
    FragmentKind,
    Match,
    Page,
    PageKind,
    Product,
    ProductId,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    Vote,
)
from specdex.runs import MemoryStore, SqliteStore
from specdex.runs.schema import VERSION
from specdex.testing import SPECIFICATION

numbers = st.floats(allow_nan=False, allow_infinity=False)
whole = st.integers(-(2**63), 2**63 - 1)
st.register_type_strategy(float, numbers)
st.register_type_strategy(int, whole)
records = st.lists(st.sampled_from(sorted(KEYS, key=str)).flatmap(st.from_type), max_size=8)


class StoreContract:
    """What every store does."""

    def make_store(self):
        """An empty store."""
        raise NotImplementedError

    def test_it_is_a_store(self):
        with self.make_store() as store:
            assert isinstance(store, Store)

    def test_what_no_record_can_hold_is_not_found(self):
        with self.make_store() as store:
            store.add([Site("a.example")])
            assert not list(store.read(Site, host="half \ud83d"))

    def test_every_kind_comes_back_as_it_was(self):
        kept = [
            Site("a.example", SiteStatus.ACCEPTED, "kettle", 0.25, 2, crawled=True, reason="it's"),
            Vote("a.example", "search", "K-1", 0.5, 2),
            StoredPage("https://a.example/1", "a.example", "w.gz", 5, 7, kind=PageKind.PRODUCT),
            SPECIFICATION,
            ProductId("4006381333931", "gtin", "a.example", "https://a.example/1", 0.5),
            Failure("https://a.example/1", "fetch", "it did not answer"),
        ]
        with self.make_store() as store:
            assert store.add(kept) == len(kept)
            for record in kept:
                assert list(store.read(type(record))) == [record]

    def test_adding_again_changes_nothing(self):
        with self.make_store() as store:
            assert store.add([Site("a.example"), Site("a.example")]) == 1
            assert store.add([Site("a.example")]) == 0
            assert store.count(Site) == 1

    def test_a_known_key_is_replaced_in_its_place(self):
        with self.make_store() as store:
            store.add([Site("a.example"), Site("b.example")])
            assert store.add([Site("c.example"), Site("a.example", score=0.5)]) == 1
            assert [(site.host, site.score) for site in store.read(Site)] == [
                ("a.example", 0.5),
                ("b.example", 0.0),
                ("c.example", 0.0),
            ]

    def test_where_selects_by_any_field(self):
        with self.make_store() as store:
            pages = [
                StoredPage(f"https://a.example/{number}", "a.example", kind=kind, depth=number)
                for number, kind in enumerate((PageKind.INDEX, PageKind.PRODUCT, PageKind.PRODUCT))
            ]
            store.add([*pages, SPECIFICATION, replace(SPECIFICATION, url="x", fragments=())])
            assert list(store.read(StoredPage, kind=PageKind.PRODUCT)) == pages[1:]
            assert list(store.read(StoredPage, kind="product", depth=2)) == pages[2:]
            assert store.count(StoredPage, kind=PageKind.PRODUCT) == len(pages[1:])
            assert store.count(StoredPage, site="'; DROP TABLE pages; --") == 0
            assert store.count(Specification, fragments=SPECIFICATION.fragments) == 1

    def test_what_cannot_be_asked_is_an_input_error(self):
        with self.make_store() as store:
            _refuses(lambda: store.add([Site("a.example"), object()]), "object")
            _refuses(lambda: list(store.read(Page)), "Page")
            _refuses(lambda: list(store.read(Site, colour="red")), "colour")
            _refuses(lambda: store.count(Site, round="second"), "round")
            assert store.count(Site) == 0, "all or none"

    def test_a_failing_iterable_adds_nothing(self):
        def failing():
            yield Site("a.example")
            raise ValueError

        with self.make_store() as store:
            try:
                store.add(failing())
            except ValueError:
                assert store.count(Site) == 0
            else:
                raise AssertionError("the exception was swallowed")

    def test_what_is_replaced_is_gone_within_its_scope_only(self):
        with self.make_store() as store:
            store.add([Match("a", "b", category="kettle"), Match("c", "d", category="tractor")])
            new = [Match("e", "f", category="kettle"), Match("a", "b", 0.5, category="kettle")]
            store.replace(Match, {"category": "kettle"}, new)
            assert list(store.read(Match, category="kettle")) == new
            assert list(store.read(Match, category="tractor")) == [
                Match("c", "d", category="tractor")
            ]
            store.replace(Match, {}, [])
            assert store.count(Match) == 0

    def test_what_lies_outside_the_scope_changes_nothing(self):
        with self.make_store() as store:
            store.add([Match("a", "b", category="kettle")])
            scope = {"category": "kettle"}
            _refuses(lambda: store.replace(Match, scope, [Match("c", "d")]), "category")
            _refuses(lambda: store.replace(Match, scope, [Site("a.example")]), "Site")
            _refuses(lambda: store.replace(Match, {"colour": "red"}, []), "colour")
            assert store.count(Match) == 1

    def test_a_transaction_is_kept_whole_or_not_at_all(self):
        with self.make_store() as store:
            store.add([Site("a.example")])
            with suppress(ValueError), store.transaction():
                store.replace(Site, {}, [Site("b.example")])
                store.add([Failure("u", "fetch", "no answer")])
                raise ValueError
            assert list(store.read(Site)) == [Site("a.example")]
            assert store.count(Failure) == 0
            with store.transaction():
                store.replace(Site, {}, [Site("b.example")])
                store.add([Failure("u", "fetch", "no answer")])
            assert list(store.read(Site)) == [Site("b.example")]
            assert store.count(Failure) == 1

    def test_many_records_stream_while_more_are_added(self):
        with self.make_store() as store:
            sites = [Site(f"{number}.example") for number in range(1200)]
            store.add(sites)
            reading = store.read(Site)
            assert list(islice(reading, 3)) == sites[:3]
            store.add([Site("late.example"), Failure("u", "fetch", "late")])
            rest = [site for site in reading if site.host != "late.example"]
            assert rest == sites[3:]


def _refuses(call, word):
    with pytest.raises(InputError, match=word):
        call()


class TestMemoryStore(StoreContract):
    def make_store(self):
        return MemoryStore()


def test_a_store_in_memory_that_nobody_closed_may_end_in_any_thread(monkeypatch):
    complaints = []
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    held = [MemoryStore()]
    thread = Thread(target=held.clear)
    thread.start()
    thread.join()
    assert not complaints


class TestSqliteStore(StoreContract):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path):
        self.path = tmp_path / "specdex.db"

    def make_store(self):
        return SqliteStore(self.path)


class PlainStore:
    """What stores shall do, as plainly as it can be said: a dictionary of records by key."""

    def __init__(self):
        self.kept = {kind: {} for kind in KEYS}

    def add(self, given_records):
        new = 0
        for record in given_records:
            kind = type(record)
            key = tuple(getattr(record, name) for name in KEYS[kind])
            new += key not in self.kept[kind]
            self.kept[kind][key] = record
        return new

    def read(self, kind, /, **where):
        wanted = where.items()
        kept = list(self.kept[kind].values())
        return [each for each in kept if all(getattr(each, name) == it for name, it in wanted)]


def contents(store):
    return {kind: list(store.read(kind)) for kind in KEYS}


@given(batches=st.lists(records, max_size=4))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_both_stores_keep_whatever_records_come_and_agree(tmp_path_factory, batches):
    path = tmp_path_factory.mktemp("store") / "specdex.db"
    memory = PlainStore()
    with SqliteStore(path) as sqlite:
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


@pytest.fixture
def path(tmp_path):
    return tmp_path / "specdex.db"


def query(path, sql):
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def test_records_are_there_after_reopening(path):
    with SqliteStore(path) as store:
        store.add([Site("a.example"), SPECIFICATION])
    with SqliteStore(str(path)) as store:
        assert list(store.read(type(SPECIFICATION))) == [SPECIFICATION]
        assert store.add([Site("a.example")]) == 0


def test_the_file_is_pleasant_to_open_with_other_tools(path):
    with SqliteStore(path) as store:
        page = StoredPage("https://shop.example/kettle", "shop.example", kind=PageKind.PRODUCT)
        store.add([SPECIFICATION, Site("shop.example", category="kettle")])
        store.add([Failure("u", "fetch", "no answer"), replace(page, category="kettle")])
    names = {name for (name,) in query(path, "SELECT name FROM sqlite_master WHERE type='table'")}
    assert names >= {
        "sites",
        "votes",
        "products",
        "pages",
        "specifications",
        "product_ids",
        "failures",
    }
    assert query(path, "SELECT site, name, value, confidence FROM pairs") == [
        ("shop.example", pair.name, pair.value, pair.confidence) for pair in SPECIFICATION.pairs
    ]
    assert ("brand", "Acme") in query(path, "SELECT name, value FROM fields")
    assert query(path, "SELECT host, pages, product_pages, pairs FROM site_summary") == [
        ("shop.example", 1, 1, 2)
    ]
    assert query(path, "SELECT failures, example FROM failure_summary") == [(1, "u")]


def test_it_is_in_wal_mode_and_waits_for_the_disk(path):
    with SqliteStore(path) as store:
        run = store._connection.execute  # noqa: SLF001 - the setting is the connection's own
        assert run("PRAGMA journal_mode").fetchone() == ("wal",)
        assert run("PRAGMA synchronous").fetchone() == (2,)


def test_a_file_that_is_no_database_is_refused(path):
    path.write_text("Dear diary, this is long enough to be looked at as a database.\n" * 20)
    with pytest.raises(StoreError, match="not a database"):
        SqliteStore(path)
    assert path.read_text().startswith("Dear diary")


def test_a_strangers_database_is_refused(path):
    query(path, "CREATE TABLE songs (title)")
    with pytest.raises(StoreError, match="not one of specdex"):
        SqliteStore(path)


def test_a_newer_version_is_refused(path):
    SqliteStore(path).close()
    query(path, f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(StoreError, match="newer specdex"):
        SqliteStore(path)


def test_a_path_that_cannot_be_is_a_store_error(tmp_path):
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore(tmp_path / "no" / "such" / "folder.db")


def test_a_closed_store_says_so(path):
    store = SqliteStore(path)
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.add([Site("a.example")])


@pytest.mark.parametrize(
    "record",
    [
        Site("a.example", score=float("nan")),
        Site("a.example", round=2**70),
        Site("\ud800"),
        replace(SPECIFICATION, fragments=(Fragment("\ud800", FragmentKind.DL),)),
    ],
    ids=["not a number", "too large", "half a character", "half a character deeper"],
)
def test_what_sqlite_cannot_keep_is_refused_and_nothing_is_added(path, record):
    with SqliteStore(path) as store:
        with pytest.raises(InputError, match="cannot be kept"):
            store.add([Site("b.example"), record])
        assert store.count(Site) == 0


def test_records_may_be_added_while_others_are_read_in_another_connection(path):
    with SqliteStore(path) as writer, SqliteStore(path) as reader:
        writer.add(Site(f"{number}.example") for number in range(2000))
        reading = reader.read(Site)
        next(reading)
        assert writer.add([Site("late.example")]) == 1
        assert sum(1 for _ in reading) == 1999
        assert reader.count(Site) == 2001


ADD_SITES = """
import sys
from specdex.records import Site
from specdex.runs import SqliteStore
with SqliteStore(sys.argv[1]) as store:
    print(sum(store.add([Site(f"{n}.example", round=int(sys.argv[2]))]) for n in range(30)))
"""


def test_processes_that_open_and_write_at_once_do_not_get_in_each_others_way(path):
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", ADD_SITES, path, str(number)], stdout=subprocess.PIPE
        )
        for number in range(6)
    ]
    printed = [worker.communicate()[0] for worker in workers]
    assert sum(map(int, printed)) == 30
    assert query(path, "PRAGMA integrity_check") == [("ok",)]
