"""Pages at hand become a run; addresses are fetched and read."""

import json

import pytest

from specdex.demo import DemoServer, build
from specdex.runs import Run


@pytest.fixture(scope="module")
def web():
    return build()


@pytest.fixture(scope="module")
def kettles(web):
    """Four kettle pages each of two shops."""
    truth = web.truth()
    return [
        url
        for site in truth["seeds"]["kettle"]
        for url in [
            url
            for url, page in truth["pages"].items()
            if page["site"] == site and page["category"] == "kettle"
        ][:4]
    ]


def saved(folder, web, urls):
    """*urls* as a browser saves them: the address in a comment."""
    folder.mkdir(exist_ok=True)
    for number, url in enumerate(urls):
        comment = f"<!-- saved from url=({len(url):04d}){url} -->\n".encode()
        (folder / f"page{number}.html").write_bytes(comment + web.answer(url).body)
    return folder


def test_saved_pages_become_a_run_that_every_verb_knows(command, tmp_path, web, kettles):
    saved(tmp_path / "pages", web, kettles)
    done = command("import", "pages", "--run", "run", "-c", "kettle")
    assert done.returncode == 0, done.said
    assert done.lines == [{"run": "run", "pages": 8, "sites": 2, "specifications": 8}]
    assert "joined 8 specifications of kettle" in done.said
    sites = {line["site"]: line for line in command("show", "run").lines}
    assert sorted(sites) == sorted(web.truth()["seeds"]["kettle"])
    assert {line["specifications"] for line in sites.values()} == {4}
    first = next(iter(sites))
    (told,) = command("explain", first, "--run", "run").lines
    assert told["verdicts"][0]["in"] is True
    with Run(tmp_path / "run") as run:
        assert {page.url for page in run.pages(category="kettle")} == set(kettles)
        assert run.load(next(run.pages())).body.startswith(b"<!-- saved")
        products = list(run.products())
    assert products
    assert {product.category for product in products} == {"kettle"}


def test_every_page_of_many_is_kept(command, tmp_path, web):
    urls = [url for url, page in web.truth()["pages"].items() if page["category"] == "kettle"][:45]
    saved(tmp_path / "pages", web, urls)
    done = command("import", "pages", "--run", "run", "-c", "kettle", "--no-join")
    assert done.lines[0]["specifications"] == len(urls)
    with Run(tmp_path / "run") as run:
        assert {page.url for page in run.pages()} == set(urls)
        assert sum(1 for _ in run.specifications()) == len(urls)


def test_pages_that_are_not_joined_are_told_and_named(command, tmp_path, web, kettles):
    folder = saved(tmp_path / "pages", web, [*kettles, kettles[0]])
    (folder / "about.html").write_text("<html><title>About</title><p>We sell kettles.")
    done = command("import", "pages", "--run", "run", "-c", "kettle")
    assert "no specification on 1 of 10 pages (about)" in done.said
    assert f"the address of another page on 1 of 10 pages ({kettles[0]})" in done.said
    assert "joined 8 specifications of kettle" in done.said


def test_importing_again_adds_what_is_new_and_renews_what_changed(command, tmp_path, web, kettles):
    folder = saved(tmp_path / "pages", web, kettles[:2])
    assert command("import", "pages", "--run", "run", "--no-join").returncode == 0
    with Run(tmp_path / "run") as run:
        before = {page.url: (page.file, page.offset) for page in run.pages()}
    saved(folder, web, kettles[:3])
    changed = folder / "page1.html"
    changed.write_bytes(changed.read_bytes().replace(b"</title>", b" anew</title>"))
    assert command("import", "pages", "--run", "run").returncode == 0
    with Run(tmp_path / "run") as run:
        after = {page.url: (page.file, page.offset) for page in run.pages()}
        titles = {each.url: each.title for each in run.specifications()}
    assert set(after) == set(kettles[:3])
    assert after[kettles[0]] == before[kettles[0]]
    assert after[kettles[1]] != before[kettles[1]]
    assert titles[kettles[1]].endswith("anew")


def test_pages_without_an_address_are_told_once_and_a_site_can_be_named(command, inputs):
    done = command("import", inputs["folder"], "--run", "one", "--no-join")
    assert done.said.count("do not say where they were saved from") == 1
    done = command("import", inputs["folder"], "--run", "two", "-s", "kettleandcup.example")
    assert "do not say" not in done.said
    (line,) = command("show", "two").lines
    assert line["site"] == "kettleandcup.example"


def test_what_holds_no_specification_is_said(command, tmp_path):
    (tmp_path / "about.html").write_text("<html><title>About</title><p>We sell things.</p></html>")
    done = command("import", "about.html", "--run", "run")
    assert done.returncode == 2
    assert done.said.splitlines()[-1] == "specdex: no specification found in about.html"


def test_addresses_are_fetched_with_manners_and_read(command, web, kettles):
    missing = kettles[0] + "-gone"
    with DemoServer(web) as server:
        manners = ("--proxy", server.url, "--delay", "0", "--render", "never")
        done = command("extract", *kettles[:2], missing, *manners)
        asked = [url for _, url in server.log]
        imported = command("import", kettles[0], "--run", "run", *manners)
    assert [line["url"] for line in done.lines] == kettles[:2]
    assert all(line["fragments"] for line in done.lines)
    assert done.returncode == 1
    assert f"{missing}: the site answered 404" in done.said
    robots = [url for url in asked if url.endswith("/robots.txt")]
    assert len(robots) == 1
    assert asked[0] == robots[0]
    assert imported.returncode == 0, imported.said


def test_private_addresses_are_not_fetched_unless_allowed(command, tmp_path, kettles):
    pages = tmp_path / "lines.jsonl"
    pages.write_text(json.dumps({"url": kettles[0], "html": "<p>"}))
    done = command("extract", "http://127.0.0.1:9/k", "lines.jsonl", "--render", "never")
    assert done.returncode == 1
    assert "127.0.0.1 is a private address" in done.said
    assert [line["url"] for line in done.lines] == [kettles[0]]
