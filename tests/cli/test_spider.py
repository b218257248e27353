"""From what is at hand of a shop to a Scrapy project."""

import json
import subprocess
import sys

import pytest

from specdex.demo import DemoServer, build
from specdex.pipeline.spider import believed
from specdex.synthesis.scheme import AttributeRule, Scheme, SiteVerdict, Verdict

SITE = "voltamarket.example"


@pytest.fixture(scope="module")
def web():
    return build()


@pytest.fixture(scope="module")
def lists(web):
    return web.truth()["sites"][SITE]["index"]["kettle"]


def saved(web, url):
    return f"<!-- saved from url=({len(url):04d}){url} -->\n".encode() + web.answer(url).body


def test_a_saved_category_page_becomes_a_project_that_passes_its_own_tests(
    command, tmp_path, web, lists
):
    (tmp_path / "category.html").write_bytes(saved(web, lists[0]))
    done = command("spider", "category.html")
    assert done.returncode == 0, done.said
    (project,) = (tmp_path / "spiders").iterdir()
    scheme = json.loads((project / "scheme.json").read_text())
    assert {"name", "price", "url"} <= {rule["name"] for rule in scheme["attributes"]}
    checked = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=project,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout.decode()[-1500:]
    read = command("synthesize", "--check", "spiders", "category.html", "--json").lines
    assert [line["state"] for line in read] == ["unchanged"]


def test_a_shop_becomes_a_project(command, tmp_path, web):
    with DemoServer(web) as server:
        done = command(
            *("spider", SITE, "-c", "kettle", "--proxy", server.url),
            *("--delay", "0", "--render", "never", "--max-pages", "20"),
        )
    assert done.returncode == 0, done.said
    (line,) = done.lines
    assert (line["site"], bool(line["reads"])) == (SITE, True)
    (project,) = (tmp_path / "spiders").iterdir()
    assert (project / "scheme.json").exists()


def test_what_lists_nothing_is_refused(command, tmp_path):
    (tmp_path / "about.html").write_text("<html><p>We sell things.</p></html>")
    done = command("spider", "about.html")
    assert done.returncode == 2
    assert "lists no products" in done.said


def test_rules_that_are_hardly_believed_are_not_emitted():
    rules = (
        AttributeRule(name="Brand", xpaths=("//p",), confidence=0.001),
        AttributeRule(name="Price", xpaths=("//b",), confidence=0.9),
    )
    found = SiteVerdict("a.example", Verdict.COMPLETE, Scheme(site="a.example", attributes=rules))
    kept = believed(found)
    assert kept.verdict is Verdict.PARTIAL
    assert kept.scheme.names == ("Price",)
    assert kept.missing == (("Brand", "the likeliest place is believed only 0.001"),)
    assert believed(found, 0.95).verdict is Verdict.NONE
