"""From what is at hand of a shop to a Scrapy project."""

import json
import subprocess
import sys

import pytest

from specdex.demo import DemoServer, build
from specdex.pipeline.spider import believed
from specdex.synthesis.scheme import AttributeRule, Scheme, SiteVerdict, Verdict
from specdex.synthesis.spiders import field_names

SITE = "voltamarket.example"
WANTED = ("power", "capacity", "colour", "brand", "model")


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


def test_a_shop_becomes_a_project_that_plain_scrapy_crawls(command, tmp_path, web):
    shop = "kettleandcup.example"
    truth = {url: page for url, page in web.truth()["pages"].items() if page["site"] == shop}
    with DemoServer(web) as server:
        done = command(
            *("spider", shop, "-c", "kettle", "--proxy", server.url),
            *("--delay", "0", "--render", "never", "--max-pages", "20"),
        )
        assert done.returncode == 0, done.said
        (line,) = done.lines
        assert line["site"] == shop
        assert line["reads"][:2] == ["name", "price"]
        (project,) = (tmp_path / "spiders").iterdir()
        quick = "DOWNLOAD_DELAY=0 AUTOTHROTTLE_ENABLED=0 CONCURRENT_REQUESTS_PER_DOMAIN=8"
        settings = [word for each in quick.split() for word in ("-s", each)]
        crawled = subprocess.run(
            [sys.executable, "-m", "scrapy", "crawl", project.name, "-O", "i.jsonl", *settings],
            cwd=project,
            env={"http_proxy": server.url},
            capture_output=True,
            timeout=120,
            check=False,
        )
    assert crawled.returncode == 0, crawled.stderr.decode()[-1500:]
    items = [json.loads(each) for each in (project / "i.jsonl").read_text().splitlines()]
    assert {item["url"] for item in items} == truth.keys()
    assert len(items) == len(truth)
    for item in items:
        said = truth[item["url"]]
        assert (item["name"], item["price"]) == (said["title"], said["price_text"])
        pairs = {field_names([name])[name]: value for name, value in said["pairs"]}
        read = {name: value for name, value in item.items() if name in pairs}
        assert read == {name: value for name, value in pairs.items() if name in item}
        assert len(read) == len(item) - len(("url", "provenance", "name", "price")) > len(WANTED)


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
