"""The measuring command over sites that we wrote ourselves."""

import json
import lzma

import pytest
from click.testing import CliRunner

from benchmarks.wrappers.command import wrappers
from benchmarks.wrappers.comparison import COLUMNS, Bench, Structures
from specdex.errors import InputError
from specdex.pipeline.extract import extraction

TABLE = "/html/body/table"
DEFINITIONS = "/html/body/section/dl"


@pytest.fixture
def data(tmp_path, shop, pairs_of):
    """A folder with two labelled sites, the first of them open, the other blind."""
    folder = tmp_path / "specs" / "swde"
    folder.mkdir(parents=True)
    for site, template, xpath in (("four", "table", TABLE), ("two", "definitions", DEFINITIONS)):
        with lzma.open(folder / f"camera-{site}.jsonl.xz", "wt", encoding="utf-8") as stream:
            for number, document in enumerate(shop(8, template)):
                line = {
                    "id": str(number),
                    "url": document.page.url,
                    "site": site,
                    "category": "camera",
                    "html": document.page.body.decode(),
                    "ids": {"model": dict(pairs_of(number))["Model number"]},
                    "fragments": [
                        {"xpath": xpath, "kind": "table", "pairs": sorted(pairs_of(number))}
                    ],
                }
                stream.write(json.dumps(line) + "\n")
    return tmp_path


def test_every_column_of_table_6_is_measured(data):
    bench = Bench(data)
    structures = Structures.of(extraction().extractor.extract)
    compared = [bench.compare(site, COLUMNS, structures) for site in bench.sites()]
    assert [each.site for each in compared] == ["camera-four", "camera-two"]
    for each in compared:
        assert set(each.methods) == set(COLUMNS)
        assert each.methods["both"].f1 == 1
        assert each.methods["structure"].f1 == 1
        assert 0 < each.methods["annotators"].recall <= 1
    # the paper's own reading by structure knows no rows that are neither of a table nor of a list
    assert [each.methods["structure-paper-perfect"].f1 for each in compared] == [1, 0]


def test_the_site_is_left_out_of_what_is_known(data):
    bench = Bench(data, ["camera-four"])
    (site,) = bench.sites()
    bench.taught = [each for each in bench.taught if each.site == "four"]
    assert not bench.knowledge(site).names


def test_five_pages_teach_the_others(data):
    bench = Bench(data, ["camera-two"])
    (site,) = bench.sites()
    compared = bench.compare(site, ["both"], Structures.of(extraction().extractor.extract), 5)
    assert compared.methods["both"].f1 == 1


def test_an_unknown_site_is_named(data):
    with pytest.raises(InputError, match="no site 'camera-three'"):
        Bench(data, ["camera-three"])


def run(data, *options):
    done = CliRunner().invoke(wrappers, ["--data", str(data), *options], standalone_mode=False)
    assert done.exception is None, done.output
    return done.output


def test_the_table_is_printed(data):
    out = run(data, "--shipped", "--methods", "structure-paper,induced,structure,both")
    assert "open average" in out
    assert "blind average" in out
    assert "behind structure" in out
    assert "camera-two" not in out, "of a blind site only the average is printed"
    (line,) = run(data, "--shipped", "--methods", "both", "--json").splitlines()
    assert json.loads(line)["both"] == {"right": 48, "wrong": 0, "missed": 0}


def test_blind_sites_are_not_looked_at(data):
    done = CliRunner().invoke(wrappers, ["--data", str(data), "--sites", "camera-two"])
    assert done.exit_code == 2
    assert "of blind sites only totals are printed" in done.output


def test_an_unknown_method_is_named(data):
    done = CliRunner().invoke(wrappers, ["--data", str(data), "--shipped", "--methods", "magic"])
    assert done.exit_code == 2
    assert "no method 'magic'" in done.output


def test_ids_noise_and_speed_are_measured(data):
    assert "average" in run(data, "--ids")
    first = json.loads(run(data, "--ids", "--json").splitlines()[0])
    assert first["right"] == 8
    assert "P 0.40 loses" in run(data, "--noise", "--sites", "camera-four")
    assert "ratio" in run(data, "--speed", "--sites", "camera-four")
