import csv
import json
from pathlib import Path

import pytest

from specdex.engines.serial import SerialEngine
from specdex.pipeline.extract import extraction
from specdex.pipeline.imports import learn_sites_of
from specdex.pipeline.table import gather
from specdex.records import Specification
from specdex.testing import MemoryRun

SHOPS = ("a.example", "b.example", "c.example")
MODELS = {"KX-100": ("4006381333931", "2200 W"), "KX-200": ("4006381333948", "1800 W")}


def html(shop, model, *, saved):
    code, power = MODELS[model]
    rows = {"Brand": "Lumea", "EAN": code, "Power": power, "Capacity": "1,7 l", "Colour": "red"}
    cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows.items())
    mark = f"<!-- saved from url=(0030)https://{shop}/p/{model} -->\n" if saved else ""
    return (
        f"{mark}<html><head><title>Lumea {model} kettle | {shop}</title></head><body>"
        f"<h1>Lumea {model} kettle</h1><p>39,00 EUR</p><table>{cells}</table></body></html>"
    )


@pytest.fixture
def pages(tmp_path):
    """Saved pages of two kettles at three shops, and what they are called."""

    def write(*, saved=True):
        folder = tmp_path / "pages"
        folder.mkdir()
        for shop in SHOPS:
            for model in MODELS:
                path = folder / f"{shop.partition('.')[0]} {model}.html"
                path.write_text(html(shop, model, saved=saved), encoding="utf-8")
        return folder

    return write


def rows(path="products.csv"):
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_a_folder_of_saved_pages_becomes_a_sheet(pages, specdex):
    done = specdex("table", pages(), "-O", "products.csv")
    assert (done.returncode, done.stderr) == (0, "")
    found = sorted(rows(), key=lambda row: row["GTIN"])
    assert [row["GTIN"] for row in found] == [code for code, _ in MODELS.values()]
    assert [row["Power (W)"] for row in found] == ["2200", "1800"]
    assert {row["Shops"] for row in found} == {"3"}
    assert found[0]["Title"] == "Lumea KX-100 kettle"
    assert "https://a.example/p/KX-100" in found[0]["Addresses"].split()


def test_pages_of_unknown_sites_join_too_and_that_is_told_once(pages, specdex):
    done = specdex("table", pages(saved=False), "-O", "products.csv")
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "6 of 6 pages do not say where they were saved from" in done.stderr
    assert len(rows()) == 2


def test_lines_of_extract_become_the_same_sheet(pages, specdex):
    folder = pages()
    specdex("table", folder, "-O", "products.csv")
    expected = rows()
    specdex("extract", folder, "-O", "lines.jsonl")
    assert specdex("table", "lines.jsonl", "-O", "products.csv").returncode == 0
    assert rows() == expected


def test_pages_without_any_address_are_not_taken_for_one(specdex, tmp_path):
    lines = [json.dumps({"html": html(shop, "KX-100", saved=False)}) for shop in SHOPS]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    done = specdex("table", "pages.jsonl")
    (product,) = map(json.loads, done.stdout.splitlines())
    assert len(product["urls"]) == 3


def test_a_run_becomes_a_sheet(run, specdex):
    assert specdex("table", run, "-O", "products.csv").returncode == 0
    assert rows()


def test_what_says_nothing_is_told_and_left_out(pages, specdex):
    folder = pages()
    (folder / "about.html").write_text("<p>About us")
    done = specdex("table", folder, "-O", "products.csv")
    assert (done.returncode, len(rows())) == (0, 2)
    assert "no specification on 1 of 7 pages" in done.stderr


@pytest.mark.parametrize("name", ["empty", "nowhere", "text"])
def test_nothing_to_read_is_one_sentence(specdex, tmp_path, name):
    (tmp_path / "empty").mkdir()
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "notes.txt").write_text("no page")
    done = specdex("table", name, "-O", "products.xlsx")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert name in done.stderr
    assert not Path("products.xlsx").exists()
    assert not list(tmp_path.glob(".*part"))


def test_a_terminal_shows_what_fits(pages, specdex, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    done = specdex("table", pages())
    assert "Lumea KX-100 kettle" in done.stdout
    assert "2 products" in done.stdout


def grouped(number):
    """A page whose table prints the heading of each group beside its first row."""
    groups = {
        "Physical": {"Weight": f"{900 + number} g", "Colour": f"red {number}", "Height": "9 cm"},
        "Power": {"Wattage": f"{2000 + number} W", "Voltage": "230 V", "Cable": f"{number} m"},
    }
    lines = "".join(
        f"<tr>{f'<th rowspan={len(group)}>{title}</th>' if place == 0 else ''}"
        f"<td>{name}</td><td>{value}</td></tr>"
        for title, group in groups.items()
        for place, (name, value) in enumerate(group.items())
    )
    return (
        f"<!-- saved from url=(0030)https://a.example/p/{number} -->\n"
        f"<html><body><h1>Lumea KX-{number}</h1><table>{lines}</table></body></html>"
    )


def test_pages_of_one_site_are_read_together(specdex, tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(101, 107):
        (folder / f"{number}.html").write_text(grouped(number), encoding="utf-8")
    run, mapped = MemoryRun(), extraction()
    done = gather([str(folder)], run, mapped, SerialEngine(), lambda pages, _: pages)
    alone = [each.url for each in run.store.read(Specification)]
    assert list(learn_sites_of(run, done.sites, mapped)) == ["a.example"]
    together = list(run.store.read(Specification))
    wanted = {"Weight", "Colour", "Height", "Wattage", "Voltage", "Cable"}
    assert {pair.name for each in together for pair in each.pairs} == wanted
    assert [each.url for each in together] == alone
    assert specdex("table", folder, "-O", "products.csv").returncode == 0
    assert len(rows()) == 6
    assert "Weight (g)" in rows()[0]
