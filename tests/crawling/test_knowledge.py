"""URL patterns, sitemaps, earlier crawls, search hits and listing readers on a walk."""

import gzip
import pickle

from specdex.crawling import SiteWalk, WalkMemory
from specdex.crawling.addresses import learn_patterns, url_pattern
from specdex.crawling.category import Category
from specdex.crawling.frontier import Role
from specdex.crawling.sitemaps import (
    EntryVotes,
    SiteAddresses,
    SitemapEntry,
    Strategy,
    chosen_sitemaps,
    harmonic_mean,
    named_steps,
    parse_sitemap,
)
from specdex.crawling.verdicts import Barren, CrawlFacts, why_barren
from specdex.html import parse
from specdex.ports import Walk
from specdex.records import Listing, Offer, Page, PageKind, StoredPage, UrlPattern, Visit

HOME = "http://shop.example/"


def sitemap(*urls, tag="url"):
    inner = "".join(f"<{tag}><loc>{url}</loc></{tag}>" for url in urls)
    return f"<urlset>{inner}</urlset>".encode()


def seen(walk, url, body, kind=PageKind.UNKNOWN):
    return walk.see(Visit(url, walk.site, expected=kind), parse(Page(url, body)))


def test_addresses_alike_share_a_pattern():
    assert url_pattern("http://a.example/p/12-red-mug.html") == "/p/*.html"
    assert url_pattern("http://a.example/c/7/?page=3&sort=x") == "/c/#?page=#&sort=x"
    assert url_pattern("http://[") == ""


def test_patterns_are_learned_from_what_a_crawl_stored():
    pages = [
        StoredPage(
            f"http://a.example/p/mug-{n}", "a.example", kind=PageKind.PRODUCT, category="mug"
        )
        for n in range(3)
    ]
    entry = StoredPage("http://a.example/mugs", "a.example", kind=PageKind.ENTRY, category="mug")
    other = StoredPage("http://a.example/tv-1", "a.example", kind=PageKind.PRODUCT)
    found = learn_patterns([*pages, entry, other], "a.example", "mug")
    assert {(each.kind, each.pattern, each.seen) for each in found} == {
        (PageKind.PRODUCT, "/p/*", 3),
        (PageKind.ENTRY, "http://a.example/mugs", 1),
    }
    memory = WalkMemory.of(found)
    assert memory.entries == ("http://a.example/mugs",)
    assert memory.products == {"/p/*"}


def test_a_later_crawl_starts_at_the_known_entry_page():
    pattern = UrlPattern("shop.example", "mug", PageKind.ENTRY, f"{HOME}m", 1, f"{HOME}m")
    walk = SiteWalk("shop.example", HOME, "mug", WalkMemory.of([pattern]))
    assert [visit.url for visit in walk.start()] == [HOME, f"{HOME}m"]
    assert isinstance(pickle.loads(pickle.dumps(walk)), Walk)


def test_search_hits_are_held_as_candidates():
    walk = SiteWalk("shop.example", HOME, "mug", WalkMemory(hits=(f"{HOME}a", f"{HOME}b")))
    walk.start()
    assert walk.frontier.best(0.0).url == f"{HOME}a"


def test_three_strategies_are_joined_by_the_harmonic_mean():
    votes = EntryVotes()
    votes.vote("a", Strategy.HOME, 0.5)
    votes.vote("a", Strategy.HOME, 1.0)
    assert votes.joined("a") == 0.0
    votes.vote("a", Strategy.TARGET, 1.0)
    votes.vote("a", Strategy.TARGET, 0.0)
    assert votes.joined("a") == harmonic_mean([1.0, 0.5])
    votes.vote("a", Strategy.SEARCH, 1.0)
    assert votes.joined("a") == harmonic_mean([1.0, 0.5, 1.0])
    assert harmonic_mean([]) == harmonic_mean([0.0, 1.0]) == 0.0


def test_the_files_of_a_sitemap_index_that_list_products_come_first():
    names = ["sitemap-blog.xml", "sitemap-images.xml", "sitemap-products-fi.xml"]
    names += ["sitemap-products-en.xml", "sitemap-categories-en.xml", "sitemap-1.xml"]
    chosen = chosen_sitemaps([SitemapEntry(HOME + name) for name in names], HOME)
    assert [each.url.removeprefix(HOME) for each in chosen] == [
        "sitemap-products-en.xml",
        "sitemap-products-fi.xml",
        "sitemap-categories-en.xml",
    ]
    assert not chosen_sitemaps([SitemapEntry("http://other.example/products.xml")], HOME)


def test_addresses_that_name_the_category_are_candidates():
    urls = [f"{HOME}kettles/", f"{HOME}kettles/borea-k1", f"{HOME}kettles/borea-k2"]
    urls += [f"{HOME}kettles/borea-k3", f"{HOME}tv/big", f"{HOME}cart"]
    listed = parse_sitemap(gzip.compress(sitemap(*urls)))
    steps = list(named_steps(listed, Category.of("kettle"), HOME))
    assert {step.url for step in steps if step.role is Role.LISTING} == {f"{HOME}kettles/"}
    assert {step.url for step in steps if step.role is Role.PRODUCT} == set(urls[1:4])


def test_a_sitemap_leads_a_walk_to_a_hidden_list():
    walk = SiteWalk("shop.example", HOME, "kettle")
    start = walk.start()[0]
    sight = seen(walk, f"{HOME}s.xml", sitemap(f"{HOME}x/kettles/"), PageKind.SITEMAP)
    assert sight.kind is PageKind.SITEMAP
    following = walk.see(start, parse(Page(HOME, b"<h1>Shop</h1>")))
    assert [visit.url for visit in following.visits] == [f"{HOME}x/kettles/"]


def test_a_visit_tells_when_the_sitemap_says_its_page_last_changed():
    walk = SiteWalk("shop.example", HOME, "kettle")
    start = walk.start()[0]
    body = sitemap(f"{HOME}kettles/").replace(b"</loc>", b"</loc><lastmod>2026-03-01</lastmod>")
    seen(walk, f"{HOME}s.xml", body, PageKind.SITEMAP)
    following = walk.see(start, parse(Page(HOME, b"<h1>Shop</h1>")))
    assert [visit.changed for visit in following.visits] == ["2026-03-01T23:59:59+00:00"]


def test_a_walk_may_leave_nofollow_links_alone():
    walk = SiteWalk("shop.example", HOME, "kettle")
    walk.nofollow = True
    home = b'<a href="/kettles" rel="nofollow">Kettles</a>'
    assert not walk.see(walk.start()[0], parse(Page(HOME, home))).visits


def test_further_sitemaps_are_asked_for_and_few():
    walk = SiteWalk("shop.example", HOME, "kettle")
    index = sitemap(*(f"{HOME}product-{n}.xml" for n in range(9)), tag="sitemap")
    sight = seen(walk, f"{HOME}s.xml", index, PageKind.SITEMAP)
    assert len(sight.visits) == 3
    assert all(visit.expected is PageKind.SITEMAP for visit in sight.visits)
    assert not seen(
        walk, f"{HOME}t.xml", index.replace(b"product", b"item"), PageKind.SITEMAP
    ).visits


def test_what_no_list_shows_is_found_by_name_among_the_addresses():
    walk = SiteWalk("shop.example", HOME, "kettle")
    known = SiteAddresses()
    known.add(
        parse_sitemap(sitemap(f"{HOME}p/borea-kettle-k9", f"{HOME}p/big-tv", f"{HOME}about-us"))
    )
    for number in range(6):
        walk.names.learn(f"Borea kettle K{number}", lucky=True)
        walk.names.learn(f"Big TV {number}", lucky=False)
    found = known.alike(frozenset({"/p/*"}), walk.names, set())
    assert [step.url for step in found] == [f"{HOME}p/borea-kettle-k9"]
    assert not list(known.alike(frozenset({"/p/*"}), walk.names, {f"{HOME}p/borea-kettle-k9"}))


class OffersOf:
    """A listing reader that finds what it is told."""

    name = "told"

    def __init__(self, *urls):
        self.urls = urls

    def read(self, document):
        offers = tuple(Offer("/html", url=url, price="$ 1") for url in self.urls)
        return Listing(document.page.url, offers=offers, confidence=0.9)


def test_the_offers_of_a_listing_reader_are_products_to_see():
    body = b'<h1>Kettles</h1><a href="/a">One</a><p><a href="/b">Two</a></p>'
    reader = OffersOf("/a", "b")
    walk = SiteWalk("shop.example", HOME, "kettle", WalkMemory(entries=(f"{HOME}k",)), reader)
    visits = walk.start()
    sight = walk.see(visits[1], parse(Page(f"{HOME}k", body)))
    assert {visit.url for visit in sight.visits} == {f"{HOME}a", f"{HOME}b"}
    assert {visit.expected for visit in sight.visits} == {PageKind.PRODUCT}


def test_products_in_a_side_bar_are_no_list():
    cards = "".join(f'<li><a href="/p/{n}">Other thing {n}</a> <b>$ 9</b></li>' for n in range(4))
    text = "<p>Nothing is to be had here at the moment.</p>" * 20
    body = f'<h1>Kettles</h1>{text}<div class="sidebar"><ul>{cards}</ul></div>'
    walk = SiteWalk("shop.example", HOME, "kettle", WalkMemory(entries=(f"{HOME}k",)))
    sight = walk.see(walk.start()[1], parse(Page(f"{HOME}k", body.encode())))
    assert not sight.visits


def test_why_a_site_is_dry():
    assert why_barren(CrawlFacts()) is Barren.BLOCKED
    assert why_barren(CrawlFacts(came=3, looked_at=3, scripted=3)) is Barren.SCRIPTS
    assert why_barren(CrawlFacts(came=3, looked_at=3)) is Barren.NO_CATEGORY
    assert why_barren(CrawlFacts(came=3, looked_at=3, lists=1)) is Barren.NO_PRODUCTS
    assert why_barren(CrawlFacts(came=3, products=2, specifications=0)) is Barren.NO_SPECIFICATIONS
    assert why_barren(CrawlFacts(came=3, products=2)) is None
    assert why_barren(CrawlFacts(came=3, products=2, specifications=2)) is None
