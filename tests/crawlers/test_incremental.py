"""A site crawled again: only what has changed is sent, and kept, again."""

from ipaddress import ip_address

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse

from specdex.crawlers.journey import validating_headers
from specdex.crawlers.scrapy_crawler import ScrapyCrawler
from specdex.crawlers.spider import page_of
from specdex.crawling import PageWalk
from specdex.pipeline.crawl import RunRecorder
from specdex.records import Page, StoredPage, Visit
from specdex.runs import RunFolder
from specdex.settings import Budget, Politeness

HOST = "dated.example"
PATHS = ("/old", "/new", "/untold")
LATER = "2999-01-01T00:00:00+00:00"


def crawl(server, run, since=None):
    walk = PageWalk(HOST, [f"http://{HOST}{path}" for path in PATHS])
    politeness = Politeness(delay=0, proxy=server.url, render="never")
    ScrapyCrawler(politeness, Budget()).crawl([walk], RunRecorder(run, since))


def places(run):
    with RunFolder(run) as folder:
        return {page.url: (page.file, page.offset) for page in folder.store.read(StoredPage)}


def test_only_changed_pages_are_kept_anew(server, tmp_path):
    run = tmp_path / "run"
    crawl(server, run)
    first = places(run)
    assert len(first) == 3
    crawl(server, run)
    assert len(server.asked(HOST)) == 3, "what a run has is not fetched again"
    crawl(server, run, {HOST: LATER})
    assert len(server.asked(HOST)) == 6
    second = places(run)
    moved = {url.rpartition("/")[2] for url in first if first[url] != second[url]}
    # /untold has no validator: it is fetched, found the same, and not kept twice
    assert moved == {"new"}


def test_a_renewal_goes_on_where_it_was_stopped(tmp_path):
    run = tmp_path / "run"
    recorder = RunRecorder(run, {HOST: "2026-01-02"})
    for day in ("01", "03"):
        page = Page(f"http://{HOST}/{day}", b"<p>", site=HOST, fetched=f"2026-01-{day}")
        recorder.run.store.add([recorder.run.archive.append(page)])
    assert recorder.recall(f"http://{HOST}/03") is not None
    assert recorder.outdated(f"http://{HOST}/03") is None
    assert recorder.recall(f"http://{HOST}/01") is None
    assert recorder.outdated(f"http://{HOST}/01") is not None
    recorder.close()


def test_a_validator_is_a_tag_or_a_date():
    page = Page("http://a.example/", b"")
    date = "Tue, 03 Nov 2026 08:00:00 GMT"
    assert validating_headers(page) == {}
    tagged = Page("http://a.example/", b"", validator='W/"1"')
    assert validating_headers(tagged) == {"If-None-Match": 'W/"1"'}
    dated = Page("http://a.example/", b"", validator=date)
    assert validating_headers(dated) == {"If-Modified-Since": date}


@pytest.mark.parametrize(("meta", "ip"), [({}, "192.0.2.7"), ({"proxy": "http://p.example"}, "")])
def test_a_page_knows_who_answered_unless_a_proxy_stands_between(meta, ip):
    request = Request("http://shop.example/", meta=meta)
    response = HtmlResponse(request.url, request=request, ip_address=ip_address("192.0.2.7"))
    assert page_of(response, Visit(request.url, "shop.example")).ip == ip
