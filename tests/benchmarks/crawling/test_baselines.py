from benchmarks.crawling.baselines import BreadthFirstWalk, SitemapWalk
from specdex.html import parse
from specdex.records import Page, PageKind, Visit

HOME = "http://shop.example/"


def seen(walk, url, body, kind=PageKind.UNKNOWN):
    return walk.see(Visit(url, walk.site, expected=kind), parse(Page(url, body)))


def test_breadth_first_follows_everything_once():
    walk = BreadthFirstWalk("shop.example", HOME)
    sight = seen(walk, HOME, b'<a href="/a">A</a><a href="/a">B</a><a href="/x.png">C</a>')
    assert [visit.url for visit in sight.visits] == [f"{HOME}a"]
    assert not seen(walk, f"{HOME}a", b'<a href="/">Home</a>').visits


def test_the_sitemap_walk_fetches_what_is_listed():
    walk = SitemapWalk("shop.example", HOME)
    assert [visit.url for visit in walk.start()] == [f"{HOME}sitemap.xml"]
    body = f"<urlset><url><loc>{HOME}a</loc></url><url><loc>http://other.example/b</loc></url></urlset>".encode()
    sight = seen(walk, f"{HOME}sitemap.xml", body, PageKind.SITEMAP)
    assert [visit.url for visit in sight.visits] == [f"{HOME}a"]
    assert not seen(walk, f"{HOME}a", b'<a href="/c">C</a>').visits
