import heapq
import pickle

import pytest

from specdex.crawling import PageWalk, SiteWalk
from specdex.html import parse
from specdex.ports import Walk
from specdex.records import Page, PageKind

MENU = """<nav><a href="/">Home</a><a href="/electronics">Electronics</a>
<a href="/garden">Garden</a><a href="/cart">Cart</a><a href="/contact">Contact</a></nav>"""


def card(path, name):
    return f'<li><a href="{path}"><img src="i.png"> {name}</a> <b>$ 19.00</b></li>'


def sheet(name, trail=""):
    rows = "".join(f"<tr><th>Label {n}</th><td>value {n}</td></tr>" for n in range(5))
    buy = "<b>$ 19.00</b><button>Add to cart</button>"
    return f"{MENU}{trail}<h1>{name}</h1>{buy}<table>{rows}</table>"


def listing(title, cards, more=""):
    return f"{MENU}<h1>{title}</h1><ul>{''.join(cards)}</ul>{more}"


def shop():
    """Home, department, category in two pages of three, a garden, and traps."""
    names = {f"/p/{n}": f"Borea Kettle K{n}" for n in range(6)}
    cards = [card(path, name) for path, name in names.items()]
    tv = '<p><a href="/tv">TVs</a></p>'
    facets = '<a href="/kettles?sort=price">Cheapest</a><a href="/kettles?color=red">Red</a>'
    return {
        "/": f"{MENU}<h1>Shop</h1>",
        "/electronics": f'{MENU}<h1>Electronics</h1><p><a href="/kettles">Kettles</a></p>{tv}',
        "/kettles": listing(
            "Kettles", cards[:3], f'{facets}<p><a href="/kettles?page=2">2</a></p>'
        ),
        "/kettles?page=2": listing("Kettles", cards[3:], '<a href="/kettles?page=1">1</a>'),
        "/tv": listing("TVs", [card("/p/tv1", "Big TV"), card("/p/tv2", "Small TV")]),
        "/garden": f"{MENU}<h1>Garden</h1><p>Nothing grows here.</p>",
        **{path: sheet(name) for path, name in names.items()},
        "/p/tv1": sheet("Big TV"),
        "/p/tv2": sheet("Small TV"),
    }


def follow(walk, site, most=100):
    """All sights of a crawl of *site*, a dict of paths and pages, in order."""
    queue, sights = [], []
    order = iter(range(10_000))

    def add(visits):
        for visit in visits:
            heapq.heappush(queue, (-visit.priority, next(order), visit))

    add(walk.start())
    while queue and len(sights) < most:
        visit = heapq.heappop(queue)[2]
        body = site.get(visit.url.removeprefix("http://shop.example"), "")
        sight = walk.see(visit, parse(Page(visit.url, body.encode(), status=200 if body else 404)))
        sights.append(sight)
        add(sight.visits)
    return sights


def paths(sights, kind=None):
    return [
        sight.visit.url.removeprefix("http://shop.example")
        for sight in sights
        if kind is None or (sight.kind is kind and sight.category)
    ]


@pytest.fixture
def walk():
    return SiteWalk("shop.example", "http://shop.example/", "kettle")


def test_walks_fit_the_port(walk):
    assert isinstance(walk, Walk)
    assert isinstance(PageWalk("a.example", []), Walk)


def test_a_walk_goes_from_the_home_page_to_every_product_and_stops(walk):
    sights = follow(walk, shop())
    assert set(paths(sights, PageKind.PRODUCT)) == {f"/p/{n}" for n in range(6)}
    assert paths(sights)[:3] == ["/", "/electronics", "/kettles"]
    assert len(sights) <= 12


def test_sights_say_what_each_page_is(walk):
    kinds = {path: sight for sight in follow(walk, shop()) for path in paths([sight])}
    assert kinds["/"].kind is PageKind.HOME
    assert kinds["/electronics"].kind is PageKind.OTHER
    assert (kinds["/kettles"].kind, kinds["/kettles"].category) == (PageKind.ENTRY, "kettle")
    assert kinds["/kettles?page=2"].kind is PageKind.INDEX
    assert kinds["/p/0"].visit.trail == ("Electronics", "Kettles", "Borea Kettle K0")


def test_traps_are_not_entered(walk):
    asked = paths(follow(walk, shop()))
    assert not [path for path in asked if "sort" in path or "color" in path or "cart" in path]


def test_a_category_in_no_table_is_found_by_its_word():
    site = {
        path: body.replace("Kettle", "Teapot").replace("/kettles", "/teapots")
        for path, body in shop().items()
    }
    site = {path.replace("/kettles", "/teapots"): body for path, body in site.items()}
    sights = follow(SiteWalk("shop.example", "http://shop.example/", "teapot"), site)
    assert len(paths(sights, PageKind.PRODUCT)) == 6


def test_the_same_pages_lead_to_the_same_walk_also_after_pickling(walk):
    first = follow(walk, shop())
    fresh = pickle.loads(pickle.dumps(SiteWalk("shop.example", "http://shop.example/", "kettle")))
    halfway = follow(fresh, shop(), most=5)
    assert halfway == first[:5]
    assert follow(SiteWalk("shop.example", "http://shop.example/", "kettle"), shop()) == first


def test_a_page_that_does_not_come_does_not_end_the_walk(walk):
    site = shop()
    del site["/p/2"], site["/kettles?page=2"]
    sights = follow(walk, site)
    assert set(paths(sights, PageKind.PRODUCT)) == {"/p/0", "/p/1"}
    assert sights[-1].visits == ()


def test_a_shop_without_the_category_is_left_soon(walk):
    site = {
        path: body for path, body in shop().items() if "kettle" not in path and "/p/" not in path
    }
    site["/electronics"] = f'{MENU}<h1>Electronics</h1><a href="/tv">TVs</a>'
    sights = follow(walk, site)
    assert len(sights) <= 10
    assert not paths(sights, PageKind.PRODUCT)


def test_a_list_that_only_its_products_name_is_found(walk):
    site = shop()
    site["/electronics"] = f'{MENU}<h1>Electronics</h1><p><a href="/hot">Hot water</a></p>'
    site["/hot"] = (
        site.pop("/kettles").replace("Kettles", "Hot water").replace("/kettles?", "/hot?")
    )
    site["/hot?page=2"] = site.pop("/kettles?page=2").replace("Kettles", "Hot water")
    assert len(paths(follow(walk, site), PageKind.PRODUCT)) == 6


def test_a_products_own_trail_leads_back_to_its_list(walk):
    site = shop()
    trail = (
        '<ol class="breadcrumb"><li><a href="/">Home</a><li><a href="/hidden">Kettles</a><li>x</ol>'
    )
    site["/"] = listing("Shop", [card("/p/0", "Borea Kettle K0"), card("/p/tv1", "Big TV")])
    site["/electronics"] = site["/garden"]
    site["/p/0"] = sheet("Borea Kettle K0", trail)
    site["/hidden"] = site.pop("/kettles").replace("/kettles?", "/hidden?")
    site["/hidden?page=2"] = site.pop("/kettles?page=2")
    assert len(paths(follow(walk, site), PageKind.PRODUCT)) == 6


def test_products_of_other_categories_are_told_apart(walk):
    site = shop()
    trail = '<p class="breadcrumb"><a href="/">Home</a> <a href="/x">Kettle accessories</a> x</p>'
    site["/p/5"] = sheet("Lime remover", trail)
    sights = follow(walk, site)
    assert "/p/5" not in paths(sights, PageKind.PRODUCT)
    assert sum(sight.kind is PageKind.PRODUCT for sight in sights) == 6


def test_a_visit_never_asked_for_is_seen_all_the_same(walk):
    visit = SiteWalk("shop.example", "http://shop.example/p/1", "kettle").start()[0]
    document = parse(Page(visit.url, sheet("Borea Kettle K1").encode()))
    assert walk.see(visit, document).kind is PageKind.PRODUCT


def test_a_page_walk_sees_its_pages_and_goes_nowhere():
    walk = PageWalk("a.example", ["http://a.example/1", "http://a.example/2"], PageKind.HOME)
    visits = walk.start()
    assert [visit.url for visit in visits] == list(walk.urls)
    assert visits[0].priority > visits[1].priority
    sight = walk.see(visits[0], parse(Page("http://a.example/1", b"<p>x")))
    assert (sight.kind, sight.visits) == (PageKind.HOME, ())
    assert walk.see(visits[1], parse(Page("http://a.example/2", b""))).kind is PageKind.OTHER
