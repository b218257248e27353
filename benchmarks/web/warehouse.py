"""A run as large as wanted: products of many shops with typed values, made without a harvest."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from specdex.clock import now
from specdex.records import (
    Attribute,
    Claim,
    Correspondence,
    Failure,
    Fragment,
    FragmentKind,
    Match,
    Milestone,
    Page,
    PageKind,
    Pair,
    Product,
    Site,
    SiteOffer,
    SiteStatus,
    Specification,
    UrlPattern,
    Vote,
)
from specdex.runs import RunFolder

__all__ = ["CATEGORY", "fill", "page_of", "product_at", "products_of"]

CATEGORY = "kettle"
SHOPS = 200
BATCH = 1000
PAGES = (1, 1, 1, 2)
"""How many pages a product has, in turns: 1.25 each."""
MEASURED = {"Power": "W", "Weight": "kg", "Capacity": "l", "Height": "mm"}
TERMS = {
    "Colour": ("red", "blue", "black", "white", "steel", "green"),
    "Brand": tuple(f"Brand {number}" for number in range(60)),
    "Material": ("steel", "glass", "plastic", "ceramic"),
    "Timer": ("yes", "no"),
}
WORDS = ("swift", "calm", "pro", "mini", "travel", "retro", "smart", "family", "office", "studio")
FAILURES = 5000
VOTES = 20


def fill(path: Path, products: int) -> None:
    """Make a run of so many *products* at *path*: ten pairs each, on the pages of 200 shops."""
    with RunFolder(path) as run:
        store = run.store
        store.add(_sites())
        store.add(_names())
        made = iter(products_of(products))
        while batch := list(islice(made, BATCH)):
            pages = [page for product in batch for page in _pages(product)]
            stored = run.archive.append_all([page for page, _ in pages])
            kinds = {"kind": PageKind.PRODUCT, "category": CATEGORY, "fetched": now()}
            kept = [
                type(each)(**{name: getattr(each, name) for name in each.__slots__} | kinds)
                for each in stored
            ]
            links = [
                Match(each.urls[0], each.urls[1], 0.9, f"mpn KX-{each.id}", CATEGORY)
                for each in batch
                if each.urls[1:]
            ]
            store.add([*kept, *(specification for _, specification in pages), *batch, *links])
        store.add(
            Failure(f"http://shop{number % SHOPS}.example/gone/{number}", "fetch", reason)
            for number in range(FAILURES)
            for reason in (f"the server answered {400 + number % 30}",)
        )
        store.add([Milestone(CATEGORY, "inputs", mark="made")])
        store.count_facets(CATEGORY)


def _sites() -> Iterator[Site | Vote | UrlPattern]:
    for number in range(SHOPS):
        host = f"shop{number}.example"
        status = SiteStatus.ACCEPTED if number else SiteStatus.SEED
        yield Site(host, status, CATEGORY, 0.8, 1 + number % 3, crawled=True, reason="made")
        yield UrlPattern(host, CATEGORY, PageKind.PRODUCT, "/p/*", 600, f"http://{host}/p/1")
        for vote in range(VOTES):
            yield Vote(host, "search", f"id{vote}", 0.5, 1 + number % 3, CATEGORY)


def _names() -> Iterator[Attribute | Correspondence]:
    for name in (*MEASURED, *TERMS):
        kind = "number" if name in MEASURED else "term"
        unit = MEASURED.get(name, "")
        yield Attribute(name, name, kind, unit, ("1", "5", "9"), SHOPS, 100_000, CATEGORY)
        for number in range(SHOPS):
            wording = name if number % 4 else f"{name} total"
            yield Correspondence(f"shop{number}.example", wording, name, 0.95, CATEGORY)


def products_of(number: int) -> Iterator[Product]:
    """So many products."""
    return map(product_at, range(number))


def product_at(at: int) -> Product:
    """A product, other than all others, and the same whenever it is made."""
    chance = random.Random(at)  # noqa: S311 - no secret
    claims = [
        Claim(name, f"{amount} {unit}", normal=str(amount), unit=unit)
        for name, unit in MEASURED.items()
        for amount in (chance.randint(1, 3000),)
    ]
    terms = {name: chance.choice(known) for name, known in TERMS.items()}
    claims += [Claim(name, term, normal=term.lower()) for name, term in terms.items()]
    hosts = chance.sample(range(SHOPS), PAGES[at % len(PAGES)])
    urls = tuple(f"http://shop{each}.example/p/{at}" for each in hosts)
    lost = (Claim("Colour", "grey", urls[-1:], 0.1),) if at % 10 == 0 else ()
    offers = tuple(
        SiteOffer(url.split("/")[2], url, f"{chance.randint(9, 99)}.00", "EUR") for url in urls
    )
    title = f"{terms['Brand']} {chance.choice(WORDS)} {chance.choice(WORDS)} KX-{at}"
    said = tuple(Claim(e.attribute, e.value, urls, 0.9, e.normal, e.unit) for e in claims)
    ids = (f"mpn:KX-{at}",)
    return Product(f"p{at}", title, CATEGORY, ids, urls, said, lost, f"m{at // 3}", offers)


def _pages(product: Product) -> Iterator[tuple[Page, Specification]]:
    return (page_of(product, url) for url in product.urls)


def page_of(product: Product, url: str) -> tuple[Page, Specification]:
    """The page at *url* that shows *product*, and what it says."""
    site = url.split("/")[2]
    renamed = " total" if int(site.removeprefix("shop").split(".")[0]) % 4 == 0 else ""
    pairs = tuple(
        Pair(f"{each.attribute}{renamed}", each.value, xpath=f"/html/body/table/tr[{row}]/td")
        for row, each in enumerate(product.claims, 1)
    )
    rows = "".join(f"<tr><th>{each.name}</th><td>{each.value}</td></tr>" for each in pairs)
    text = f"<title>{product.title}</title><h1>{product.title}</h1><table>{rows}</table>"
    fragment = Fragment("/html/body/table", FragmentKind.TABLE, pairs)
    specification = Specification(url, "", site, CATEGORY, product.title, (fragment,))
    page = Page(url, text.encode(), site=site, category=CATEGORY, content_type="text/html")
    return page, specification
