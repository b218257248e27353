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
from specdex.pipeline.scheme_files import read_schemes
from specdex.pipeline.synthesize import by_site, site_pages, write_project
from specdex.records import Offer, Page, Specification
from specdex.runs import Run
from specdex.synthesis.scheme import AttributeRule, Scheme, SiteVerdict, judge_site
from specdex.text import collapse

__all__ = ["LEAST", "believed", "list_scheme", "main_rules", "run_projects"]

LEAST = 0.05
"""A rule that is believed less is not emitted."""
AGREED = 0.5
"""The share of a page's records that a path must be right for."""
TRIED = 3
"""Paths that are tried for an attribute."""
READ = ("name", "price", "url", "image")
MAIN, SIGNS = ("name", "price"), ("itemprop", "id", "class")
"""What is read of a page's own product, and what elements are told apart by."""
SURE, LOOKED_AT = 0.8, 20
"""The share of pages that a path must be right for, and how many are looked at."""
_INDEX = re.compile(r"\[\d+\]")


def believed(found: SiteVerdict, least: float = LEAST) -> SiteVerdict:
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
    """Write a Scrapy project for each site of *run* that has wrappers."""
    pages = by_site(site_pages([str(run)]), [])
    for each in _one_a_site(read_schemes(run, pages)):
        if each.site in pages:
            with Run(run) as opened:
                said = {one.url: one for one in opened.specifications(site=each.site)}
            own = [(page, said[page.url]) for page in pages[each.site] if page.url in said]
            scheme = replace(each, attributes=(*main_rules(own, each.names), *each.attributes))
            yield each.site, write_project(folder, scheme, pages[each.site]), scheme


def main_rules(
    pages: Sequence[tuple[Page, Specification]], known: Sequence[str] = ()
) -> Iterator[AttributeRule]:
    """How the name and the price of the product on each of *pages* are read, if in one way."""
    roots = [(parse(page).element(0), said.fields) for page, said in pages[:LOOKED_AT]]
    for name in MAIN:
        stated = [
            (root, each.value) for root, fields in roots for each in fields if each.name == name
        ]
        places = Counter(place for root, value in stated for place in _places(root, _bare(value)))
        for path, _ in places.most_common(TRIED) if name not in known else ():
            right = sum(_bare(_reads(root, path)) == _bare(value) for root, value in stated)
            if right >= SURE * len(stated):
                reason = f"right for {right} of {len(stated)} pages"
                share = round(right / len(stated), 4)
                yield AttributeRule(name=name, xpaths=(path,), confidence=share, reason=reason)
                break


def _bare(text: str) -> str:
    """*text* as it is compared: of an amount the digits, else without case."""
    digits = re.sub(r"\D", "", text)
    return digits if len(digits) * 2 >= len(text.strip()) else collapse(text).casefold()


def _places(root: etree._Element, value: str) -> set[str]:
    """Where on a page *value* stands alone: by what an element is called, else by its tag."""
    found = [each for each in root.iter(etree.Element) if each.text and _bare(each.text) == value]
    named = {
        f"//{each.tag}[@{sign}='{each.get(sign)}']/text()"
        for each in found
        for sign in SIGNS
        if each.get(sign) and "'" not in str(each.get(sign))
    }
    return named | {f"//{each.tag}/text()" for each in found}


def _one_a_site(schemes: Sequence[Scheme]) -> list[Scheme]:
    """The fullest scheme of each site."""
    found: dict[str, Scheme] = {}
    for each in schemes:
        if each.site not in found or len(each.attributes) > len(found[each.site].attributes):
            found[each.site] = each
    return list(found.values())


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
