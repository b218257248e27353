"""Transplants: real pages whose fragments are printed anew in layouts drawn at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

from lxml import etree, html

from benchmarks.pages.decoys import decoys
from benchmarks.pages.layouts import MARK, draw, fragment
from benchmarks.pages.marks import Printed, line
from benchmarks.pages.shells import sections_of
from benchmarks.pages.words import speak
from specdex.statistics.page_scores import GoldPage

__all__ = ["transplant"]

EMPTIED = frozenset({"body", "dd", "li", "main", "td", "th"})
"""What stays where it is and gets new contents, …"""
ROWS = frozenset({"tbody", "tr", "thead", "tfoot"})
"""… and what can hold no division: such pages are left alone."""
DECOYED = 0.5
"""How often a decoy is added."""


def transplant(page: GoldPage, seed: int) -> dict[str, Any] | None:
    """*page* with its fragments printed anew, as a line of labels; None where that cannot be."""
    if any(each.alt or each.pairs_doubtful for each in page.fragments):
        return None
    chance = Random(f"{page.id} {seed}")  # noqa: S311 - repeatable
    parser = etree.HTMLParser(encoding="utf-8")
    root = etree.fromstring(page.html.encode("utf-8", "replace"), parser)
    places = dict(_places(root, page))
    firm = {str(at): each for at, each in enumerate(page.fragments) if not each.doubtful}
    replaced = [place for mark in firm for place in places.get(mark, ())]
    if not replaced or any(_stuck(each, replaced) for each in replaced):
        return None
    speech = speak(chance, "en")
    printed = {}
    for mark, each in firm.items():
        layout = draw(chance)
        printed[mark] = Printed(layout, sections_of(list(each.pairs), speech))
        new = fragment(layout, printed[mark].sections, mark)
        for place in places.get(mark, ()):
            _replace(place, new)
    for mark in places.keys() - firm.keys():
        for place in places[mark]:
            place.set(MARK, mark)
    if chance.random() < DECOYED:
        _add(root, "".join(decoys(speak(chance), 1)), chance)
    text = etree.tostring(root, encoding="unicode", method="html")
    about = {"id": f"{page.id}-{seed}", "url": page.url, "category": page.category}
    return line(text, printed, site=page.site, **about)


def _places(root: Any, page: GoldPage) -> Iterator[tuple[str, list[Any]]]:
    """The elements of each fragment and each part to ignore, by mark."""
    for at, each in enumerate(page.fragments):
        paths = (each.xpath, *each.copies)
        yield str(at), [node for path in paths for node in root.xpath(path)[:1]]
    for at, part in enumerate(page.ignore):
        yield f"ignored {at}", root.xpath(part.xpath)[:1]


def _stuck(node: Any, others: list[Any]) -> bool:
    """Whether *node* cannot be replaced: a row, the whole page, or in another that will be."""
    above = set(node.iterancestors())
    parent = node.getparent()
    return node.tag in ROWS or parent is None or any(each in above for each in others)


def _replace(node: Any, new: str) -> None:
    made = html.fragment_fromstring(new)
    if node.tag in EMPTIED or node.getparent().tag in ROWS | {"table", "ul", "ol", "dl"}:
        for child in list(node):
            node.remove(child)
        node.text = None
        node.append(made)
    else:
        made.tail = node.tail
        node.getparent().replace(node, made)


def _add(root: Any, new: str, chance: Random) -> None:
    """Put *new* behind some division of the page."""
    places = [node for node in root.iter("div", "section") if not _marked(node)]
    if places and new:
        chance.choice(places).addnext(html.fragment_fromstring(new, create_parent="div"))


def _marked(node: Any) -> bool:
    return any(each.get(MARK) is not None for each in node.iterancestors())
