"""Packed runs that are written to: worked on here, packed anew, and never lost."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from specdex.cli import harvest as harvesting
from specdex.cli.main import cli
from specdex.errors import DamagedError, StoreError
from specdex.harvest.kept import keep_settings
from specdex.records import Page, Site
from specdex.runs import Run, RunFolder, working
from specdex.runs.check import check_run
from specdex.runs.packed import MANIFEST, Packed, pack
from specdex.runs.working import packer, worked_on
from tests.runs.test_packed import bodies, cache, held, made

__all__ = ["cache"]

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
PLACES = ["{tmp}/packed", "file://{tmp}/packed", "memory://work/kettle", "s3://runs/work/kettle"]


def archives(place):
    return {part.file for part in Packed(place).manifest.parts if part.file.startswith("warc/")}


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("place", PLACES)
def test_what_is_done_to_a_packed_run_is_packed_and_its_pages_stay(tmp_path, place):
    place = place.format(tmp=tmp_path)
    with RunFolder(made(tmp_path / "run")) as run:
        pages, first = bodies(run), held(run)
        pack(run, place)
    before = archives(place)
    for name in ("third", "fourth"):
        with worked_on(place) as folder:
            assert not list(folder.glob("warc/*.gz"))
            made(folder, (f"{name}.example",))
            with RunFolder(folder) as run:
                pages |= bodies(run)
        assert not folder.exists()
        assert before < archives(place)
        before = archives(place)
        with Run(place) as packed:
            assert bodies(packed) == pages
            assert [page.url for page in packed.pages()] == list(pages)
        assert check_run(place) == []
    assert len(pages) == 8
    with Run(place) as packed:
        kinds = {kind: set(map(repr, rows)) for kind, rows in held(packed).items()}
        assert {repr(each) for each in first[Site]} < kinds[Site]
        sources = {each.source.partition("@")[0] for each in packed.specifications()}
    assert sources == {page.file for page in Run(place).pages()}


def stopped(place):
    """The folder of one that was stopped in the middle of its work."""
    at_work = worked_on(place)
    folder = at_work.__enter__()
    with RunFolder(folder) as run:
        run.store.add([Site("new.example")])
    assert not at_work.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    return folder


def test_whoever_is_stopped_goes_on_where_he_was():
    place = "memory://stopped/run"
    folder = stopped(place)
    with pytest.raises(StoreError, match="no packed run at"):
        Run(place)
    with worked_on(place) as again:
        assert again == folder
        assert [site.host for site in Run(again).sites()] == ["new.example"]
        with pytest.raises(StoreError, match=f"^another process is at work on {place}$"):
            worked_on(place).__enter__()
    assert [site.host for site in Run(place).sites()] == ["new.example"]


def test_a_run_is_packed_now_and_then_while_it_is_worked_on(tmp_path, monkeypatch):
    place = "memory://long/run"
    with worked_on(place) as folder:
        with RunFolder(made(folder)) as run:
            packer(run)()
            assert not Packed(place).state()
            monkeypatch.setattr(working, "PAUSE", -1.0)
            packer(run)()
            assert bodies(Run(place)) == bodies(run)
            early = archives(place)
        made(folder, ("late.example",))
        monkeypatch.setattr(working, "PAUSE", 600.0)
    assert early < archives(place)
    assert len(bodies(Run(place))) == 6
    with RunFolder(made(tmp_path / "plain")) as run:
        monkeypatch.setattr(working, "PAUSE", -1.0)
        packer(run)()


def test_what_was_changed_from_elsewhere_is_not_overwritten(tmp_path):
    place = str(tmp_path / "packed")
    with RunFolder(made(tmp_path / "run")) as run:
        pack(run, place)
        folder = stopped(place)
        run.store.add([Site("other-one.example")])
        pack(run, place)
    with pytest.raises(StoreError, match=r"was changed from elsewhere .* --into NEW") as told:
        worked_on(place).__enter__()
    assert f"{place} {folder} --into" in str(told.value)
    assert "other-one.example" in {site.host for site in Run(place).sites()}
    assert "new.example" in {site.host for site in Run(folder).sites()}


def test_a_manifest_does_not_lead_out_of_a_folder(tmp_path):
    place = tmp_path / "packed"
    with RunFolder(made(tmp_path / "run")) as run:
        keep_settings(run.path, harvesting.HarvestSettings("kettle"))
        pack(run, place)
    manifest = place / MANIFEST
    manifest.write_text(manifest.read_text().replace('"harvest.toml"', '"../../harvest.toml"'))
    with pytest.raises(DamagedError, match="names files that lie elsewhere"):
        worked_on(place).__enter__()


SAID = [("Brand", "Acme"), ("Capacity", "1.7 l"), ("Power", "2200 W"), ("Weight", "900 g")]


def called(*words):
    return CliRunner().invoke(cli, [str(word) for word in words])


@pytest.mark.usefixtures("keys")
def test_commands_write_to_a_run_in_a_bucket(tmp_path):
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in SAID)
    page = f"<h1>Acme kettle</h1><h2>Specifications</h2><table>{rows}</table>"
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    place = "s3://runs/imported"
    words = ("import", tmp_path / "page.html", "--run", place, "--site", "shop.example")
    for _ in range(2):
        told = called(*words, "-c", "kettle")
        assert told.exit_code == 0, told.output
        assert f'"run":"{place}"' in told.stdout
    assert called("join", place, "--anew").exit_code == 0
    assert called("decide", place, "shop", "shop.example", "kettle").exit_code == 0
    assert called("run", "check", place).exit_code == 0
    assert '"shop.example"' in called("decide", place, "--list").stdout
    said = str(called("join", "s3://runs/nowhere").exception)
    assert said == "there is no packed run at s3://runs/nowhere"


def test_who_only_looks_at_a_packed_run_leaves_it_as_it_is(tmp_path):
    place = tmp_path / "packed"
    with RunFolder(made(tmp_path / "run")) as run:
        pack(run, place)
    before = Packed(place).state()
    with worked_on(place, create=False) as folder, RunFolder(folder) as run:
        assert list(run.sites())
    assert Packed(place).state() == before
    assert not folder.exists()


@pytest.mark.usefixtures("keys")
def test_a_run_in_a_bucket_is_served_and_corrected(tmp_path, monkeypatch):
    uvicorn = pytest.importorskip("uvicorn")
    place = "s3://runs/served"
    with RunFolder(made(tmp_path / "run")) as run:
        pack(run, place)

    def corrected(server, **_):
        (folder,) = server.config.app.state.runs.values()
        with RunFolder(folder) as run:
            run.store.add([Site("new.example")])
        raise KeyboardInterrupt

    monkeypatch.setattr(uvicorn.Server, "run", corrected)
    told = called("serve", "--no-open", "--port", "0", place)
    assert told.exit_code == 0, told.output
    assert "serving served at" in told.output
    assert "new.example" in {site.host for site in Run(place).sites()}
    assert str(called("serve", "s3://runs/unserved").exception).startswith("there is no packed run")


@pytest.mark.usefixtures("keys")
def test_a_run_in_a_bucket_is_compacted(tmp_path):
    place = "s3://runs/compacted"
    for moment in ("2026-01-01", "2026-01-02"):
        page = Page("http://a.example/1", b"<p>" + moment.encode() * 99, fetched=moment)
        with RunFolder(tmp_path / "run") as run:
            run.store.add([Site("a.example"), run.archive.append(page)])
    with RunFolder(tmp_path / "run") as run:
        pack(run, place)
    for files in (1, 0):
        told = called("run", "compact", place, "--keep", "1")
        assert f'"run":"{place}","files":{files},' in told.stdout, told.output
        assert len(archives(place)) == 1
    with Run(place) as run:
        assert bodies(run) == {page.url: page.body}
    assert check_run(place) == []


@pytest.mark.usefixtures("keys")
def test_the_index_of_a_run_in_a_bucket_lies_where_it_is_said(tmp_path, monkeypatch):
    place = "s3://runs/indexed"
    with RunFolder(made(tmp_path / "run")) as run:
        pack(run, place)
        count = len(bodies(run))
    monkeypatch.chdir(tmp_path)
    for words in ((), ("--into", place)):
        assert "say where the index goes: --into FOLDER" in called("index", place, *words).output
    assert not Path("s3:").exists()
    for new in (count, 0):
        told = called("index", place, "--into", "here")
        assert f'"pages":{count},"indexed":{new},' in told.stdout, told.output


def test_a_packed_run_is_called_as_people_call_it(tmp_path):
    place = (tmp_path / "packed").as_uri()
    with RunFolder(made(tmp_path / "run")) as run:
        pack(run, place)
    said = str(called("diff", place).exception)
    assert said.startswith(f"{place} was never renewed: `specdex harvest {place} --again`")
    said = str(called("run", "pack", place, tmp_path / "other").exception)
    assert f"specdex run merge {place} --into FOLDER" in said


@pytest.mark.usefixtures("keys")
def test_a_harvest_in_a_bucket_goes_on_with_its_settings(tmp_path, monkeypatch):
    asked = []

    def harvested(settings, path, _):
        asked.append(settings)
        keep_settings(made(path, (f"shop{len(asked)}.example",)), settings)

    monkeypatch.setattr(harvesting, "harvest_watched", harvested)
    place = "s3://runs/harvested"
    file = tmp_path / "kettle.toml"
    file.write_text('shards = "memory://shards"', encoding="utf-8")
    told = called("harvest", file, "--run", place, "-c", "kettle", "-s", "shop1.example")
    assert place in told.stdout, told.output
    monkeypatch.setattr("specdex.pipeline.renewal.begin_again", lambda *_: True)
    assert called("harvest", place, "--again").exit_code == 0
    assert asked[0] == asked[1]
    assert (asked[1].sites, asked[1].shards) == (("shop1.example",), "memory://shards")
    with Run(place) as run:
        assert {site.host for site in run.sites()} == {"shop1.example", "shop2.example"}
        assert len(bodies(run)) == 4
    said = str(called("harvest", "s3://runs/nothing").exception)
    assert said == "there is no packed run at s3://runs/nothing"
