"""Pages without what they tell machines: what that told is the truth for what people see.

A page whose mark-up states its product's fields is labelled by it. The mark-up is taken out, and
the rest must still be read as it said; pages labelled by hand, or by a public set, keep that.
Shops that nobody has seen print their pages otherwise: that shows where headings are no headings,
or class names say nothing, on top of it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any
from zlib import crc32

from lxml import etree

from benchmarks.data import Part, lines, page_of, part_of
from specdex.extraction.fields.page_statements import META, PageStatements
from specdex.extraction.fields.statements import weigh
from specdex.html import parse
from specdex.statistics.page_scores import GoldPage

__all__ = ["ALL", "AS_IS", "KINDS", "LOOKS", "plain_pages", "unmarked_pages"]

ALL, AS_IS = "all", "as-is"

Truth = dict[str, tuple[str, ...]]
PAGES_A_SITE = 10
"""Pages of each site of the sets that have hundreds."""
LABELLED = ("specs/modern.jsonl.xz", "specs/real.jsonl.xz", "specs/wcxb.jsonl.xz")
PUBLIC = {
    "camera": {"price": "price", "model": "name", "manufacturer": "brand"},
    "auto": {"price": "price", "model": "name"},
    "book": {"title": "name", "isbn_13": "gtin"},
}
"""What the attributes of a public set, by its category, are called here."""
ATTRIBUTES = (
    "itemscope",
    "itemtype",
    "itemprop",
    "itemref",
    "itemid",
    "typeof",
    "property",
    "vocab",
)
KINDS = {
    "json-ld": '//script[contains(@type, "ld+json") or contains(@type, "json+ld")]',
    "meta": "//meta[not(@itemprop)][@content]",
    "attributes": "//meta[@itemprop] | //link[@itemprop]",
    "scripts": '//script[not(contains(@type, "ld+json") or contains(@type, "json+ld"))]',
}
"""What is taken out of a page, and the elements that hold it."""
LOOKS = ("headings", "class-names")
"""What else may be taken out, with all mark-up: headings become plain, class names meaningless."""
HEADINGS = "//h1 | //h2 | //h3"


def unmarked_pages(data: Path, kind: str, parts: Sequence[Part]) -> Iterator[GoldPage]:
    """The product pages of *data* without mark-up of one *kind*, or of ``all``, and their truth.

    A *kind* of how a page looks goes with all mark-up.
    """
    kinds = (kind,) if kind in KINDS else (*KINDS, kind)
    for gold in _pages(data):
        if part_of(gold.site) not in parts:
            continue
        truth = {name: each for name, each in {**_stated(gold), **_labels(gold)}.items() if each}
        yield replace(gold, html=_without(gold.html, kinds), fields=truth)


def plain_pages(golds: Iterable[GoldPage], kind: str) -> Iterator[GoldPage]:
    """The same pages without what tells by looks of one *kind*; or ``as-is``."""
    for gold in golds:
        yield gold if kind == AS_IS else replace(gold, html=_without(gold.html, (kind,)))


def _pages(data: Path) -> Iterator[GoldPage]:
    for name in LABELLED:
        for line in lines(data / name):
            yield _gold(line, line.get("fields") or {})
    for path in sorted(data.glob("swde/*/*.jsonl.xz")):
        names = PUBLIC[path.parent.name]
        for line in islice(lines(path), PAGES_A_SITE):
            given = {
                names[each]: told for each, told in line["attributes"].items() if each in names
            }
            yield _gold(line, given)
    for path in sorted(data.glob("shops/*.jsonl.xz")):
        yield from _platform(path)


def _platform(path: Path) -> Iterator[GoldPage]:
    """Product pages of one platform's shop, evenly from all of them."""
    truth = json.loads(path.with_name(path.name.replace(".jsonl.xz", ".truth.json")).read_text())
    wanted = [url for each in truth["categories"].values() for url in each["products"]]
    wanted = sorted({*wanted, *truth["other_products"]})
    chosen = {*wanted[:: max(1, len(wanted) // PAGES_A_SITE)]}
    for line in lines(path):
        if line["url"] in chosen and line.get("html"):
            yield _gold({**line, "site": path.name.partition(".")[0] + ".example"}, {})


def _gold(line: Mapping[str, object], labels: Mapping[str, object]) -> GoldPage:
    given = {name: tuple(told) for name, told in labels.items() if isinstance(told, (list, tuple))}
    names = ("id", "site", "category", "html", "url")
    page, site, category, html, url = (str(line.get(name) or "") for name in names)
    return GoldPage(page, site, category, html, url, fields=given)


def _labels(gold: GoldPage) -> Truth:
    return {name: tuple(map(str, told or ())) for name, told in (gold.fields or {}).items()}


def _stated(gold: GoldPage) -> Truth:
    """What the page tells machines of its product."""
    marked = PageStatements(parse(page_of(gold)), ()).marked
    told = {
        name: weigh(each for each in said if name != "name" or each.reader != META)
        for name, said in marked.items()
    }
    return {name: (each.value,) for name, each in told.items() if each is not None}


def _without(html: str, kinds: tuple[str, ...]) -> str:
    """The page without mark-up of *kinds*."""
    root = etree.fromstring(
        html.encode("utf-8", "replace"), etree.HTMLParser(encoding="utf-8", huge_tree=True)
    )
    if root is None:
        return html
    for kind in KINDS.keys() & set(kinds):
        for element in _found(root, KINDS[kind]):
            parent = element.getparent()
            if parent is not None:
                _drop(parent, element)
    if "attributes" in kinds:
        for name in ATTRIBUTES:
            for element in _found(root, f"//*[@{name}][not(self::meta)]"):
                del element.attrib[name]
    _plain(root, kinds)
    return str(etree.tostring(root, method="html", encoding="unicode"))


def _plain(root: etree._Element, kinds: tuple[str, ...]) -> None:
    """Take out what only the looks of a page tell."""
    if "headings" in kinds:
        for element in _found(root, HEADINGS):
            element.tag = "div"
    if "class-names" in kinds:
        for name in ("class", "id"):
            for element in _found(root, f"//*[@{name}]"):
                names = str(element.attrib[name]).split()
                element.attrib[name] = " ".join(map(_meaningless, names))


def _meaningless(name: str) -> str:
    """A class name that says nothing; equal ones stay equal."""
    return f"x{crc32(name.encode()):x}"


def _found(root: etree._Element, xpath: str) -> list[etree._Element]:
    found: Any = root.xpath(xpath)
    return list(found)


def _drop(parent: etree._Element, element: etree._Element) -> None:
    """Take *element* out of *parent*, and leave the text behind it."""
    tail, before = element.tail or "", element.getprevious()
    if before is not None:
        before.tail = (before.tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail
    parent.remove(element)
