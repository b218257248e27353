"""A walk never stumbles, whatever a page holds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.crawling import SiteWalk
from specdex.crawling.addresses import is_trap, without_session
from specdex.crawling.links import site_links
from specdex.html import parse
from specdex.records import Page, Visit

HOME = "http://shop.example/"
HREFS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "http://[",
            "//",
            "?page=99999999999999999999",
            "http://shop.example:99999/",
            "%",
            "/\u0131?q=\ud800",
        ]
    ),
    st.text(alphabet="/?&=#;:[]%.0123456789page", max_size=30),
)
PIECES = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            *("<li>", "<ul class=grid>", "</ul>", "<nav>", "<h1>Kettles</h1>", "<b>$ 9.00</b>"),
            *(
                "<img alt='Kettle'>",
                "<button>Add to cart</button>",
                "<link rel=next href='?page=2'>",
            ),
            *(
                "<script type='application/ld+json'>[{}, 1, {\"@type\": 3}]</script>",
                "<base href='//['>",
            ),
            *(
                "<p class=breadcrumb>",
                "<a href='/'>Home</a> &gt; <a href='/k'>K</a>",
                "<table><tr><td>",
            ),
        ]
    ),
    HREFS.map(lambda href: f'<a href="{href}">Kettles {len(href)}</a>'),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(PIECES, max_size=25), st.sampled_from(["", "kettles", "kettles?page=2"]))
def test_any_page_is_seen(pieces, path):
    walk = SiteWalk("shop.example", HOME, "kettle")
    (visit,) = walk.start()
    body = "".join(pieces).encode("utf-8", "replace")
    home = walk.see(visit, parse(Page(HOME, b'<nav><a href="/kettles">Kettles</a></nav>')))
    for each in (*home.visits, Visit(HOME + path, "shop.example")):
        for following in walk.see(each, parse(Page(each.url, body))).visits:
            assert following.url.startswith(("http://", "https://"))
            assert following.site == "shop.example"


@settings(max_examples=80, deadline=None)
@given(HREFS)
def test_any_link_is_read(href):
    body = f'<a href="{href}">x</a>'.encode("utf-8", "replace")
    for link in site_links(parse(Page(HOME, body))):
        assert isinstance(is_trap(link.url), bool)
        assert without_session(without_session(link.url)) == without_session(link.url)
