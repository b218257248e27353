"""The whole chain as a person runs it: harvest, stop, go on, look, export."""

import collections
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from specdex.cli.harvest import _merged
from specdex.demo import DemoServer, build
from specdex.demo.harvest import compare
from specdex.runs import RunFolder
from specdex.settings import HarvestSettings, Politeness

pytestmark = pytest.mark.slow
CATEGORY = "kettle"


@pytest.fixture(scope="module")
def web():
    return build()


@pytest.fixture(scope="module")
def truth(web):
    return web.truth()


def settings_file(path, truth, proxy, **discovery):
    lines = [
        f'category = "{CATEGORY}"',
        f"sites = {json.dumps(truth['seeds'][CATEGORY])}",
        "[discovery]",
        'search_engine = "searxng:http://search.example"',
        'backlink_source = "http:http://links.example"',
        *(f"{name} = {value}" for name, value in discovery.items()),
        "[politeness]",
        "delay = 0.0",
        f'proxy = "{proxy}"',
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_killed_harvest_goes_on_and_fetches_nothing_twice(tmp_path, web, truth):
    kills = 4
    with DemoServer(web, delay=0.02) as server:
        settings = settings_file(tmp_path / "kettle.toml", truth, server.url, rounds=2)
        command = [sys.executable, "-m", "specdex", "harvest", str(settings), "--run", "run"]
        for _ in range(kills):
            process = subprocess.Popen(
                command, cwd=tmp_path, start_new_session=True, stderr=subprocess.DEVNULL
            )
            time.sleep(4)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=240)
        log = [url for _, url in server.log]
    assert done.returncode == 0, done.stderr.decode()
    assert b"sites" in done.stdout
    with RunFolder(tmp_path / "run") as run:
        report = compare(run, truth, CATEGORY)
    assert report.sites.recall == report.sites.precision == 1.0
    assert report.pages.recall == 1.0
    assert report.specifications.recall == 1.0
    products = {
        url for site in truth["sites"].values() for url in site["products"].get(CATEGORY, [])
    }
    fetched = collections.Counter(url for url in log if url in products)
    # a page under way when the process dies may be asked for again: one for each site and kill
    assert sum(fetched.values()) - len(fetched) <= kills * len(report.by_site)


def test_a_harvest_can_be_shown_exported_joined_and_repeated(specdex, tmp_path, web, truth):
    with DemoServer(web) as server:
        settings_file(tmp_path / "kettle.toml", truth, server.url, rounds=1)
        first = specdex("harvest", "kettle.toml", "--run", "run")
        asked = len(server.log)
        again = specdex("harvest", "kettle.toml", "--run", "run")
        assert len(server.log) - asked <= len(truth["sites"])
    assert first.returncode == 0, first.said
    assert again.stdout == first.stdout
    shown = specdex("show", "run").lines
    assert {row["site"] for row in shown if row["status"] == "seed"} == set(
        truth["seeds"][CATEGORY]
    )
    assert all(row["reason"] for row in shown)
    assert specdex("export", "run", "-O", "kettles.csv").returncode == 0
    assert (tmp_path / "kettles.csv").read_text(encoding="utf-8").count("\n") > 500
    products = specdex("link", "run").lines
    assert max(len(product["urls"]) for product in products) >= 2
    extracted = specdex("extract", "run").lines
    assert len(extracted) == sum(row["products"] for row in shown)


def test_verbs_of_the_crawl_work_alone(specdex, web, truth):
    site = truth["seeds"][CATEGORY][0]
    page = next(iter(truth["sites"][site]["products"][CATEGORY]))
    mpn = (
        truth["pages"][page]["ids"].get("mpn")
        or truth["products"][truth["pages"][page]["product"]]["mpn"]
    )
    with DemoServer(web) as server:
        proxied = ("--proxy", server.url, "--delay", "0")
        crawled = specdex("crawl", site, "-c", CATEGORY, *proxied)
        assert crawled.returncode == 0, crawled.said
        assert {line["url"] for line in crawled.lines} == set(
            truth["sites"][site]["products"][CATEGORY]
        )
        piped = specdex("extract", "-", given=crawled.stdout)
        assert all(line["fragments"] for line in piped.lines)
        found = specdex(
            "discover",
            "--id",
            mpn,
            "-s",
            site,
            *proxied,
            "--search-engine",
            "searxng:http://search.example",
            "--backlink-source",
            "http:http://links.example",
        )
        assert found.returncode == 0, found.said
        assert site not in {line["site"] for line in found.lines}
        assert all(line["votes"] for line in found.lines)
        nothing = specdex("crawl", "dailyledger.example", "-c", CATEGORY, *proxied, "--run", "r")
        assert nothing.returncode == 1
        assert (
            "nothing of 'kettle' on dailyledger.example: no page of the category was found"
            in nothing.said
        )


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["-c", "camera"], "seed shop"),
        (["-s", "a.example"], "category"),
        (["-c", "camera", "-s", "a.example", "--search-engine", "altavista:x"], "altavista"),
        (["-c", "camera", "-s", "a.example", "--search-engine", "searxng"], "searxng:ADDRESS"),
        (["typo.toml"], "typo.toml"),
    ],
)
def test_a_wrong_harvest_says_why_and_makes_nothing(specdex, tmp_path, args, says):
    (tmp_path / "typo.toml").write_text("categroy = 'x'")
    done = specdex("harvest", *args, "--run", "run")
    assert done.returncode == 2
    assert says in done.said
    assert not (tmp_path / "run").exists()


def test_a_dead_provider_is_told_and_loses_nothing(specdex, tmp_path, web, truth):
    with DemoServer(web) as server:
        path = settings_file(tmp_path / "kettle.toml", truth, server.url, rounds=1)
        text = path.read_text(encoding="utf-8").replace("search.example", "dead.example")
        path.write_text(text, encoding="utf-8")
        done = specdex("-v", "harvest", "kettle.toml", "--run", "run")
    assert done.returncode == 0, done.said
    assert "Traceback" not in done.said
    with RunFolder(tmp_path / "run") as run:
        report = compare(run, truth, CATEGORY)
    assert report.pages.right > 0


def test_an_option_that_is_nothing_counts_too():
    given = HarvestSettings(politeness=Politeness(delay=2.0, nofollow=True))
    said = _merged(given, {"delay": 0.0, "rounds": 0, "nofollow": None, "search_within": False})
    assert said.politeness == Politeness(delay=0.0, nofollow=True)
    assert (said.discovery.rounds, said.discovery.search_within) == (0, False)
