"""Runs on other file systems: packed, looked at, merged, and in trouble."""

import json
from dataclasses import replace
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from specdex.cli.main import cli
from specdex.errors import StoreError
from specdex.records import (
    KEYS,
    Decision,
    DecisionKind,
    Failure,
    NotLearned,
    Page,
    Product,
    Site,
    SiteStatus,
)
from specdex.runs import Run, RunFolder
from specdex.runs.check import check_run
from specdex.runs.packed import MANIFEST, is_packed, pack
from specdex.runs.places import address
from specdex.runs.slices import merge_runs
from specdex.testing import SPECIFICATION

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def made(path, sites=("shop.example", "other.example"), fetched="2026-01-01T00:00:00+00:00"):
    """A run with two pages a site, each read."""
    with RunFolder(path) as run:
        for site in sites:
            run.store.add([Site(site, SiteStatus.SEED, "kettle", crawled=True)])
            for number in range(2):
                url = f"https://{site}/{number}"
                page = Page(url, f"<p>{path.name} {url}".encode(), site=site, fetched=fetched)
                stored = run.archive.append(page)
                source = f"{stored.file}@{stored.offset}"
                said = replace(SPECIFICATION, url=url, site=site, source=source)
                run.store.add([stored, said, Failure(url, "fetch", f"slow, {path.name}")])
            run.store.add([NotLearned(site, "too few pages")])
        run.store.add([Product("p1", title="Kettle", category="kettle")])
        run.store.add([Decision(DecisionKind.SAME, "a", "b", category="kettle")])
    return path


def held(run):
    return {kind: list(run.store.read(kind)) for kind in KEYS}


def bodies(run):
    return {page.url: run.load(page).body for page in run.pages()}


@pytest.mark.parametrize("place", ["{tmp}/packed", "file://{tmp}/packed", "memory://runs/kettle"])
def test_a_packed_run_is_looked_at_as_if_it_were_a_folder(tmp_path, place):
    place = place.format(tmp=tmp_path)
    with RunFolder(made(tmp_path / "run")) as run:
        before, pages = held(run), bodies(run)
        pack(run, place)
    assert Run.is_one(place)
    with Run(place) as packed:
        assert held(packed) == before
        assert bodies(packed) == pages
    assert check_run(place) == []


def test_packing_again_sends_what_is_new_and_removes_what_is_not_needed(tmp_path):
    place = tmp_path / "packed"
    with RunFolder(made(tmp_path / "run")) as run:
        first = pack(run, place)
        run.store.add([Site("third.example")])
        second = pack(run, place)
    same = {part.file for part in first.parts} & {part.file for part in second.parts}
    assert len(same) == len(first.parts) - 1
    files = {path.relative_to(place).as_posix() for path in place.rglob("*.*") if path.is_file()}
    assert files == {part.file for part in second.parts} | {MANIFEST}
    with Run(place) as packed:
        assert "third.example" in {site.host for site in packed.sites()}


def test_its_tables_are_plain_parquet(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    with RunFolder(made(tmp_path / "run")) as run:
        pack(run, tmp_path / "packed")
    found = duckdb.sql(
        f"SELECT site, count(*) FROM '{tmp_path}/packed/tables/pages-*.parquet'"
        " GROUP BY site ORDER BY site"
    ).fetchall()
    assert found == [("other.example", 2), ("shop.example", 2)]


def test_nothing_is_written_to_a_packed_run(tmp_path):
    with RunFolder(made(tmp_path / "run")) as run:
        pack(run, tmp_path / "packed")
    with pytest.raises(StoreError, match="packed run, which nothing is written to; specdex run"):
        RunFolder(tmp_path / "packed")


def test_a_file_that_was_changed_is_named(tmp_path):
    with RunFolder(made(tmp_path / "run")) as run:
        parts = pack(run, tmp_path / "packed").parts
    tables = [part for part in parts if part.name == "pages"]
    damaged = tmp_path / "packed" / tables[0].file
    damaged.write_bytes(damaged.read_bytes()[:-20] + bytes(20))
    gone = next(part for part in parts if part.name.startswith("warc/"))
    (tmp_path / "packed" / gone.file).unlink()
    told = {fault.file: fault.what for fault in check_run(tmp_path / "packed")}
    assert told[tables[0].file] == "it is not what was packed"
    assert "No such file" in told[gone.file] or "FileNotFound" in told[gone.file]
    with pytest.raises(StoreError, match=r"cannot use .*packed"):
        Run(tmp_path / "packed")


@pytest.mark.parametrize(
    ("text", "told"),
    [("{", "is damaged"), ('{"format": 9, "specdex": "9", "tables": 1, "made": ""}', "newer")],
)
def test_a_manifest_that_is_not_understood_is_told(tmp_path, text, told):
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(StoreError, match=told):
        Run(tmp_path)


def test_there_may_be_nothing_at_an_address():
    with pytest.raises(StoreError, match="there is no packed run at memory://nowhere"):
        Run("memory://nowhere")
    with pytest.raises(StoreError, match="cannot use tape://here/run"):
        Run("tape://here/run")


def test_a_path_keeps_an_address():
    assert address(Path("s3://bucket/a/b")) == "s3://bucket/a/b"
    assert address("file:///tmp/x") == address(Path("file:///tmp/x")) == "file:///tmp/x"
    assert not is_packed("https://shop.example/")
    assert not is_packed("no-such-folder")


def test_a_merged_run_has_each_site_from_where_it_was_fetched_last(tmp_path):
    made(tmp_path / "monday", ("a.example", "b.example"))
    made(tmp_path / "friday", ("b.example", "c.example"), "2026-01-05T00:00:00+00:00")
    with RunFolder(tmp_path / "friday") as friday:
        pack(friday, "memory://friday")
    with (
        Run(tmp_path / "monday") as monday,
        Run("memory://friday") as friday,
        RunFolder(tmp_path / "all") as both,
    ):
        assert merge_runs(both, [monday, friday]) == 3
        found = {url: body.split()[0] for url, body in bodies(both).items()}
        said = {each.url: each.source for each in both.specifications()}
        assert {f"{page.file}@{page.offset}" for page in both.pages()} == set(said.values())
        assert both.store.count(Decision) == 1
        assert not both.store.count(Product)
        assert {each.reason for each in both.failures() if "b.ex" in each.url} == {"slow, friday"}
    assert found == {
        **dict.fromkeys([f"https://a.example/{number}" for number in range(2)], b"<p>monday"),
        **{f"https://{site}.example/{number}": b"<p>friday" for site in "bc" for number in (0, 1)},
    }
    assert check_run(tmp_path / "all") == []


@pytest.mark.usefixtures("keys")
def test_a_run_is_packed_looked_at_and_checked_on_s3(tmp_path):
    with RunFolder(made(tmp_path / "run")) as run:
        before, pages = held(run), bodies(run)
        pack(run, "s3://runs/kettle")
    with Run(Path("s3://runs/kettle")) as packed:
        assert held(packed) == before
        assert bodies(packed) == pages
    assert check_run(Path("s3://runs/kettle")) == []


def test_a_bucket_without_permission_is_one_sentence(tmp_path, keys):
    plain = {"Content-Type": "text/plain"}
    urlopen(Request(f"{keys}/moto-api/reset-auth", b"0", plain))
    try:
        with (
            RunFolder(made(tmp_path / "run")) as run,
            pytest.raises(StoreError, match=r"^cannot use s3://runs/secret: [^\n]+$"),
        ):
            pack(run, "s3://runs/secret")
    finally:
        urlopen(Request(f"{keys}/moto-api/reset-auth", b"inf", plain))


@pytest.mark.usefixtures("keys")
def test_a_bucket_that_is_not_there_is_one_sentence(tmp_path):
    with (
        RunFolder(made(tmp_path / "run")) as run,
        pytest.raises(StoreError, match=r"^cannot use s3://nobody/run: [^\n]+$"),
    ):
        pack(run, "s3://nobody/run")


def test_the_commands_pack_merge_and_check(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    made(tmp_path / "run")

    def said(*arguments):
        code = cli.main([*arguments], standalone_mode=False)
        return code, [json.loads(line) for line in capfd.readouterr().out.splitlines()]

    code, (line,) = said("run", "pack", "run", "packed")
    assert (code, line["run"], line["rows"]) == (0, "packed", 18)
    assert said("run", "merge", "packed", "--into", "again") == (0, [{"run": "again", "sites": 2}])
    assert said("run", "check", "packed") == (0, [])
    code, (line,) = said("status", "packed")
    assert (code, line["state"]) == (0, "idle")
