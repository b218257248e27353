"""The add-on inside plain Scrapy: responses that know what they say, a spider, a pipeline."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from scrapy.http import HtmlResponse, Request, TextResponse
from scrapy.settings import Settings

import specdex.scrapy
from specdex.demo import DemoServer, build
from specdex.runs import Run
from specdex.scrapy import Addon, Reading, RunPipeline, product_of

DOCS = Path(__file__).parents[1] / "docs" / "scrapy.md"
KETTLE = (Path(__file__).parent / "cli" / "pages" / "kettle.html").read_bytes()
URL = "http://kettleandcup.example/k200"
SITE = "voltamarket.example"


@pytest.fixture(scope="module")
def web():
    return build()


@pytest.fixture
def response():
    plain = HtmlResponse(URL, body=KETTLE, headers={"Content-Type": "text/html; charset=utf-8"})
    return Reading().process_response(Request(URL), plain)


def spider_of_the_docs():
    blocks = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    return next(block for block in blocks if "import SpecdexSpider" in block)


def run_scrapy(web, folder, *args):
    with DemoServer(web) as server:
        env = {**os.environ, "http_proxy": server.url}
        command = [sys.executable, "-m", "scrapy", *args]
        return subprocess.run(
            command, cwd=folder, env=env, capture_output=True, timeout=120, check=False
        )


def test_a_response_knows_what_its_page_says_and_where(response):
    pairs = response.specification.pairs
    assert (pairs[0].name, pairs[0].value) == ("Power", "2200 W")
    for pair in pairs:
        assert pair.value in response.xpath(f"normalize-space({pair.xpath})").get()
    assert response.css("h1::text").get()
    assert response.specification is response.specification
    assert response.offers == ()


def test_the_body_is_parsed_once(response, monkeypatch):
    made = []
    original = specdex.scrapy.parse
    monkeypatch.setattr(specdex.scrapy, "parse", lambda page: made.append(page) or original(page))
    trees = []
    monkeypatch.setattr(HtmlResponse, "text", property(trees.append))
    assert response.specification.pairs
    assert response.offers == ()
    assert response.css("table")
    assert len(made) == 1
    assert not trees, "nor does Scrapy parse it"


def test_products_are_items_of_zyte_common_items(response):
    items = pytest.importorskip("zyte_common_items")
    assert isinstance(response.product, items.Product)
    assert response.product.url == URL
    assert {each.name: each.value for each in response.product.additionalProperties}[
        "Power"
    ] == "2200 W"


def test_what_is_no_html_passes():
    text = TextResponse(URL, body=b"{}")
    assert Reading().process_response(Request(URL), text) is text


def test_the_add_on_is_one_line_and_a_run_can_be_named(tmp_path):
    settings = Settings({"SPECDEX_RUN": str(tmp_path / "run")})
    Addon().update_settings(settings)
    assert Reading in settings.getdict("DOWNLOADER_MIDDLEWARES")
    assert RunPipeline in settings.getdict("ITEM_PIPELINES")


def test_the_pipeline_keeps_specifications_in_a_run(tmp_path, response):
    pipeline = RunPipeline(str(tmp_path / "run"))
    pipeline.open_spider()
    assert pipeline.process_item({"other": 1}) == {"other": 1}
    assert pipeline.process_item(response.specification) is response.specification
    pipeline.close_spider()
    with Run(tmp_path / "run") as run:
        (kept,) = run.specifications()
    assert kept.pairs == response.specification.pairs


def test_the_spider_of_the_docs_finds_every_product(tmp_path, web):
    source = spider_of_the_docs()
    assert len([line for line in source.splitlines() if line.strip()]) <= 10
    (tmp_path / "kettles.py").write_text(source)
    done = run_scrapy(web, tmp_path, "runspider", "kettles.py", "-O", "kettles.jsonl")
    items = [json.loads(line) for line in (tmp_path / "kettles.jsonl").read_text().splitlines()]
    truth = web.truth()
    assert {each["url"] for each in items} == set(truth["sites"][SITE]["products"]["kettle"]), (
        done.stderr.decode()[-2000:]
    )
    for each in items:
        assert float(each["price"]) == float(truth["pages"][each["url"]]["price"])


def test_the_shell_knows_it_too(tmp_path, web):
    page = web.truth()["sites"][SITE]["products"]["kettle"][0]
    code = "print('pairs:', len(response.specification.pairs))"
    (tmp_path / "settings.py").write_text('ADDONS = {"specdex.scrapy.Addon": 500}\n')
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = settings\n")
    done = run_scrapy(web, tmp_path, "shell", page, "-c", code, "--nolog")
    assert re.search(rb"pairs: [1-9]", done.stdout), done.stderr.decode()[-2000:]


def test_a_page_object_gives_the_same_item():
    web_poet = pytest.importorskip("web_poet")
    answer = web_poet.HttpResponse(URL, body=KETTLE)
    page = specdex.scrapy.SpecificationPage(answer)
    assert asyncio.run(page.to_item()) == product_of(page.specification)
    assert page.specification.pairs
