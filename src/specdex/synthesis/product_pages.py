"""Pages that show one product each: where its name and price stand, and what tells such a page.

Nothing is believed that other pages of the site do not bear out: places are held against what
every page states, and a sign of product pages against the pages that list products.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from specdex.html import Document
from specdex.money import amount
from specdex.synthesis.scheme import AttributeRule, Scheme
from specdex.synthesis.scheme_sources import text_at
from specdex.synthesis.text_nodes import Addresses, TemplateMarks, literal, template_marks
from specdex.text import collapse

__all__ = ["ProductPage", "product_scheme"]

FIELDS = ("name", "price")
NAMED = ("itemprop", "property", "name")
"""Attributes that say what an element holds."""
MARKUP = (
    "//*[contains(@itemtype, 'schema.org/Product')]",
    "//meta[@property='og:type'][contains(@content, 'product')]",
    "//script[@type='application/ld+json'][contains(., '\"Product\"')]",
)
"""What machines are told of a page of one product."""
LONGEST_PRICE = 40
"""Characters; more is a sentence."""
MOST_PLACES, TRIED = 3, 40
"""Places that a field is read at, one where the one before has nothing; how many are tried."""
SURE, LEAST = 0.95, 0.1
"""A place is right on this share of the pages where it has anything, and adds this share."""


@dataclass(frozen=True, slots=True)
class ProductPage:
    """A page of one product, and the fields that were read of it."""

    document: Document
    fields: Mapping[str, str]

    @property
    def root(self) -> etree._Element:
        """Where XPaths begin."""
        return self.document.element(0)


def product_scheme(
    scheme: Scheme, pages: Sequence[ProductPage], others: Sequence[Document], rows: Sequence[str]
) -> Scheme:
    """*scheme* with the name and the price of each product, and a container no list fits.

    *others* list products or lead to lists; *rows* are where specifications stand. The scheme
    stays as it is where nothing tells its pages from *others*.
    """
    rules = tuple(_rules(pages, scheme.names))
    places = [xpath for rule in rules for xpath in rule.xpaths] if others else []
    sign = _sign([*rows, *MARKUP, *places], pages, others) if rules else ""
    if not sign:
        return scheme
    return replace(scheme, attributes=(*rules, *scheme.attributes), container=f"/*[{sign}]")


def _sign(signs: Sequence[str], pages: Sequence[ProductPage], others: Sequence[Document]) -> str:
    """The fewest of *signs* that all pages have and no other page has; empty where none is such."""
    strange = [each.element(0) for each in others]
    left = [each.root for each in pages]
    tame = [each for each in dict.fromkeys(signs) if not any(root.xpath(each) for root in strange)]
    chosen: list[str] = []
    while left and tame:
        had = {each: sum(bool(root.xpath(each)) for root in left) for each in tame}
        best = max(tame, key=lambda each: (had[each], "@" in each))
        rest = [root for root in left if not root.xpath(best)]
        if len(rest) == len(left):
            break
        chosen.append(best)
        left = rest
    return " or ".join(chosen)


def _rules(pages: Sequence[ProductPage], known: Sequence[str]) -> Iterator[AttributeRule]:
    """How each field is read that a scheme does not read yet."""
    marks = template_marks(each.document for each in pages)
    for name in FIELDS:
        stated = [each for each in pages if each.fields.get(name)]
        if name not in known and (xpaths := _places(name, stated, marks)):
            right = sum(_is_right(name, each, _read(each, xpaths)) for each in stated)
            yield AttributeRule(
                name=name,
                xpaths=xpaths,
                confidence=round(right / len(stated), 4),
                reason=f"right for {right} of {len(stated)} pages",
            )


def _places(name: str, stated: Sequence[ProductPage], marks: TemplateMarks) -> tuple[str, ...]:
    """Where a field stands, each place for the pages where those before it have nothing."""
    seen = Counter(path for each in stated for path in dict.fromkeys(_paths(name, each, marks)))
    tried = [path for path, _ in seen.most_common(TRIED)]
    left, chosen = list(stated), list[str]()
    while left and len(chosen) < MOST_PLACES:
        scores = {path: _score(name, path, left) for path in tried}
        best = max(tried, key=lambda path: (scores[path], "@" in path, -len(path)), default="")
        if not best or scores[best] < max(1, LEAST * len(stated)):
            break
        chosen.append(best)
        left = [each for each in left if not text_at(each.root, best)]
    return tuple(chosen)


def _score(name: str, path: str, pages: Sequence[ProductPage]) -> int:
    """For how many of *pages* a place is right; none where it is often wrong."""
    found = [(each, text) for each in pages if (text := text_at(each.root, path))]
    right = sum(_is_right(name, each, text) for each, text in found)
    return right if right >= SURE * len(found) else 0


def _read(page: ProductPage, xpaths: Sequence[str]) -> str:
    return next(filter(None, (text_at(page.root, each) for each in xpaths)), "")


def _is_right(name: str, page: ProductPage, text: str) -> bool:
    """Whether *text* says what the page states."""
    stated = page.fields[name]
    if name == "price":
        return len(text) <= LONGEST_PRICE and amount(text) == amount(stated) is not None
    return collapse(text).casefold() == collapse(stated).casefold()


def _paths(name: str, page: ProductPage, marks: TemplateMarks) -> Iterator[str]:
    """Places on a page that say what it states: by class or id, by path, by what they are for."""
    document, addresses = page.document, Addresses(page.document, marks)
    longest = LONGEST_PRICE + len(page.fields[name])
    short = (
        node
        for node in range(len(document))
        if 0 < document.stop[node] - document.start[node] <= longest
    )
    right = [node for node in short if _is_right(name, page, document.text_of(node))]
    inmost = [
        node
        for node, after in zip(right, [*right[1:], len(document)], strict=True)
        if after >= document.end[node]
    ]
    for node in inmost:
        yield from (f"//*[@{each}={literal(mark)}]" for each, mark in _marks(document, node))
        yield from (addresses.near[node], addresses.path[node], addresses.anchored[node])
    for node in document.nodes_of("meta"):
        if _is_right(name, page, document.attribute(node, "content")):
            marked = _marks(document, node)
            yield from (f"//*[@{each}={literal(mark)}]/@content" for each, mark in marked)


def _marks(document: Document, node: int) -> list[tuple[str, str]]:
    """What says what an element holds."""
    return [(each, mark) for each in NAMED if (mark := document.attribute(node, each))]
