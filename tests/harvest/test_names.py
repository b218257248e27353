"""A shop that calls the category by another name is found by the products it shows."""

from dataclasses import replace

import pytest

from specdex.crawling.navigation import trail_names
from specdex.harvest import Harvest
from specdex.harvest.candidates import named_ids
from specdex.harvest.names import HITS, CategoryNames, hit_lines
from specdex.html import parse
from specdex.pipeline.discover import Providers
from specdex.pipeline.extract import shipped
from specdex.records import (
    Milestone,
    Page,
    PageKind,
    SearchResult,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    UrlPattern,
)
from specdex.settings import DiscoverySettings, HarvestSettings
from specdex.testing import MemoryRun

ENGLISH = {
    "home": ("Home", "Cart", "Shipping", "Returns", "Customer service", "Drills", "Saws"),
    "words": ("Drills", "drills", "Add to cart", "Price", "Specifications"),
    "rows": (("Model number", "{}"), ("Power", "{} W"), ("Speed", "{} rpm"), ("Weight", "{} kg")),
}
GERMAN = {
    "home": ("Startseite", "Warenkorb", "Versand", "AGB", "Impressum", "Bohrmaschinen", "Sägen"),
    "words": ("Bohrmaschinen", "bohrmaschinen", "In den Warenkorb", "Preis", "Technische Daten"),
    "rows": (
        *(("Modellnummer", "{}"), ("Leistung", "{} W")),
        *(("Drehzahl", "{} U/min"), ("Gewicht", "{} kg")),
    ),
}
CODES = [f"GSB-{number}-RE" for number in (1300, 1451, 1612, 1773, 1934)]


def shop(host, said):
    """The pages of a shop that sells all of CODES, and saws, in its own words."""
    name, slug, buy, price, title = said["words"]
    at = f"http://{host}"
    links = [f"/{slug}" if label == name else f"/{label}" for label in said["home"]]
    menu = "".join(
        f"<a href='{link}'>{label}</a> " for link, label in zip(links, said["home"], strict=True)
    )
    many = "".join(f"<a href='/info/{n}'>{said['home'][4]} {n}</a> " for n in range(30))
    prices = " ".join(f"<p>{49 + n},00 \u20ac</p>" for n in range(5))
    cards = "".join(
        f"<li class='card'><a href='/p/{n}'><img src='/{n}.png' alt=''>Makko {code}</a>"
        f"<span class='price'>{49 + n}.00 \u20ac</span><button>{buy}</button></li>"
        for n, code in enumerate(CODES)
    )
    pages = {
        f"{at}/": f"<title>{host}</title><nav>{menu}</nav>{many}{prices}<button>{buy}</button>",
        f"{at}/{slug}": f"<nav>{menu}</nav><h1>{name}</h1><ul class='products'>{cards}</ul>",
    }
    for n, code in enumerate(CODES):
        values = (code, 500 + n, 2800 + n, 1.5 + n / 10)
        rows = "".join(
            f"<tr><th>{label}</th><td>{form.format(value)}</td></tr>"
            for (label, form), value in zip(said["rows"], values, strict=True)
        )
        pages[f"{at}/p/{n}"] = (
            f"<nav>{menu}</nav><div class='breadcrumb'><a href='/'>{said['home'][0]}</a> &gt; "
            f"<a href='/{slug}'>{name}</a> &gt; <span>Makko {code}</span></div>"
            f"<h1>Makko {code}</h1><p>{price}: {49 + n}.00 \u20ac</p><button>{buy}</button>"
            f"<h2>{title}</h2><table>{rows}</table>"
        )
    return pages


PAGES = shop("drills.example", ENGLISH) | shop("bohrer.example", GERMAN)


class Web:
    """A crawler and a search engine over PAGES."""

    def search(self, query, limit):
        found = [url for url, body in PAGES.items() if query.strip('"') in body and "/p/" in url]
        return [SearchResult(url) for url in found][:limit]

    def crawl(self, walks, recorder, watch=None):
        del watch
        for walk in walks:
            waiting = list(walk.start())
            while waiting:
                visit = waiting.pop(0)
                body = PAGES.get(visit.url, "")
                status = 200 if body else 404
                page = Page(visit.url, body.encode(), site=walk.site, status=status)
                document = parse(page)
                sight = walk.see(visit, document)
                if body:
                    recorder.record(page, sight, document)
                waiting += sight.visits
        recorder.close()


def harvested(**about):
    run, web = MemoryRun(), Web()
    discovery = DiscoverySettings(rounds=1, search_within=False)
    settings = HarvestSettings("drill", sites=("drills.example",), discovery=discovery, **about)
    Harvest(settings, run, mapped=shipped(), crawler=web, providers=Providers(web, None)).go()
    return run


def test_a_german_shop_of_drills_is_found_from_an_english_seed():
    run = harvested()
    sites = {site.host: site for site in run.store.read(Site)}
    assert sites["bohrer.example"].status is SiteStatus.ACCEPTED, sites["bohrer.example"].reason
    products = list(run.store.read(StoredPage, site="bohrer.example", category="drill"))
    assert {page.url for page in products} >= {f"http://bohrer.example/p/{n}" for n in range(5)}


def test_without_the_trail_it_would_not_be(monkeypatch):
    monkeypatch.setattr("specdex.harvest.names.trail_names", lambda _: ())
    sites = {site.host: site for site in harvested().store.read(Site)}
    assert sites["bohrer.example"].status is SiteStatus.REJECTED


def test_names_in_the_settings_are_enough(monkeypatch):
    monkeypatch.setattr("specdex.harvest.names.trail_names", lambda _: ())
    sites = {site.host: site for site in harvested(names=("Bohrmaschine",)).store.read(Site)}
    assert sites["bohrer.example"].status is SiteStatus.ACCEPTED


@pytest.mark.parametrize(("depth", "names"), [(0, ("Bohrmaschinen",)), (3, ())])
def test_a_page_that_only_a_walk_came_to_names_nothing(depth, names):
    """So a walk that goes on after a kill begins with what it began with before."""
    run, url = MemoryRun(), "http://bohrer.example/p/0"
    page = Page(url, PAGES[url].encode(), site="bohrer.example", status=200)
    run.store.add([replace(run.archive.append(page), depth=depth)])
    run.store.add([Milestone("drill", HITS, mark=f"{url} {CODES[0]}")])
    assert CategoryNames(run, HarvestSettings("drill")).of("bohrer.example", ()) == names


def trail(*steps, title="Makko GSB 13"):
    crumbs = " &gt; ".join(f"<a href='/{step}'>{step}</a>" for step in steps)
    body = f"<div class='breadcrumb'>{crumbs} &gt; {title}</div><h1>{title}</h1>"
    return parse(Page("http://shop.example/p", body.encode(), site="shop.example"))


@pytest.mark.parametrize(
    ("pages", "names"),
    [
        ([trail("Start", "Werkzeug", "Bohrmaschinen")], ("Bohrmaschinen",)),
        ([trail("Start", "Bohrmaschinen", "Makko")], ("Bohrmaschinen",)),
        (
            [
                trail("Start", "Bohrmaschinen", "Akku"),
                trail("Start", "Bohrmaschinen", "Schlag", title="Zett 5"),
            ],
            ("Bohrmaschinen",),
        ),
        ([trail("A", "Eins"), trail("B", "Zwei"), trail("C", "Drei")], ()),
        ([], ()),
    ],
    ids=["the last step", "not the maker", "what trails share", "nothing shared", "no pages"],
)
def test_trails_tell_what_a_shop_calls_its_products(pages, names):
    assert trail_names(pages) == names


def with_menu(run, host):
    """A shop whose pages have no trail: its home page alone says where the drills are."""
    menu = "<a href='/'>Start</a><a href='/s'>S\u00e4gen</a><a href='/b'>Bohrmaschinen</a>"
    page = run.archive.append(Page(f"http://{host}/", menu.encode(), site=host, encoding="utf-8"))
    entry = f"http://{host}/b"
    found = UrlPattern(host, "drill", PageKind.ENTRY, entry, 1, entry)
    run.store.add([replace(page, kind=PageKind.HOME), found])


def test_menus_tell_what_shops_without_trails_call_their_products():
    run, shops = MemoryRun(), ("a.example", "b.example")
    for host in shops:
        with_menu(run, host)
    names = CategoryNames(run, HarvestSettings("drill"))
    assert names.of("other.example", shops) == ("Bohrmaschinen",)
    assert names.of("other.example", shops[:1]) == (), "one shop alone may be mistaken"


def called(number, title):
    at = f"http://shop.example/{number}"
    return Specification(at, str(number), "shop.example", "drill", title, ())


def test_codes_in_the_names_of_few_products_are_ids():
    titles = (
        *("Makko GSB-1300 drill, 18 V 500W", "Makko GSB-1451-RE (new)", "Zett 5000", "Zett TT200!"),
        *(f"Makko PRO900 drill no. {number}" for number in range(4)),
    )
    found = list(named_ids(called(*each) for each in enumerate(titles)))
    assert [each.value for each in found] == ["GSB-1300", "1451-RE", "GSB-1451-RE", "TT200"]
    assert {(each.kind, each.category) for each in found} == {("name", "drill")}
    assert found[-1].url == "http://shop.example/3"


def test_a_site_is_vouched_for_by_two_pages_that_show_known_products():
    run, names = MemoryRun(), CategoryNames
    urls = [f"http://bohrer.example/p/{n}" for n in range(2)]
    for count, url in enumerate(urls, 1):
        run.store.add([run.archive.append(Page(url, PAGES[url].encode(), site="bohrer.example"))])
        hits = "\n".join(f"{each} {code}" for each, code in zip(urls, CODES, strict=False))
        run.store.add([Milestone("drill", HITS, mark=hits)])
        shown = names(run, HarvestSettings("drill")).shown("bohrer.example")
        assert len(shown) == (count if count > 1 else 0)


def test_hits_of_several_products_are_kept_a_few_of_each():
    found = {"a.example": [(f"/{product}/{n}", product) for product in "xyzw" for n in range(4)]}
    lines = hit_lines(found, ["a.example", "b.example"]).splitlines()
    assert lines == ["/x/0 x", "/x/1 x", "/y/0 y", "/y/1 y", "/z/0 z", "/z/1 z"]
