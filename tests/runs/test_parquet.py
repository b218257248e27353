"""Packed runs whose specifications are read where they lie."""

import logging
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from specdex.cli.main import cli
from specdex.errors import InputError, StoreError
from specdex.pipeline.export import Scope, specifications_at
from specdex.records import Site, SiteStatus
from specdex.runs import Run, RunFolder, parquet
from specdex.runs.packed import MANIFEST, pack
from specdex.runs.parquet import PackedRun, opened
from specdex.testing import SPECIFICATION

pytest.importorskip("duckdb")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

SCOPES = [
    Scope(),
    Scope(all_sites=True),
    Scope("*"),
    Scope("kettle", all_sites=True),
    Scope("toaster"),
]


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def made(path, pages=1_203):
    """A run of shops that were kept, turned down, or are kept for another category only."""
    with RunFolder(path) as run:
        kept = SiteStatus.ACCEPTED, SiteStatus.REJECTED, SiteStatus.CANDIDATE, SiteStatus.SEED
        run.store.add(Site(f"shop{at}.example", each, "kettle") for at, each in enumerate(kept))
        run.store.add([Site("shop1.example", SiteStatus.ACCEPTED, "toaster")])
        for at in reversed(range(pages)):
            site, category = f"shop{at % 5}.example", "kettle" if at % 3 else "toaster"
            url = f"https://{site}/{at}?it's=[{at}]"
            run.store.add([replace(SPECIFICATION, url=url, site=site, category=category)])
    return path


def packed_at(tmp_path, place, pages=1_203):
    with RunFolder(made(tmp_path / "run", pages)) as run:
        pack(run, place)
    return str(place)


def read(place, scope=SCOPES[0]):
    return list(specifications_at([place], scope))


def folder(tmp_path):
    return tmp_path / "it's [a] *packed? run"


def test_what_is_read_where_it_lies_is_what_the_run_holds(tmp_path, cache):
    place = packed_at(tmp_path, folder(tmp_path))
    for scope in SCOPES:
        assert read(place, scope) == read(str(tmp_path / "run"), scope)
    assert read(place)
    assert not cache.exists()


def test_rows_come_in_their_order_whatever_file_they_are_in(tmp_path, monkeypatch):
    monkeypatch.setattr("specdex.runs.packed.ROWS", 300)
    monkeypatch.setattr("specdex.runs.packed.GROUP", 100)
    place = packed_at(tmp_path, tmp_path / "packed")
    assert len(list(Path(place).glob("tables/specifications*"))) > 3
    assert read(place, Scope(all_sites=True)) == read(str(tmp_path / "run"), Scope(all_sites=True))


@pytest.mark.parametrize("scheme", ["file", "s3"])
def test_runs_at_addresses_are_read_there(tmp_path, scheme, request, cache):
    if scheme == "s3":
        request.getfixturevalue("keys")
    place = "s3://runs/asked" if scheme == "s3" else f"file://{tmp_path}/packed"
    packed_at(tmp_path, place, pages=40)
    assert read(place) == read(str(tmp_path / "run"))
    assert not (cache / "specdex" / "runs").exists()


def test_what_was_brought_here_before_is_read_here(tmp_path):
    place = packed_at(tmp_path, tmp_path / "packed", pages=20)
    assert isinstance(opened(place), PackedRun)
    Run(place).close()
    with opened(place) as run:
        assert isinstance(run, Run)
        assert list(Scope().specifications(run)) == read(str(tmp_path / "run"))


@pytest.mark.parametrize("extra", [False, True])
def test_without_duckdb_and_of_older_tables_the_cache_is_filled(tmp_path, monkeypatch, extra):
    place = packed_at(tmp_path, tmp_path / "packed", pages=20)
    if extra:
        monkeypatch.setattr(parquet.schema, "VERSION", parquet.schema.VERSION + 1)
    else:
        monkeypatch.setattr(parquet, "find_spec", lambda _: None)
    monkeypatch.setattr(parquet, "Run", lambda place: ("cached", place))
    assert opened(place) == ("cached", place)


def test_a_run_without_any_specification_gives_none(tmp_path):
    with RunFolder(tmp_path / "run") as run:
        pack(run, tmp_path / "packed")
    assert read(str(tmp_path / "packed"), Scope("*")) == []
    with pytest.raises(InputError, match=r"has no category 'kettle'; it has: none$"):
        read(str(tmp_path / "packed"), Scope("kettle"))


def test_a_damaged_file_is_one_sentence_and_a_damaged_row_is_left_out(tmp_path, caplog):
    with RunFolder(made(tmp_path / "run", pages=20)) as run:
        run.store.rows("UPDATE specifications SET fragments = '{' WHERE rowid = 2")
        pack(run, tmp_path / "packed")
    with caplog.at_level(logging.WARNING, "specdex"):
        assert len(read(str(tmp_path / "packed"), Scope("*", all_sites=True))) == 19
    assert "row 2 of specifications is damaged and left out" in caplog.text
    (file,) = (tmp_path / "packed" / "tables").glob("specifications*")
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(StoreError, match=r"^cannot use [^\n]+packed: [^\n]+$"):
        read(str(tmp_path / "packed"))


def test_several_packed_runs_are_joined_to_the_products_of_their_runs(tmp_path, cache):
    runner = CliRunner()
    places = []
    for name in ("one", "two"):
        with RunFolder(made(tmp_path / name, pages=30)) as run:
            pack(run, tmp_path / f"{name}-packed")
        places.append(str(tmp_path / name))
    here = runner.invoke(cli, ["join", *places])
    there = runner.invoke(cli, ["join", *(f"{place}-packed" for place in places)])
    assert here.exit_code == there.exit_code == 0
    assert here.stdout == there.stdout != ""
    assert not cache.exists()
    assert (tmp_path / "one-packed" / MANIFEST).is_file()
