"""Crawls in process, their funnel, and what is kept of them."""

import json
import lzma

import pytest

from benchmarks.crawling.labels import Answer, Snapshot, labelled_pagers, snapshots
from benchmarks.crawling.measure import follow, measure_shops
from benchmarks.crawling.models import seed_anchors
from specdex.crawling import SiteWalk
from specdex.errors import InputError, ProviderError
from specdex.harvest.judge import barren_reason, funnel, refuse_barren
from specdex.pipeline.crawl import RunRecorder, Start, crawl_sites, searched
from specdex.records import Page, PageKind, SearchResult, Site, SiteStatus, UrlPattern
from specdex.runs import RunFolder

HOST = "http://shop.example"
NAMES = {f"/p/{n}": f"Borea Camera C{n}" for n in range(5)}
PAIRS = [["Brand", "Borea"], ["Weight", "480 g"], ["Display size", "3 in"], ["Color", "black"]]
PAIRS += [["Effective pixels", "20.1 megapixels"], ["Optical zoom", "5 x"]]
ROWS = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in PAIRS)


def card(path):
    return f'<li><a href="{path}"><img src="i.png"> {NAMES[path]}</a> <b>$ 19.00</b></li>'


def shop():
    nav = '<nav><a href="/">Home</a><a href="/c">Cameras</a><a href="/cart">Cart</a></nav>'
    buy = "<b>$ 19.00</b><button>Add to cart</button>"
    return {
        "/": f"{nav}<h1>Shop</h1>",
        "/c": f"{nav}<h1>Cameras</h1><ul>{''.join(map(card, NAMES))}</ul>",
        "/robots.txt": f"User-agent: *\nDisallow: /p/4\nSitemap: {HOST}/map.xml\n",
        "/map.xml": "<urlset><url><loc>http://shop.example/p/0</loc></url></urlset>",
        **{path: f"{nav}<h1>{name}</h1>{buy}<table>{ROWS}</table>" for path, name in NAMES.items()},
    }


def answer(url):
    body = shop().get(url.removeprefix(HOST))
    return Answer(url, Page(url, (body or "").encode(), status=200 if body else 404))


class Bench:
    """A crawler that fetches from the shop above."""

    def crawl(self, walks, recorder, _watch=None):
        for walk in walks:
            seen = walk.see

            def see(visit, document, seen=seen):
                sight = seen(visit, document)
                if document.page.status == 200:
                    recorder.record(document.page, sight)
                return sight

            walk.see = see
            follow(walk, answer)
        recorder.close()


def write(path, lines):
    with lzma.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in lines)


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "shops"
    folder.mkdir()
    pages = [
        {"url": HOST + path, "status": 200, "location": None, "content_type": "", "html": body}
        for path, body in shop().items()
    ]
    pages += [
        {"url": f"{HOST}/old", "status": 302, "location": "/c", "content_type": "", "html": ""}
    ]
    facts = {
        "entry": [f"{HOST}/c"],
        "index": [f"{HOST}/c"],
        "index_variants": [],
        "parent_listings": [],
        "products": {HOST + path: {"pairs": PAIRS} for path in list(NAMES)[:4]},
    }
    truth = {
        "home": f"{HOST}/",
        "categories": {"camera": facts},
        "other_listings": [],
        "other_products": [],
        "aliases": {},
    }
    for name in ("one", "two"):
        write(folder / f"{name}.jsonl.xz", pages)
        (folder / f"{name}.truth.json").write_text(json.dumps(truth))
    return tmp_path


def test_a_crawl_in_process_keeps_to_the_robots_and_reads_the_sitemap():
    crawled = follow(SiteWalk("shop.example", f"{HOST}/", "camera"), answer)
    urls = [fetch.url.removeprefix(HOST) for fetch in crawled.fetches]
    assert sorted(urls) == ["/", "/c", "/map.xml", "/p/0", "/p/1", "/p/2", "/p/3"]
    assert [fetch.url for fetch in crawled.fetches if fetch.sitemap] == [f"{HOST}/map.xml"]
    assert len(crawled.products) == 4


def test_a_budget_ends_a_crawl():
    crawled = follow(SiteWalk("shop.example", f"{HOST}/", "camera"), answer, budget=3)
    assert len(crawled.fetches) == 3


def test_shops_are_measured_beside_the_baselines(data):
    scores = list(measure_shops(data))
    assert [score.walk.category for score in scores] == ["camera", "camera"]
    assert scores[0].walk.recall == 1.0
    assert scores[0].breadth.recall == 1.0
    assert scores[0].sitemap.recall == 0.25
    assert scores[0].pairs.f1 > 0.9


def test_redirects_of_a_snapshot_are_requests_too(data):
    told = next(iter(snapshots(data))).answer(f"{HOST}/old")
    assert (told.url, told.requests, told.page.status) == (f"{HOST}/c", 2, 200)


def test_anchors_are_learned_from_snapshots(data):
    told = seed_anchors(snapshots(data))["camera"]
    assert told["entry"].score("Cameras") > told["entry"].score("Home")
    assert told["index"].score("Borea Camera") > 0.5


def test_data_that_is_not_there_is_one_sentence(tmp_path):
    with pytest.raises(InputError, match="no snapshots"):
        snapshots(tmp_path)
    (tmp_path / "x.truth.json").write_text("{")
    with pytest.raises(InputError, match="cannot read"):
        Snapshot(tmp_path / "x.jsonl.xz")


def test_labelled_pagers_name_their_links(tmp_path):
    (tmp_path / "pagination").mkdir()
    html = '<p class="n"><a href="?p=2"><span>more</span></a></p><i class="s">x</i>'
    lines = [
        {"id": 1, "url": f"{HOST}/l", "css": {"next": ".n span"}, "html": html},
        {"id": 2, "url": f"{HOST}/l", "css": {"next": ".s"}, "html": html},
        {"id": 3, "url": f"{HOST}/l", "css": {}, "html": html},
    ]
    write(tmp_path / "pagination" / "autopager.jsonl.xz", lines)
    first, second, third = labelled_pagers(tmp_path)
    assert first.addresses == {f"{HOST}/l?p=2"}
    assert len(first.nodes) == 1
    assert (second.scripted, third.scripted) == (True, False)


def test_a_crawl_keeps_patterns_and_a_later_one_begins_with_them(tmp_path):
    run = tmp_path / "run"
    crawl_sites([f"{HOST}/"], "camera", run, Bench())
    with RunFolder(run) as folder:
        patterns = list(folder.store.read(UrlPattern, site="shop.example", category="camera"))
        site = next(iter(folder.store.read(Site, category="camera")))
        row = funnel(folder, "shop.example", "camera", lambda _: True)
    assert (PageKind.PRODUCT, "/p/#") in {(each.kind, each.pattern) for each in patterns}
    assert (site.crawled, site.reason, site.status) == (True, "", SiteStatus.CANDIDATE)
    assert (row.fetched, row.products, row.specifications, row.reason) == (7, 4, 4, "")
    assert row.bytes > 0


def test_a_dry_site_is_filtered_out_with_its_reason(tmp_path):
    run = tmp_path / "run"
    crawl_sites([f"{HOST}/"], "tractor", run, Bench())
    with RunFolder(run) as folder:
        refuse_barren(folder, "tractor", ["shop.example"])
        site = next(iter(folder.store.read(Site, category="tractor")))
        assert barren_reason(folder, "nowhere.example", "tractor") == "none of its pages came"
    assert (site.status, site.reason) == (SiteStatus.REJECTED, "no page of the category was found")


def test_a_site_of_scripts_is_told(tmp_path):
    recorder = RunRecorder(tmp_path / "run")
    walk = SiteWalk("shop.example", f"{HOST}/", "camera")
    page = Page(f"{HOST}/", b'<div id="root"></div><script>go()</script>', site="shop.example")
    from specdex.html import parse  # noqa: PLC0415 - only here

    recorder.record(page, walk.see(walk.start()[0], parse(page)))
    recorder.close()
    with RunFolder(tmp_path / "run") as folder:
        assert (
            barren_reason(folder, "shop.example", "camera") == "it shows nothing without JavaScript"
        )


class Engine:
    """A search engine that knows two pages."""

    def search(self, query, limit):
        assert query == "site:shop.example camera"
        return [SearchResult(f"{HOST}/c"), SearchResult("http://other.example/")][:limit]


def test_a_search_within_a_site_keeps_its_own_pages():
    found = searched([Start("shop.example", nofollow=True)], "camera", Engine())
    assert found == [Start("shop.example", (f"{HOST}/c",), nofollow=True)]


class DeadEngine:
    """A search engine that is not there."""

    asked = 0

    def search(self, query, limit):
        del query, limit
        self.asked += 1
        raise ProviderError("nobody answers at http://localhost:1")


def test_a_dead_search_engine_is_told_of_once_and_costs_no_walk():
    engine, told = DeadEngine(), []
    starts = [Start("a.example"), Start("b.example")]
    assert searched(starts, "camera", engine, told.append) == starts
    assert told == ["no search within sites: nobody answers at http://localhost:1"]
    assert engine.asked == 1
