import sqlite3
import subprocess
import sys
from dataclasses import replace

import pytest

from specdex.errors import InputError, StoreError
from specdex.records import Failure, PageKind, Site, StoredPage
from specdex.runs import SqliteStore
from specdex.runs.schema import VERSION
from specdex.testing import SPECIFICATION


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
    [Site("a.example", score=float("nan")), Site("a.example", round=2**70), Site("\ud800")],
    ids=["not a number", "too large", "half a character"],
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
