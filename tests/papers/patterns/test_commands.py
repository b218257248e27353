"""Patterns on the command line: seeds by hand, dictionaries that grow, patterns in words."""

import json

import pytest
from click import UsageError
from click.testing import CliRunner

from specdex.cli import harvest as harvesting
from specdex.cli.extract import extract
from specdex.cli.patterns import patterns
from specdex.errors import InputError
from specdex.papers.patterns.dictionary import Dictionary
from specdex.records import Page

PAGE = "<html><ul><li>Mrkn: 7 zorg</li><li>Blip: 9 zorg</li><li>Plonk: none</li></ul></html>"
SEEDS = ["--seed", "Mrkn=7 zorg", "--seed", "Blip=9 zorg"]


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


def run(*args):
    result = CliRunner().invoke(patterns, args, standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.return_value, [json.loads(line) for line in result.stdout.splitlines()]


def test_seeds_given_by_hand_show_a_pattern_in_words(page):
    code, (line,) = run("show", page, *SEEDS)
    assert code == 0
    assert line["patterns"] == ["after <li> comes a name, after : its value, up to </li> (2 seeds)"]
    assert line["pairs"] == [["Mrkn", "7 zorg"], ["Blip", "9 zorg"], ["Plonk", "none"]]


def test_a_page_without_seeds_fails_and_says_why(page):
    code, (line,) = run("show", page)
    assert code == 1
    assert line["pairs"] == []


def test_seeds_assemble_a_dictionary_that_learning_grows(page, tmp_path):
    file = tmp_path / "things.json"
    code, _ = run("seed", page, *SEEDS, "--dictionary", str(file), "--domain", "things")
    assert code == 0
    assert set(Dictionary.from_json(file.read_text("utf-8")).properties) == {
        "mrkn",
        "blip",
        "plonk",
    }
    other = tmp_path / "other.html"
    other.write_text(PAGE.replace("Plonk: none", "Frob: no"), encoding="utf-8")
    code, (line,) = run("learn", str(other), "--dictionary", str(file))
    assert code == 0
    assert ["Frob", "no"] in line["pairs"]
    assert "frob" in Dictionary.from_json(file.read_text("utf-8")).properties


def test_seeds_that_show_nothing_write_no_dictionary(page, tmp_path):
    file = tmp_path / "things.json"
    code, _ = run("seed", page, "--seed", "Mrkn=7 zorg", "--dictionary", str(file))
    assert code == 1
    assert not file.exists()


@pytest.mark.parametrize("seed", ["Weight", "=1 kg", "Weight="])
def test_a_seed_is_a_name_and_a_value(page, seed):
    with pytest.raises(UsageError, match="NAME=VALUE"):
        run("show", page, "--seed", seed)


def test_a_dictionary_that_cannot_be_read_is_told(page, tmp_path):
    with pytest.raises(InputError, match="cannot read"):
        run("show", page, "--dictionary", str(tmp_path / "none.json"))


def test_pages_are_extracted_with_a_dictionary_of_ones_own(page, tmp_path):
    file = tmp_path / "things.json"
    run("seed", page, *SEEDS, "--dictionary", str(file))
    result = CliRunner().invoke(
        extract, [page, "--dictionary", str(file), "-f", "jsonl"], standalone_mode=False
    )
    (fragment,) = json.loads(result.stdout)["fragments"]
    assert [name for name, *_ in fragment["pairs"]] == ["Mrkn", "Blip", "Plonk"]


def harvested_by(tmp_path, monkeypatch, *options):
    """What a harvest with *options* reads pages by."""
    mapped = []
    monkeypatch.setattr(harvesting, "harvest_watched", lambda *given: mapped.append(given[-1]))
    CliRunner().invoke(
        harvesting.harvest,
        ["-c", "thing", "-s", "shop.example", *options, "--run", str(tmp_path)],
    )
    return mapped[0]


def test_a_harvest_reads_with_a_dictionary_of_ones_own(page, tmp_path, monkeypatch):
    file = tmp_path / "things.json"
    run("seed", page, *SEEDS, "--dictionary", str(file))
    mapped = harvested_by(tmp_path, monkeypatch, "--dictionary", str(file))
    said = mapped(Page("http://shop.example/p", PAGE.encode()))
    assert [pair.name for pair in said.pairs] == ["Mrkn", "Blip", "Plonk"]


@pytest.mark.parametrize("domain", ["cameras", "auto"])
def test_a_harvest_reads_by_the_roles_of_a_domain(tmp_path, monkeypatch, domain):
    named = ("Brand", "Resolution", "Optical zoom", "Weight", "Mrkn")
    values = ("Makko", "24 megapixel", "5x", "300 g", "7 zorg")
    rows = "".join(
        f"<tr><td>{name}</td><td>{value}</td></tr>"
        for name, value in zip(named, values, strict=True)
    )
    mapped = harvested_by(tmp_path, monkeypatch, "--domain", domain)
    said = mapped(Page("http://shop.example/p", f"<h1>DX-5</h1><table>{rows}</table>".encode()))
    assert [pair.name for pair in said.pairs] == list(named[:4])
