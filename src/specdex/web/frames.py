"""A stranger's page as it may be shown: no scripts, no links, no network, and its parts marked.

A page is served by itself, under a policy of its own (``security.FRAMED``), to be shown in a
sandboxed frame. Elements that stand for something carry its name in ``data-specdex``: ``f0`` a
fragment, ``p3`` a pair, ``v1`` a field. What is lit when the page opens has the id ``specdex-lit``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import islice

from lxml import etree, html
from markupsafe import escape
from starlette.responses import Response

from specdex.groups import by_key
from specdex.html import Document, parse
from specdex.records import Field, Fragment, Page, Pair, Specification
from specdex.web.security import FRAMED

__all__ = ["LIT", "Mark", "framed", "marks_of", "place_of"]

LIT = "specdex-lit"
NAME, NUMBER = "data-specdex", "data-specdex-at"
"""What an element stands for; which one it is, so that it can be pointed at."""
GONE = frozenset(
    {"script", "iframe", "frame", "frameset", "object", "embed", "applet", "portal"}
    | {"base", "link", "meta", "template"}
)
"""Elements that run, load or lead elsewhere."""
LEADING = frozenset(
    {"href", "src", "srcset", "imagesrcset", "action", "formaction", "background", "poster"}
    | {"data", "ping", "cite", "longdesc", "manifest", "usemap", "profile", "lowsrc", "dynsrc"}
    | {"autofocus", "classid", "codebase", "archive"}
)
PLACE = re.compile(r"(?:/[\w.:*-]+(?:\[\d{1,6}\])?)+")
"""An element by its place: the only XPaths that are taken from an address."""
LONGEST = 4000
STYLE = (files("specdex.web") / "static" / "frame.css").read_text(encoding="utf-8")


Mark = tuple[str, str]
"""The XPath of an element of a page that stands for something, and its name."""


def marks_of(specification: Specification) -> Iterator[Mark]:
    """The fragments, pairs and fields of a page, numbered in their order."""
    said = specification
    every: tuple[Sequence[Fragment | Pair | Field], ...] = said.fragments, said.pairs, said.fields
    for letter, things in zip("fpv", every, strict=True):
        for number, each in enumerate(things):
            yield each.xpath, f"{letter}{number}"


def framed(page: Page, marks: Iterable[Mark] = (), lit: str = "") -> Response:
    """*page*, made harmless, with its *marks*, and with the mark or XPath *lit* lit."""
    document = parse(page)
    if not len(document):
        reason = document.failure.reason if document.failure else "the page is empty"
        return _answer(f"<!doctype html><title>nothing</title><p>Nothing to show: {escape(reason)}")
    found = ((document.select(xpath), name) for xpath, name in marks)
    names = by_key((element, name) for element, name in found if element is not None)
    chosen = _lit(document, lit, names)
    root = document.element(0).getroottree().getroot()
    for number, element in enumerate(root.iter(etree.Element)):
        element.set(NUMBER, str(number))
    _clean(root)
    for element, given in names.items():
        element.set(NAME, " ".join(given))
    if chosen is not None:
        chosen.set("id", LIT)
    return _answer(f"<!doctype html>\n{html.tostring(root, encoding='unicode')}")


def place_of(page: Page, number: int) -> str:
    """The XPath of the element with that *number* on *page* as it is framed; empty for none."""
    document = parse(page)
    if not len(document):
        return ""
    tree = document.element(0).getroottree()
    found = next(islice(tree.getroot().iter(etree.Element), number, None), None)
    return "" if found is None else str(tree.getpath(found))


def _lit(
    document: Document, lit: str, names: dict[etree._Element, list[str]]
) -> etree._Element | None:
    if lit.startswith("/"):
        known = len(lit) <= LONGEST and PLACE.fullmatch(lit.partition("/@")[0])
        return document.select(lit) if known else None
    return next((element for element, given in names.items() if lit in given), None)


def _answer(text: str) -> Response:
    """*text* under the strangers' policy, with our colours for what is marked."""
    style = f"<style>{STYLE}</style>"
    head, found, rest = text.partition("<head>")
    body = f"{head}{found}{style}{rest}" if found else f"{text}{style}"
    return Response(
        body.encode("utf-8", "replace"),
        media_type="text/html; charset=utf-8",
        headers={"Content-Security-Policy": FRAMED, "X-Frame-Options": "SAMEORIGIN"},
    )


def _clean(root: etree._Element) -> None:
    """Take away all that would run, load or lead elsewhere; what is shown stays."""
    for element in list(root.iter()):
        if not isinstance(element.tag, str) or element.tag.lower().rpartition(":")[2] in GONE:
            _drop(element)
            continue
        for name in element.attrib:
            plain = str(name).lower().rpartition(":")[2].rpartition("}")[2]
            if plain in LEADING or plain.startswith("on") or plain == NAME:
                del element.attrib[name]


def _drop(element: etree._Element) -> None:
    """Take *element* away and leave the text behind it."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
    parent.remove(element)
