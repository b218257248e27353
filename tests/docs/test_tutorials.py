"""Every command of every tutorial, run as it stands, and its results looked at."""

import csv
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from specdex import Run
from specdex.demo import DemoServer, build

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
COMMAND = re.compile(r"^\$ specdex (.+)$", re.MULTILINE)
MOST_COMMANDS = 3
MOST_COLUMNS = 60

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def web():
    return build()


@pytest.fixture
def run(tmp_path, web):
    """Runs the commands of a tutorial on the demo web; the folder that they leave."""

    def go(name):
        commands = COMMAND.findall((TUTORIALS / f"{name}.md").read_text(encoding="utf-8"))
        assert 0 < len(commands) <= MOST_COMMANDS
        with DemoServer(web) as server:
            env = {**os.environ, "http_proxy": server.url}
            for each in commands:
                done = subprocess.run(
                    [sys.executable, "-m", "specdex", *shlex.split(each)],
                    cwd=tmp_path,
                    env=env,
                    capture_output=True,
                    timeout=200,
                    check=False,
                )
                # compare tells by its exit code that there are differences
                assert done.returncode <= each.startswith("compare"), (each, done.stderr.decode())
        return tmp_path

    return go


def sheet(path):
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def kettles_of(web, *sites):
    pages = web.truth()["pages"].values()
    return {
        page["product"] for page in pages if page["site"] in sites and page["category"] == "kettle"
    }


def test_a_catalogue_has_one_row_a_product(run, web):
    rows = sheet(run("catalogue") / "kettles.csv")
    products = kettles_of(web, "voltamarket.example", "elektrokaiser.example")
    assert 0.9 * len(products) <= len(rows) <= 1.2 * len(products)
    assert len(rows[0]) <= MOST_COLUMNS
    assert all(row["Title"] for row in rows)
    assert sum(bool(row["Brand"]) for row in rows) >= 0.9 * len(rows)
    assert sum(bool(row["Lowest price"]) for row in rows) >= 0.9 * len(rows)


def test_a_shop_becomes_a_spider(run):
    (project,) = (run("spiders") / "spiders").iterdir()
    rules = json.loads((project / "scheme.json").read_text())["attributes"]
    assert {"name", "price", "Brand name", "Colour", "Weight", "Voltage"} <= {
        each["name"] for each in rules
    }
    (page, *_) = sorted((project / "tests" / "pages").glob("*.json"))
    assert json.loads(page.read_text())["items"][0]["name"]


def test_two_methods_are_compared(run, tmp_path, web):
    (tmp_path / "pages").mkdir()
    urls = [url for url, page in web.truth()["pages"].items() if page["category"] == "kettle"]
    for number, url in enumerate(urls[:6]):
        (tmp_path / "pages" / f"{number}.html").write_bytes(web.answer(url).body)
    folder = run("research")
    assert len((folder / "ours.jsonl").read_text().splitlines()) == 6
    assert (folder / "differences.csv").exists()


def test_prices_are_kept_over_time(run, web):
    rows = sheet(run("prices") / "prices.csv")
    assert len({row["url"] for row in rows}) == len(kettles_of(web, "voltamarket.example"))
    assert all(float(row["price"]) > 0 for row in rows)


def test_a_regulator_gets_a_report(run):
    report = run("regulator") / "report"
    practices = {row["practice"] for row in sheet(report / "audit.csv")}
    assert {"counterfeit", "unapproved", "controlled drug"} <= practices
    told = (report / "audit.html").read_text(encoding="utf-8")
    assert "<dt>register</dt>" in told
    assert all(practice in told for practice in practices)


def test_an_operator_finds_all_well(run, web):
    with Run(run("operations") / "kettles") as folder:
        read = {each.url for each in folder.specifications()}
    assert len(read) >= 0.9 * len(kettles_of(web, "voltamarket.example"))
