"""A shop is walked through an archive as it is walked itself, and what is missing is told."""

import pytest

from specdex.crawlers.archive_crawler import ArchiveCrawler
from specdex.demo.web import build
from specdex.errors import InputError, ProviderError
from specdex.pipeline.crawl import crawl_sites
from specdex.pipeline.fetch import archive_called, coverage, crawler_of
from specdex.records import Failure, Page, PageKind, StoredPage
from specdex.runs import RunFolder
from specdex.settings import Budget, Politeness

HTML = "text/html"
SHOP = "lumenshop.example"


class Shelf:
    """An archive of the demo web; *lost* is what it never saw."""

    def __init__(self, web, addresses, lost=lambda _: False):
        self.web = web
        self.held = [url for url in addresses if not lost(url)]
        self.asked = []

    def addresses(self, site):
        return [url for url in self.held if f"//{site}/" in url]

    def page(self, url, site):
        self.asked.append(url)
        if url not in self.held:
            return Failure(url, "fetch", "not held")
        return Page(url, self.web.answer(url).body, site=site, content_type=HTML)


@pytest.fixture(scope="module")
def web():
    return build()


@pytest.fixture(scope="module")
def truth(web):
    return web.truth()


def cameras(truth):
    return {
        url
        for url, page in truth["pages"].items()
        if page["site"] == SHOP and page["category"] == "camera"
    }


def addresses(truth):
    site = truth["sites"][SHOP]
    return [site["home"], *site["index"]["camera"], *sorted(cameras(truth))]


def walked(shelf, run, **budget):
    crawl_sites([SHOP], "camera", run, ArchiveCrawler(shelf, Budget(**budget)))
    with RunFolder(run) as folder:
        return {each.url for each in folder.store.read(StoredPage, kind=PageKind.PRODUCT)}


def test_a_shop_is_walked_as_if_it_answered(web, truth, tmp_path):
    shelf = Shelf(web, addresses(truth))
    assert walked(shelf, tmp_path / "run") == cameras(truth)
    with RunFolder(tmp_path / "run") as folder:
        (row,) = coverage(folder, shelf)
    assert (row.products, row.held) == (len(cameras(truth)), len(cameras(truth)))
    assert row.archived == len(addresses(truth))


def test_products_are_found_where_no_page_leads_to_them(web, truth, tmp_path):
    listed = set(truth["sites"][SHOP]["index"]["camera"])
    shelf = Shelf(web, addresses(truth), lost=listed.__contains__)
    assert walked(shelf, tmp_path / "run") == cameras(truth)


def test_what_the_archive_never_saw_is_told_and_not_counted(web, truth, tmp_path):
    gone = sorted(cameras(truth))[:5]
    shelf = Shelf(web, addresses(truth), lost=gone.__contains__)
    assert walked(shelf, tmp_path / "run") == cameras(truth) - set(gone)
    with RunFolder(tmp_path / "run") as folder:
        assert {each.url for each in folder.store.read(Failure)} >= set(gone)
        (row,) = coverage(folder, Shelf(web, addresses(truth)[:20]))
    assert 0 < row.held < row.products


def test_the_budget_is_kept_and_a_crawl_goes_on(web, truth, tmp_path):
    shelf = Shelf(web, addresses(truth))
    some = walked(shelf, tmp_path / "run", max_pages=9)
    assert len(shelf.asked) <= 9
    assert some < cameras(truth)


def test_an_archive_that_does_not_answer_ends_the_crawl_with_its_sentence(web, tmp_path):
    shelf = Shelf(web, [])

    def silent(*_):
        raise ProviderError("the index is busy; try again later")

    shelf.page = silent
    with pytest.raises(ProviderError, match="busy"):
        walked(shelf, tmp_path / "run")


def test_a_source_is_named(monkeypatch):
    monkeypatch.setenv("SPECDEX_COMMONCRAWL_INDEX", "ftp://nowhere")
    with pytest.raises(InputError, match="not an http address"):
        archive_called("commoncrawl:CC-MAIN-2026-21", Politeness())
    with pytest.raises(InputError, match="no source 'wayback'"):
        crawler_of("wayback", Politeness(), Budget())
    monkeypatch.delenv("SPECDEX_COMMONCRAWL_INDEX")
    assert isinstance(crawler_of("commoncrawl", Politeness(), Budget()), ArchiveCrawler)
