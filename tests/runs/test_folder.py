"""A run in a folder: made, recognised, written to; and looked at without a change to it."""

import os
import sys

import pytest

from specdex.errors import InputError, MissingExtra, StoreError
from specdex.records import (
    Claim,
    Failure,
    Page,
    PageKind,
    Product,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
)
from specdex.runs import Run, RunFolder
from specdex.testing import SPECIFICATION


def test_a_run_is_a_store_an_archive_and_exports(tmp_path):
    page = Page("https://a.example/", b"<p>")
    with RunFolder(tmp_path / "new" / "run") as run:
        stored = run.archive.append(page)
        run.store.add([stored])
        assert run.exports.is_dir()
        assert stored.file == "warc/specdex-00001.warc.gz"
        assert (run.path / stored.file).is_file()
    with RunFolder(str(tmp_path / "new" / "run"), create=False) as run:
        assert [run.archive.load(each) for each in run.store.read(StoredPage)] == [page]


def test_a_run_is_recognised(tmp_path):
    assert not RunFolder.is_one(tmp_path)
    RunFolder(tmp_path / "run").close()
    assert RunFolder.is_one(tmp_path / "run")
    assert not RunFolder.is_one("a\0b")


@pytest.mark.parametrize("name", ["empty", "hidden"])
def test_an_empty_folder_becomes_a_run(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    if name == "hidden":
        (folder / ".DS_Store").write_text("")
    RunFolder(folder).close()
    assert RunFolder.is_one(folder)


def test_a_file_is_no_run_folder(tmp_path):
    (tmp_path / "notes.txt").write_text("notes")
    with pytest.raises(StoreError, match="is a file, not a run folder"):
        RunFolder(tmp_path / "notes.txt")
    with pytest.raises(StoreError, match="cannot"):
        RunFolder(tmp_path / "notes.txt" / "run")


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("notes")
    with pytest.raises(StoreError, match="holds other things"):
        RunFolder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_missing_run_is_not_made_where_it_is_only_looked_for(tmp_path):
    with pytest.raises(StoreError, match="no run"):
        RunFolder(tmp_path / "run", create=False)
    assert not (tmp_path / "run").exists()


def test_a_damaged_database_lets_go_of_everything(tmp_path):
    (tmp_path / "specdex.db").write_text("not a database" * 99)
    with pytest.raises(StoreError, match="not a database"):
        RunFolder(tmp_path)


PAGE = Page("https://shop.example/kettle", b"<p>kettle", site="shop.example", category="kettle")
OUT = Specification("https://blog.example/1", site="blog.example", category="kettle")
PRODUCT = Product(
    "p", "Kettle", "kettle", urls=(SPECIFICATION.url,), claims=(Claim("Power", "2 kW"),)
)


@pytest.fixture
def path(tmp_path):
    with RunFolder(tmp_path / "run") as run:
        run.store.add(
            [
                Site("shop.example", SiteStatus.ACCEPTED, "kettle"),
                Site("blog.example", SiteStatus.REJECTED, "kettle"),
                SPECIFICATION,
                OUT,
                PRODUCT,
                Failure("u", "fetch", "no answer"),
                run.archive.append(PAGE),
            ]
        )
    return tmp_path / "run"


def test_records_come_as_iterators(path):
    with Run(str(path)) as run:
        assert [site.host for site in run.sites()] == ["shop.example", "blog.example"]
        assert [site.host for site in run.sites(status="accepted")] == ["shop.example"]
        assert list(run.specifications()) == [SPECIFICATION]
        assert list(run.specifications(accepted=False)) == [SPECIFICATION, OUT]
        assert list(run.specifications("kettle", "blog.example", accepted=False)) == [OUT]
        assert list(run.specifications("tractor")) == []
        assert list(run.products("kettle", "shop.example")) == [PRODUCT]
        assert [run.load(page) for page in run.pages("kettle")] == [PAGE]
        assert list(run.failures()) == [Failure("u", "fetch", "no answer")]
        with pytest.raises(InputError, match="status"):
            run.sites(status="splendid")


def test_tables_and_views_come_as_rows(path):
    with Run(path) as run:
        assert {"sites", "products", "pairs", "claims"} <= set(run.tables)
        (row,) = run.table("claims")
        assert (row["product"], row["attribute"], row["value"]) == ("p", "Power", "2 kW")
        with pytest.raises(InputError, match="no table 'songs'; it has: attributes, claims"):
            run.table("songs")


def test_a_run_in_duckdb(path):
    with Run(path) as run:
        connection = run.to_duckdb()
    found = connection.sql("SELECT site, name FROM pairs ORDER BY name").fetchall()
    assert found == sorted(("shop.example", pair.name) for pair in SPECIFICATION.pairs)
    assert connection.sql("SELECT count(*) FROM matches").fetchall() == [(0,)]


def test_a_run_in_pandas(path):
    pytest.importorskip("pandas")
    with Run(path) as run:
        assert list(run.to_pandas("sites")["host"]) == ["shop.example", "blog.example"]
        assert list(run.to_pandas("matches").columns)[:2] == ["one", "other"]


def test_what_is_not_installed_is_named_with_its_extra(path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with Run(path) as run:
        with pytest.raises(MissingExtra, match=r"specdex\[analytics\]"):
            run.to_pandas("sites")
        with pytest.raises(MissingExtra, match=r"specdex\[analytics\]"):
            run.to_duckdb()


def test_nothing_can_be_written(path):
    with Run(path) as run, pytest.raises(StoreError, match="readonly"):
        run.store.add([Site("new.example")])


def test_a_folder_that_may_not_be_written_to_can_be_read(path, monkeypatch):
    before = sorted(each.name for each in path.iterdir())
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Run(path) as run:
        assert [page.kind for page in run.pages()] == [PageKind.UNKNOWN]
    assert sorted(each.name for each in path.iterdir()) == before


def test_a_run_is_read_while_another_process_goes_on_with_it(path):
    with RunFolder(path) as writer, Run(path) as reader:
        with writer.store.transaction():
            writer.store.replace(Product, {"category": "kettle"}, [])
            assert list(reader.products()) == [PRODUCT]
        assert list(reader.products()) == []


def test_where_there_is_no_run_it_says_so(tmp_path):
    with pytest.raises(StoreError, match="there is no run"):
        Run(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()
