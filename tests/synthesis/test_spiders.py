"""Emitted projects: run by plain Scrapy, proof against hostile names, checked on fresh pages."""

import ast
import json
import subprocess
import sys
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.synthesis.shops import crawl_project
from specdex.cli import cli
from specdex.errors import InputError
from specdex.pipeline.spider_checks import State, check_project
from specdex.pipeline.synthesize import Synthesis, write_project
from specdex.synthesis.scheme import AttributeRule, Scheme, scheme_from_json
from specdex.synthesis.spiders import SavedPage, field_names, project_files, project_name

HOME = "<html><body><a href='/p-0.html'>one</a><a href='/more'>more</a></body></html>"


@pytest.fixture(scope="module")
def made(plain, fancy, scheme_json):
    sites = {"plain.example": plain, "fancy.example": fancy}
    (verdict,) = Synthesis().verdicts([scheme_from_json(scheme_json)], sites)
    return verdict


@pytest.fixture
def loopback(fancy):
    """A proxy that serves the fancy shop, with links out of it and into what is forbidden."""
    pages = {page.url: page.body.decode() for page in fancy}
    links = "".join(f"<a href='{url}'>book</a>" for url in pages)
    links += "<a href='/secret/p-1.html'>no</a><a href='http://other.example/p-1.html'>out</a>"
    pages["http://fancy.example/"] = HOME
    pages["http://fancy.example/more"] = f"<html><body>{links}</body></html>"
    pages["http://fancy.example/robots.txt"] = "User-agent: *\nDisallow: /secret/\n"
    asked = []

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers["User-Agent"]))
            body = pages.get(self.path, "").encode()
            self.send_response(200 if body else 404)
            kind = "text/plain" if self.path.endswith(".txt") else "text/html; charset=utf-8"
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_plain_scrapy_crawls_a_site_with_an_emitted_spider(made, fancy, books, tmp_path, loopback):
    proxy, asked = loopback
    project = write_project(tmp_path, made.scheme, fancy)
    items = crawl_project(project, "fancy_example", proxy)
    assert {item["url"] for item in items} == {page.url for page in fancy}
    by_url = {item["url"]: item for item in items}
    for page, book in zip(fancy, books[20:], strict=True):
        item = by_url[page.url]
        assert item["title"] == book["title"]
        for name in made.scheme.names:
            origin = item["provenance"][name]
            assert origin["url"] == page.url
            assert origin["xpath"] in [x for r in made.scheme.attributes for x in r.xpaths]
    urls = [url for url, _ in asked]
    assert urls[0] == "http://fancy.example/robots.txt"
    assert all(url.startswith("http://fancy.example/") for url in urls)
    assert not any("secret" in url for url in urls)
    assert all(agent.startswith("fancy_example (") for _, agent in asked)


@pytest.mark.slow
def test_an_emitted_project_is_polite_and_passes_its_own_tests(made, fancy, tmp_path):
    project = write_project(tmp_path, made.scheme, fancy)
    assert project.name == "fancy_example"
    commands = [[sys.executable, "-m", "unittest"], [sys.executable, "-m", "pytest", "-q"]]
    for command in commands:
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    spider = (project / "fancy_example" / "spiders" / "fancy_example.py").read_text()
    assert "allowed_domains = ['fancy.example']" in spider
    assert f"ITEM_PAGES = {made.scheme.url_pattern!r}" in spider
    settings = (project / "fancy_example" / "settings.py").read_text()
    values = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in ast.parse(settings).body
        if isinstance(node, ast.Assign)
    }
    assert values["ROBOTSTXT_OBEY"] is True
    assert values["AUTOTHROTTLE_ENABLED"] is True
    assert values["DOWNLOAD_DELAY"] >= 1
    page = project / "tests" / "pages" / "000.html"
    page.write_text("<html><body>changed</body></html>")
    done = subprocess.run(commands[0], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode != 0


ANY = st.text(max_size=40) | st.sampled_from(
    ['"""', "'''", '\\"', "${site}", "$name", "\x00", "\r\nimport os", "__import__('os')", "}}{%"]
)


@given(st.lists(ANY, min_size=5, max_size=5), st.lists(ANY, max_size=4))
def test_strings_of_a_scheme_are_only_literals_in_the_code(texts, names):
    site, container, xpath, start, pattern = texts
    rules = tuple(AttributeRule(name=each, xpaths=(xpath, each)) for each in dict.fromkeys(names))
    scheme = Scheme(
        site=site, container=container, attributes=rules, start_url=start, url_pattern=pattern
    )
    files = project_files(scheme, [SavedPage("http://x.example/", "<p>", ({"a": xpath},))])
    package = project_name(site)
    plain = replace(scheme, site="x.example", container="", start_url="http://x/", url_pattern="")
    for path, text in files.items():
        if path.endswith(".py"):
            compile(text, path, "exec")
        assert ".." not in path
    spider = files[f"{package}/spiders/{package}.py"]
    tree = ast.parse(spider)
    assigned = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
    }
    assert assigned["ITEM_PAGES"] == pattern
    assert assigned["CONTAINER"] == container
    fields = field_names(list(dict.fromkeys(names)))
    wanted = {fields[rule.name]: rule.xpaths for rule in rules}
    assert assigned["ATTRIBUTES"] == wanted
    renamed = tuple(replace(rule, name=f"n{place}") for place, rule in enumerate(rules))
    calm = replace(plain, attributes=renamed)
    others = project_files(calm, [SavedPage("http://x.example/", "<p>", ({"a": ""},))])
    mine = {path.replace(package, "x_example"): text for path, text in files.items()}
    for path, text in others.items():
        if path.endswith(".py"):
            assert _shape(ast.parse(mine[path])) == _shape(ast.parse(text)), path
    assert len(set(fields.values())) == len(fields)


def _shape(tree):
    """The code without its literals and names of classes."""
    kinds = (ast.Constant, ast.Dict, ast.Tuple, ast.JoinedStr, ast.alias, ast.Name, ast.Load)
    return [type(node).__name__ for node in ast.walk(tree) if not isinstance(node, kinds)]


@pytest.mark.parametrize(
    ("site", "package"),
    [
        ("www.my-shop.example", "my_shop_example"),
        ("24.example", "site_24_example"),
        ("json", "json_site"),
        ("tests", "tests_site"),
        ("../../etc/passwd", "etc_passwd"),
        ("", "site_site"),
    ],
)
def test_a_site_is_a_package_of_its_own(site, package):
    assert project_name(site) == package


def changed_pages(fancy):
    swaps = [("h2", "h3"), ("dl", "section"), ("now", "today"), ("writer", "who")]
    swaps += [("item", "thing"), ("Publisher:", "Imprint:")]
    out = []
    for page in fancy:
        body = page.body.decode()
        for old, new in swaps:
            body = body.replace(old, new)
        out.append(replace(page, body=body.encode()))
    return out


def as_lines(path, pages):
    path.write_text(
        "".join(
            json.dumps({"url": page.url, "site": page.site, "html": page.body.decode()}) + "\n"
            for page in pages
        )
    )
    return str(path)


@pytest.mark.slow
def test_a_check_tells_what_changed_and_makes_it_again(made, plain, fancy, tmp_path, scheme_json):
    spiders = tmp_path / "spiders"
    project = write_project(spiders, made.scheme, fancy)
    (tmp_path / "plain.json").write_text(scheme_json)
    same = as_lines(tmp_path / "same.jsonl", [*plain, *fancy])
    other = as_lines(tmp_path / "other.jsonl", [*plain, *changed_pages(fancy)])
    call = ["synthesize", "--from", str(tmp_path / "plain.json"), "--check", str(spiders)]
    spider = project / "fancy_example" / "spiders" / "fancy_example.py"
    before = spider.read_text()
    result = CliRunner().invoke(cli, [*call, "--sites", same], standalone_mode=False)
    assert result.return_value == 0
    assert json.loads(result.stdout)["state"] == "unchanged"
    assert spider.read_text() == before
    result = CliRunner().invoke(cli, [*call, "--sites", other], standalone_mode=False)
    first, again = map(json.loads, result.stdout.splitlines())
    assert (first["site"], first["state"]) == ("fancy.example", "changed")
    assert again["made again"] != "none"
    assert result.return_value == 0
    assert spider.read_text() != before
    again = check_project(project, {"fancy.example": changed_pages(fancy)})
    assert again.state is State.UNCHANGED
    done = subprocess.run(
        [sys.executable, "-m", "unittest"], cwd=project, capture_output=True, check=False
    )
    assert done.returncode == 0


def test_a_check_knows_new_addresses_and_sites_without_fresh_pages(made, fancy, tmp_path):
    project = write_project(tmp_path, made.scheme, fancy)
    moved = [replace(page, url=page.url.replace("/p-", "/shop/books/")) for page in fancy]
    assert check_project(project, {"fancy.example": moved}).state is State.CHANGED
    assert check_project(project, {}).state is State.UNSEEN
    with pytest.raises(InputError, match="holds no spider"):
        check_project(tmp_path, {})


def test_a_check_of_a_folder_without_spiders_gets_a_sentence(tmp_path, fancy):
    pages = as_lines(tmp_path / "pages.jsonl", fancy)
    result = CliRunner().invoke(cli, ["synthesize", "--check", str(tmp_path), "--sites", pages])
    assert "no spider of specdex" in str(result.exception)
