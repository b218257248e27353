"""A small run for the page to show: four kettles in three shops, a site that is none, votes."""

import json

from specdex.audit.findings import Evidence, Finding, Origin
from specdex.engines.serial import SerialEngine
from specdex.pipeline.extract import extract_run, shipped
from specdex.pipeline.rejoin import join_run
from specdex.records import (
    Failure,
    NotLearned,
    Page,
    PageKind,
    Site,
    SiteStatus,
    UrlPattern,
    Vote,
    Wrapper,
    to_json,
)
from specdex.records.wrappers import PairRule
from specdex.runs import RunFolder

CATEGORY = "kettle"
KETTLES = [
    ("Lumea K200", "4006381333931", "2200", "1.7", "red", "39.00"),
    ("Lumea K300", "4006381333948", "2400", "1.7", "steel", "49.00"),
    ("Aquila Swift", "4006381333955", "3000", "1.5", "black", "59.00"),
    ("Aquila Calm", "4006381333962", "1800", "1.0", "white", "29.00"),
]
NAMES = {
    "teatime.example": ("Power", "Capacity", "Colour", "EAN"),
    "kitchen.example": ("Wattage", "Volume", "Color", "GTIN"),
    "boilers.example": ("Power", "Capacity", "Colour", "EAN"),
}
DISPUTED = "kitchen.example", "Lumea K200"
"""Says another colour than the others."""
FETCHED = "2026-03-01T10:00:00Z"


def address(site, title):
    return f"http://{site}/kettles/{title.lower().replace(' ', '-')}"


def product_page(site, kettle):
    title, gtin, power, capacity, colour, price = kettle
    colour = "blue" if (site, title) == DISPUTED else colour
    values = (f"{power} W", f"{capacity} l", colour, gtin)
    rows = "".join(
        f"<tr><th>{name}</th><td>{value}</td></tr>"
        for name, value in zip(NAMES[site], values, strict=True)
    )
    brand = title.split()[0]
    rows += f"<tr><th>Brand</th><td>{brand}</td></tr><tr><th>Cordless</th><td>yes</td></tr>"
    return f"""<!doctype html><html><head><title>{title} - {site}</title>
<script>document.title = "scripts ran"</script>
<meta http-equiv="refresh" content="0; url=http://elsewhere.example/"></head>
<body><nav><a href="/">Home</a> <a href="/kettles">Kettles</a></nav>
<h1 onclick="alert(1)">{title}</h1><p class="price">{price} EUR</p>
<img src="http://{site}/{gtin}.jpg" alt="{title}"><p>A kettle that boils water.</p>
<table class="specs">{rows}</table><form action="/basket"><button>Add to cart</button></form>
</body></html>"""


def list_page(site):
    links = "".join(
        f'<li><a href="{address(site, each[0])}">{each[0]}</a> {each[-1]} EUR</li>'
        for each in KETTLES
    )
    return f"<html><title>Kettles</title><h1>Kettles</h1><ul>{links}</ul>"


def make_run(path):
    """The run at *path*, joined."""
    with RunFolder(path) as run:
        for site in NAMES:
            _shop(run, site)
        run.store.add(_sites())
        run.store.add(_votes())
        run.store.add(
            [
                Failure("http://kitchen.example/kettles/gone", "fetch", "the server answered 404"),
                Failure("http://kitchen.example/kettles/old", "fetch", "the server answered 404"),
                Failure("http://teanews.example/robots.txt", "fetch", "it took too long"),
            ]
        )
        extract_run(run, shipped(), SerialEngine())
        run.store.add(
            [_wrapper("kitchen.example"), NotLearned("boilers.example", "too few pages", 4)]
        )
        join_run(run.store, CATEGORY)
        _audit(run)
    return path


def _audit(run):
    """As `specdex audit` keeps it: a kettle that the register knows with less power."""
    page = Evidence(Origin.PAGE, "power", "3000 W", "/html/body/table/tr[1]/td", 0.9)
    row = Evidence(Origin.REGISTER, "power", "2000 W", "kettles.csv, row 7")
    finding = Finding(
        address("boilers.example", "Aquila Swift"),
        "boilers.example",
        "overstated power",
        "power-above-register",
        0.81,
        0.95,
        "The page says 3000 W, the register 2000 W.",
        (page, row),
        "Aquila Swift",
        FETCHED,
        "kettles.csv",
    )
    line = json.dumps(to_json(finding), ensure_ascii=False)
    (run.exports / "findings.jsonl").write_text(f"{line}\n", encoding="utf-8")


def _sites():
    seed, accepted = SiteStatus.SEED, SiteStatus.ACCEPTED
    yield Site("teatime.example", seed, CATEGORY, 1.0, crawled=True, reason="4 pages agree")
    for number, host in enumerate(list(NAMES)[1:], 1):
        score = 0.9 - number / 10
        yield Site(host, accepted, CATEGORY, score, 1, crawled=True, reason="4 pages agree")
    rejected, reason = SiteStatus.REJECTED, "home page: nothing can be bought there"
    yield Site("teanews.example", rejected, CATEGORY, 0.2, 1, reason=reason, home_score=0.1)


def _wrapper(site):
    place = "//table[@class='specs']/tr"
    rule = PairRule(names=f"{place}/th", values=f"{place}/td", pages=4, support=24, score=0.98)
    return Wrapper(site, (rule,), pages=4, pairs=6.0, coverage=1.0)


def _votes():
    for site, weight in (("kitchen.example", 0.5), ("boilers.example", 0.25)):
        for each in KETTLES[:2]:
            yield Vote(site, "search", each[1], weight, 1, CATEGORY)
    for site in ("kitchen.example", "teanews.example"):
        yield Vote(site, "backlink", "http://hub.example/kettle-shops", 1.0, 1, CATEGORY)


def _shop(run, site):
    listing = f"http://{site}/kettles"
    pages = [(listing, list_page(site), PageKind.INDEX)]
    product = PageKind.PRODUCT
    pages += [(address(site, each[0]), product_page(site, each), product) for each in KETTLES]
    for url, text, kind in pages:
        about = {"site": site, "category": CATEGORY, "fetched": FETCHED}
        stored = run.archive.append(Page(url, text.encode(), content_type="text/html", **about))
        fields = {name: getattr(stored, name) for name in stored.__slots__}
        fields |= {"kind": kind, "category": CATEGORY, "fetched": FETCHED, "depth": 1}
        run.store.add([type(stored)(**fields)])
    example = address(site, KETTLES[0][0])
    run.store.add(
        [
            UrlPattern(site, CATEGORY, PageKind.INDEX, "/kettles", 1, listing),
            UrlPattern(site, CATEGORY, PageKind.PRODUCT, "/kettles/*", len(KETTLES), example),
        ]
    )
