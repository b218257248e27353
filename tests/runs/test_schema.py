"""The tables are those of the records; files of earlier versions are brought there."""

import dataclasses
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from specdex.errors import StoreError
from specdex.records import (
    KEYS,
    Claim,
    Correspondence,
    Failure,
    Match,
    NotLearned,
    Product,
    ProductId,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    UrlPattern,
    Vote,
    Wrapper,
)
from specdex.records.wrappers import FORMER
from specdex.runs import RunFolder, SqliteStore, queries, schema
from specdex.runs.tables import table_of

OLD = Path(__file__).with_name("version-1.sql").read_text(encoding="utf-8")
TYPES = {int: "INTEGER", bool: "INTEGER", float: "REAL"}
A, B = "http://a.example/k1", "http://b.example/k1"


def run_script(path, script):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def shape(path):
    """Columns by table, and the statements of indices and views."""
    with closing(sqlite3.connect(path)) as connection:
        made = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
        return {
            (kind, name): sorted(
                row[1:] for row in connection.execute(f"PRAGMA table_info({name})")
            )
            if kind == "table"
            else sql
            for kind, name, sql in made
        }


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "specdex.db"
    run_script(path, OLD)
    return path


@pytest.fixture
def fresh(tmp_path):
    path = tmp_path / "fresh.db"
    SqliteStore(path).close()
    return path


def today(default):
    """*default* by the name that it has today: methods were called otherwise when files began."""
    return FORMER.get(default, default)


@pytest.mark.parametrize("kind", KEYS, ids=lambda kind: kind.__name__)
def test_a_table_has_the_fields_of_its_record(fresh, kind):
    table = table_of(kind)
    with closing(sqlite3.connect(fresh)) as connection:
        rows = connection.execute(f"PRAGMA table_info({table.name})").fetchall()
        key = tuple(row[1] for row in sorted(rows, key=lambda row: row[5]) if row[5])
        defaults = {
            row[1]: today(connection.execute(f"SELECT {row[4]}").fetchone()[0])
            for row in rows
            if row[4] is not None
        }
    assert [(row[1], row[2], row[3]) for row in rows] == [
        (name, TYPES.get(hint, "TEXT"), 1) for name, hint in table.types.items()
    ]
    assert key == KEYS[kind]
    needed = [field for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING]
    made = kind(*("" for _ in needed))
    assert defaults == {
        name: value
        for name, value in table.row(made).items()
        if name not in {field.name for field in needed}
    }


def test_every_table_is_a_kind_of_record(fresh):
    names = {name for kind, name in shape(fresh) if kind == "table"}
    made = {name for name in names if name.startswith("catalogue")} | {"facets", "unread"}
    assert names - made == {table_of(kind).name for kind in KEYS}


def test_a_file_of_version_1_becomes_what_a_new_one_is(old, fresh):
    SqliteStore(old).close()
    assert shape(old) == shape(fresh)


def test_a_file_of_early_version_1_gets_what_came_later(old, fresh):
    run_script(
        old,
        "DROP VIEW site_summary; DROP TABLE url_patterns; DROP TABLE not_learned;"
        "ALTER TABLE sites DROP COLUMN renewing; ALTER TABLE specifications DROP COLUMN source;",
    )
    SqliteStore(old).close()
    assert shape(old) == shape(fresh)


def test_what_version_1_held_is_there_and_knows_its_category(old):
    with RunFolder(old.parent, create=False) as run:
        store = run.store
        assert list(store.read(Site)) == [
            Site("a.example", SiteStatus.SEED, "kettle", 1.0, crawled=True, reason="given"),
            Site("b.example", SiteStatus.ACCEPTED, "kettle", 0.75, 1, crawled=True,
                 reason="1 of 1 product pages have a specification"),
        ]  # fmt: skip
        assert list(store.read(Vote)) == [
            Vote("b.example", "search", "KX-100", 0.25, category="kettle")
        ]
        assert [(each.url, each.category) for each in store.read(Specification)] == [
            (A, "kettle"),
            (B, "kettle"),
        ]
        assert [pair.value for each in store.read(Specification) for pair in each.pairs] == [
            "2 kW",
            "it's red",
            "2000 W",
        ]
        assert list(store.read(ProductId)) == [
            ProductId("KX-100", "mpn", "a.example", A, 0.9, "kettle"),
            ProductId("KX-100", "mpn", "b.example", B, 0.9, "kettle"),
        ]
        assert list(store.read(Correspondence)) == [
            Correspondence("a.example", "Power", "Power", 0.9, "kettle"),
            Correspondence("b.example", "Power", "Power", 0.9, "kettle"),
        ]
        assert list(store.read(Match)) == [Match(A, B, 0.95, "mpn KX-100", "kettle")]
        assert list(store.read(Product)) == [
            Product("p1", "KX-100", "kettle", ("mpn:KX-100",), (A, B),
                    (Claim("Power", "2 kW", (A,), 0.6),), (Claim("Power", "2000 W", (B,), 0.4),))
        ]  # fmt: skip
        kept = (StoredPage, UrlPattern, Wrapper, NotLearned, Failure)
        assert [store.count(kind) for kind in kept] == [2, 1, 1, 1, 1]
        assert [page.url for page in queries.unread_pages(store, "kettle")] == [B]


def test_an_upgrade_leaves_a_backup_of_what_was(old):
    SqliteStore(old).close()
    backup = old.with_name("specdex.db.v1.bak")
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert "\n".join(connection.iterdump()).count("INSERT INTO") == OLD.count("INSERT INTO")
    backup.unlink()
    SqliteStore(old).close()
    assert not backup.exists(), "there is nothing to upgrade any more"


def test_an_upgrade_that_fails_leaves_the_old_state(old, monkeypatch):
    before = shape(old)
    broken = (*schema._statements(schema.MIGRATIONS[2]), "INSERT INTO nowhere VALUES (1)")  # noqa: SLF001
    monkeypatch.setattr(schema, "_statements", lambda _: broken)
    with pytest.raises(StoreError, match="nowhere"):
        SqliteStore(old)
    assert shape(old) == before
    monkeypatch.undo()
    with SqliteStore(old) as store:
        assert store.count(Product, category="kettle") == 1


def test_a_reader_upgrades_an_old_file_too(old):
    with SqliteStore(old, read_only=True) as store:
        assert store.count(Specification, category="kettle") == 2
        with pytest.raises(StoreError, match="readonly"):
            store.add([Failure("u", "fetch", "no answer")])


def test_a_site_of_two_categories_leaves_open_what_cannot_be_known(old):
    run_script(old, "INSERT INTO sites (host, category) VALUES ('b.example', 'tractor');")
    with SqliteStore(old) as store:
        assert [each.category for each in store.read(Vote)] == [""]
        assert [each.category for each in store.read(Specification)] == ["kettle", "kettle"]
        assert [each.category for each in store.read(Correspondence)] == ["kettle", "kettle"]


def test_a_product_of_another_kind_stays_without_a_category(old):
    run_script(old, f"UPDATE pages SET category = '' WHERE url = '{B}';")
    with SqliteStore(old) as store:
        assert [each.category for each in store.read(Specification)] == ["kettle", ""]
        assert [each.category for each in store.read(ProductId)] == ["kettle", ""]


def test_the_ids_of_a_page_are_found_without_looking_through_all(old):
    with SqliteStore(old) as store:
        plan = store.rows("EXPLAIN QUERY PLAN DELETE FROM product_ids WHERE url = 'x'")
    assert "(url=?)" in plan[0][-1]
