import gzip

from hypothesis import given
from hypothesis import strategies as st

from specdex.crawling import parse_sitemap
from specdex.crawling.sitemaps import moment

NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
PAGES = f"""<?xml version="1.0"?><urlset {NAMESPACE}>
<url><loc> http://a.example/p/1 </loc><lastmod>2026-01-02</lastmod></url>
<url><loc>http://a.example/p/2?b=1&amp;a=2</loc></url><url><loc>nonsense</loc></url><url/></urlset>""".encode()
INDEX = f"<sitemapindex {NAMESPACE}><sitemap><loc>http://a.example/s1.xml.gz</loc></sitemap></sitemapindex>".encode()
BOMB = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">
<!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>http://a.example/&f;</loc></url>
<url><loc>http://a.example/ok</loc></url></urlset>"""


def test_pages_are_read_with_when_they_changed():
    found = parse_sitemap(PAGES).pages
    assert [entry.url for entry in found] == [
        "http://a.example/p/1",
        "http://a.example/p/2?a=2&b=1",
    ]
    assert [entry.changed for entry in found] == ["2026-01-02T23:59:59+00:00", ""]


def test_an_index_lists_further_sitemaps():
    found = parse_sitemap(INDEX)
    assert [entry.url for entry in found.sitemaps] == ["http://a.example/s1.xml.gz"]
    assert found.pages == ()


def test_gzipped_bytes_are_unpacked():
    assert parse_sitemap(gzip.compress(PAGES)) == parse_sitemap(PAGES)


def test_plain_lines_are_a_sitemap_too():
    assert len(parse_sitemap(b"http://a.example/1\nhttp://a.example/2\n# no\n").pages) == 2


def test_entities_are_never_expanded():
    assert all("root:" not in entry.url for entry in parse_sitemap(BOMB).pages)
    assert parse_sitemap(BOMB).pages[-1].url == "http://a.example/ok"


def test_what_is_no_sitemap_lists_nothing():
    for body in (b"", b"<html><p>no", b"\x1f\x8bbroken", b"<", b"\0\0", PAGES[:40]):
        assert parse_sitemap(body).pages == ()


def test_a_sitemap_cut_short_gives_what_it_has():
    assert [entry.url for entry in parse_sitemap(PAGES[:190]).pages][:1] == ["http://a.example/p/1"]


@given(st.text(max_size=30) | st.datetimes().map(str) | st.dates().map(str))
def test_a_date_is_understood_or_left_alone(printed):
    found = moment(printed)
    assert not found or moment(found) == found
