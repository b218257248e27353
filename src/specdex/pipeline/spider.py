"""The verb spider: from what is at hand of a shop to a Scrapy project that reads it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from lxml import etree

from specdex import plugins
from specdex.errors import InputError
from specdex.html import Document, parse
from specdex.pipeline.crawl import READER
from specdex.pipeline.imports import LEARNED_FROM
from specdex.pipeline.scheme_files import read_schemes
from specdex.pipeline.synthesize import by_site, site_pages, write_project
from specdex.records import Offer, Page, PageKind, Specification, StoredPage, Wrapper
from specdex.runs import RunFolder
from specdex.settings import LEAST_RULE
from specdex.synthesis.product_pages import ProductPage, product_scheme
from specdex.synthesis.scheme import AttributeRule, Scheme, SiteVerdict, judge_site
from specdex.text import collapse

__all__ = ["believed", "list_scheme", "run_projects"]

AGREED = 0.5
"""The share of a page's records that a path must be right for."""
TRIED = 3
"""Paths that are tried for an attribute."""
READ = ("name", "price", "url", "image")
LISTS = (PageKind.HOME, PageKind.ENTRY, PageKind.INDEX, PageKind.OTHER)
"""Pages that show no product of their own."""
_INDEX = re.compile(r"\[\d+\]")


def believed(found: SiteVerdict, least: float = LEAST_RULE) -> SiteVerdict:
    """*found* without the rules that are believed less than *least*: each is missing, then."""
    if found.scheme is None:
        return found
    weak = {each.name: each for each in found.scheme.attributes if each.confidence < least}
    if not weak:
        return found
    kept = tuple(each for each in found.scheme.attributes if each.name not in weak)
    why = dict(found.missing) | {
        name: f"the likeliest place is believed only {each.confidence:.3f}"
        for name, each in weak.items()
    }
    names = [*why, *(each.name for each in kept)]
    return judge_site(found.site, replace(found.scheme, attributes=kept), names, why)


def run_projects(run: Path, folder: Path) -> Iterator[tuple[str, Path, Scheme]]:
    """Write a Scrapy project for each site of *run* whose products are printed in one way."""
    pages = by_site(site_pages([str(run)]), [])
    try:
        learned, trouble = read_schemes(run, pages), None
    except InputError as error:
        learned, trouble = [], error
    schemes: dict[str, Scheme] = {}
    for each in learned:
        fullest = max(schemes.get(each.site, each), each, key=lambda one: len(one.attributes))
        schemes[each.site] = fullest
    made = 0
    for site, own in pages.items():
        scheme = _with_fields(schemes.get(site, Scheme(site=site, attributes=())), own, run)
        if scheme.attributes:
            made += 1
            yield site, write_project(folder, scheme, own), scheme
    if trouble and not made:
        raise trouble


def _with_fields(scheme: Scheme, pages: Sequence[Page], path: Path) -> Scheme:
    """*scheme* with the name and the price of the product on each of its site's *pages*."""
    with RunFolder(path) as run:
        said = {each.url: each for each in run.store.read(Specification, site=scheme.site)}
        kinds = {each.url: each.kind for each in run.store.read(StoredPage, site=scheme.site)}
        wrappers = list(run.store.read(Wrapper, site=scheme.site))
    documents = [each for each in map(parse, pages) if len(each)]
    shown = [
        ProductPage(each, {one.name: one.value for one in said[each.page.url].fields})
        for each in documents
        if each.page.url in said and kinds.get(each.page.url) is PageKind.PRODUCT
    ]
    if len(shown) < LEARNED_FROM:
        return scheme
    others = [each for each in documents if kinds.get(each.page.url) in LISTS]
    rows = [rule.names for each in wrappers for rule in each.rules]
    return product_scheme(scheme, shown, others, rows)


def list_scheme(page: Page) -> Scheme:
    """How the records of a listing *page* are read; an InputError where it lists nothing."""
    document = parse(page)
    offers = plugins.load("listing_readers", READER)().read(document).offers
    if not offers:
        raise InputError(f"{page.url or page.id} lists no products that a spider could be made for")
    container = _shared([each.xpath for each in offers])
    rules = [rule for name in READ if (rule := _rule(document, offers, name))]
    if not rules:
        raise InputError(f"the products that {page.url or page.id} lists are printed in no one way")
    return Scheme(
        site=page.site or "shop.example",
        attributes=tuple(rules),
        container=container,
        start_url=page.url,
        method="listing",
    )


def _shared(xpaths: Sequence[str]) -> str:
    """The path of most of *xpaths* once the place where they differ may be any."""
    shapes = Counter(_INDEX.sub("", each) for each in xpaths)
    shape = shapes.most_common(1)[0][0]
    steps = [each.split("/") for each in xpaths if _INDEX.sub("", each) == shape]
    columns = zip(*steps, strict=True)
    return "/".join(each[0] if len(set(each)) == 1 else _INDEX.sub("", each[0]) for each in columns)


def _rule(document: Document, offers: Sequence[Offer], name: str) -> AttributeRule | None:
    """The path, relative to a record, that reads *name* of most records that have it."""
    having = [each for each in offers if getattr(each, name)]
    elements = [(document.select(each.xpath), getattr(each, name)) for each in having]
    known = [(element, value) for element, value in elements if element is not None]
    paths = Counter(path for element, value in known for path in _paths(element, value))
    for path, _ in paths.most_common(TRIED):
        right = sum(_reads(element, path) == value for element, value in known)
        if right >= AGREED * len(known):
            share = right / len(known)
            reason = f"right for {right} of {len(known)} records"
            return AttributeRule(
                name=name, xpaths=(path,), confidence=round(share, 4), reason=reason
            )
    return None


def _reads(element: etree._Element, path: str) -> str:
    found = element.xpath(path)
    return collapse(str(found[0])) if isinstance(found, list) and found else ""


def _paths(element: etree._Element, value: str) -> Iterator[str]:
    """Where within *element* the text or an attribute is *value*."""
    tree = element.getroottree()
    own = tree.getpath(element)
    for each in element.iter(etree.Element):
        place = "." + tree.getpath(each)[len(own) :]
        for name in map(str, each.attrib):
            if collapse(str(each.get(name))) == value:
                yield f"{place}/@{name}"
        if each.text and collapse(each.text) == value:
            yield f"{place}/text()"
