"""Schemes from files of all kinds, and pages from wherever they lie."""

import json

import pytest
from click.testing import CliRunner

from specdex.cli import cli
from specdex.errors import InputError
from specdex.html import parse
from specdex.pipeline.crawl import RunRecorder
from specdex.pipeline.scheme_files import merged, only, read_schemes
from specdex.pipeline.synthesize import by_site, site_pages, write_project
from specdex.records import Page, PageKind, Sight, Visit, Wrapper, to_json
from specdex.records.wrappers import PairRule, Profile
from specdex.runs import RunFolder
from specdex.synthesis.scheme import read_items, scheme_from_json

WRAPPER = Wrapper(
    "plain.example",
    (PairRule(names="//div[@id='book']//tr/td[1]", values="//div[@id='book']//tr/td[2]"),),
    pages=40,
    profiles=tuple(
        Profile(name=name, pages=share)
        for name, share in {"publisher": 1.0, "isbn": 1.0, "price": 0.05}.items()
    ),
)
SPIDER = """
import os
os.remove("never")
class Plain(Spider):
    start_urls = ["http://plain.example/"]
    def parse(self, response):
        yield {"title": response.xpath("//h1/text()").get()}
"""


@pytest.fixture
def run(tmp_path, plain, fancy):
    """A run with pages of two shops and a wrapper of one."""
    path = tmp_path / "run"
    recorder = RunRecorder(path)
    for page in [*plain, *fancy]:
        recorder.record(page, Sight(Visit(page.url, page.site), PageKind.PRODUCT, "book"))
    help_page = Page("http://fancy.example/help", b"<p>Help", content_type="text/html")
    recorder.record(help_page, Sight(Visit(help_page.url, "fancy.example"), PageKind.OTHER))
    recorder.close()
    with RunFolder(path) as folder:
        folder.store.add([WRAPPER])
    return path


def test_a_learned_wrapper_is_a_scheme_with_the_names_that_pages_print(plain, books, tmp_path):
    path = tmp_path / "wrappers.jsonl"
    path.write_text(json.dumps(to_json(WRAPPER)) + "\n")
    (scheme,) = read_schemes(path, {"plain.example": plain})
    assert scheme.names == ("ISBN", "Publisher")
    (item,) = read_items(scheme, parse(plain[0]).element(0))
    assert item["ISBN"][0].value == books[0]["isbn"]
    with pytest.raises(InputError, match="read nothing"):
        read_schemes(path, {})


def test_the_wrappers_of_a_run_make_spiders_for_its_other_sites(run, tmp_path):
    spiders = tmp_path / "spiders"
    arguments = ["synthesize", "--from", str(run), "--sites", str(run), "--spiders", str(spiders)]
    result = CliRunner().invoke(cli, [*arguments, "--json"])
    (line,) = map(json.loads, result.stdout.splitlines())
    assert line["site"] == "fancy.example"
    assert line["verdict"] == "complete"
    assert (spiders / "fancy_example" / "scrapy.cfg").exists()


def test_a_run_gives_all_its_pages_and_folders_and_archives_theirs(run, plain, tmp_path):
    sites = by_site(site_pages([str(run)]), [])
    assert {site: len(pages) for site, pages in sites.items()} == {
        "plain.example": 40,
        "fancy.example": 41,
    }
    folder = tmp_path / "pages" / "plain.example"
    folder.mkdir(parents=True)
    for number, page in enumerate(plain[:4]):
        (folder / f"{number}.html").write_bytes(page.body)
    assert sum(map(len, by_site(site_pages([str(tmp_path / "pages")]), []).values())) == 4
    warcs = list(run.rglob("*.warc*"))
    assert warcs
    found = by_site(site_pages(map(str, warcs)), [])
    assert len(found["plain.example"]) == 40


def test_a_run_without_wrappers_is_no_scheme(tmp_path):
    with RunFolder(tmp_path / "run") as folder:
        folder.store.add([])
    with pytest.raises(InputError, match="holds no wrapper"):
        read_schemes(tmp_path / "run")


def test_a_spider_is_read_and_never_run(tmp_path):
    path = tmp_path / "plain.py"
    path.write_text(SPIDER)
    (scheme,) = read_schemes(path)
    assert scheme.site == "plain.example"
    assert scheme.names == ("title",)


def test_schemes_stand_alone_in_lines_or_in_a_project(scheme_json, plain, tmp_path):
    scheme = scheme_from_json(scheme_json)
    project = write_project(tmp_path, scheme, plain)
    (again,) = read_schemes(project)
    assert again.attributes == scheme.attributes
    lines = tmp_path / "two.jsonl"
    lines.write_text(2 * (json.dumps(to_json(scheme)) + "\n"))
    assert read_schemes(lines) == [scheme, scheme]
    (tmp_path / "one.json").write_text(scheme_json)
    assert read_schemes(tmp_path / "one.json") == [scheme]


def test_partial_schemes_of_a_site_count_as_one(scheme_json):
    scheme = scheme_from_json(scheme_json)
    titles, rest = (only([scheme], names) for names in (["title"], ["author", "price"]))
    (whole,) = merged([*titles, *rest]).values()
    assert whole.names == ("title", "author", "price")
    other = scheme_from_json(scheme_json.replace("//div[@id='book']", "//body"))
    with pytest.raises(InputError, match="different containers"):
        merged([scheme, other])
    with pytest.raises(InputError, match="no scheme reads weight"):
        only([scheme], ["weight"])
    assert only([scheme], []) == [scheme]


def test_a_scheme_that_reads_nothing_gets_a_sentence(plain, fancy, tmp_path, scheme_json):
    pages = tmp_path / "pages.jsonl"
    pages.write_text(
        "".join(
            json.dumps({"url": page.url, "site": page.site, "html": page.body.decode()}) + "\n"
            for page in [*plain, *fancy]
        )
    )
    wrong = tmp_path / "wrong.json"
    wrong.write_text(scheme_json.replace("'book'", "'bok'"))
    result = CliRunner().invoke(cli, ["synthesize", "--from", str(wrong), str(pages)])
    assert "reads nothing on its 40 pages" in str(result.exception)
    known = tmp_path / "plain.json"
    known.write_text(scheme_json)
    alone = tmp_path / "alone.jsonl"
    alone.write_text(pages.read_text().split('{"url": "http://fancy', maxsplit=1)[0])
    result = CliRunner().invoke(cli, ["synthesize", "--from", str(known), str(alone)])
    assert "there is no new site" in str(result.exception)
