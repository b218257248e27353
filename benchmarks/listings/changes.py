"""Labelled listing pages as a shop might have printed them as well, each changed in one way.

Nothing that is done here would mislead a person: the records stay, and so do their names and
addresses; where a price goes, its label goes with it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from zlib import crc32

from lxml import etree

from benchmarks.listings.card_trees import (
    Cards,
    Element,
    Fields,
    bare,
    drop,
    label_of,
    prices_of,
    put_around,
    say,
    text_of,
    wrap,
)
from benchmarks.listings.cards import RECORD
from benchmarks.listings.examples import listing_page
from benchmarks.listings.score import GoldListing, Labels
from specdex.html import parse
from specdex.html.tags import HEADINGS
from specdex.text import collapse, letters_and_digits

__all__ = ["CHANGES", "changed"]

COPY = "data-copy"
"""The attribute of hidden copies of a list."""
FEW, ROW, TABLE_ROW, BANNER, SOLD = 3, 3, 4, 5, 3
"""Records that are left, in a row, in a row of a table; every how manieth has a banner behind it,
or is sold out."""
PICTURES = ("img", "picture", "noscript", "svg", "amp-img", "image")
END = "end-of-record"
_ITEM_END = re.compile(rf"</li>\s*<!--{END}-->")
_CENTS = re.compile(r"(?<=\d)[.,](\d\d)(?!\d)")
_NO_NUMBER = re.compile(r"[^\d.,\s\u2013-]+")
UNKNOWN = "QXR"
"""A currency that nobody knows."""
STATED = ("itemscope", "itemtype", "itemprop", "typeof", "property")

Change = Callable[[Cards], None]


def changed(golds: Iterable[GoldListing], change: str) -> Iterator[GoldListing]:
    """*golds* with one *change*; pages that list nothing are changed where all of a page is."""
    for gold in golds:
        if gold.regions or change in OF_PAGES:
            yield _changed(gold, change)


def _changed(gold: GoldListing, change: str) -> GoldListing:
    document = parse(listing_page(gold))
    if not len(document):
        return gold
    labels = Labels(gold, document)
    found = [pair for pair in zip(labels.elements, labels.fields, strict=True) if pair[0]]
    cards = Cards(
        document.element(0), [each for each, _ in found], [dict(fields) for _, fields in found]
    )
    for copy in labels.copies:
        if isinstance(copy.tag, str):
            copy.set(COPY, "")
    CHANGES[change](cards)
    for number, parts in enumerate(cards.records):
        for part in parts:
            part.set(RECORD, str(number))
    markup = etree.tostring(cards.root, method="html", encoding="unicode")
    return _labelled(replace(gold, html=_ITEM_END.sub("", markup)), cards.fields, change)


def _labelled(gold: GoldListing, fields: list[Fields], change: str) -> GoldListing:
    """*gold* with the labels that its elements carry."""
    if change == "unaddressed":
        gold = replace(gold, url="")
    document = parse(listing_page(gold))
    records: list[list[str]] = [[] for _ in fields]
    alternates = []
    for node in range(len(document)):
        if document.has(node, RECORD):
            records[int(document.attribute(node, RECORD))].append(document.xpath(node))
        elif document.has(node, COPY):
            alternates.append(document.xpath(node))
    regions = ({"records": records, "fields": fields},) if records else ()
    return replace(gold, regions=regions, alternates=tuple(alternates))


def _as_is(_: Cards) -> None:
    """The page as it was."""


def _hashed(cards: Cards) -> None:
    """Class names and ids say nothing."""
    for element in cards.root.iter(etree.Element):
        for name in ("class", "id"):
            words = element.get(name, "").split()
            if words:
                element.set(name, " ".join(f"x{crc32(word.encode()):08x}" for word in words))


def _classless(cards: Cards) -> None:
    """There are none."""
    for element in cards.root.iter(etree.Element):
        bare(element, "class", "id")


def _unstated(cards: Cards) -> None:
    """The page tells machines nothing."""
    for element in [*cards.root.iter("script", "meta")]:
        if element.tag == "meta" or "json" in element.get("type", ""):
            drop(element)
    for element in cards.root.iter(etree.Element):
        bare(element, *STATED)


def _unheaded(cards: Cards) -> None:
    """Headings are plain elements."""
    for element in cards.root.iter(*HEADINGS):
        element.tag = "div"


def _unlinked(cards: Cards) -> None:
    """Cards lead on by script."""
    for part, fields in cards.parts():
        fields["url"] = ""
        for link in part.iter("a"):
            bare(link, "href")
            link.set("onclick", "go(this)")


def _unpriced(cards: Cards) -> None:
    """No record shows a price."""
    for part, fields in cards.parts():
        _unprice(part, fields)


def _sold(cards: Cards) -> None:
    """Some records are sold out, and show no price."""
    for place, (part, fields) in enumerate(cards.parts()):
        if place % SOLD == 1:
            for price in _unprice(part, fields)[:1]:
                price.text = "Sold out"


def _unprice(part: Element, fields: Fields) -> list[Element]:
    found = prices_of(part, label_of(fields))
    for price in found:
        say(price, "")
    fields["price"] = ""
    return found


def _foreign(cards: Cards) -> None:
    """Prices are in a currency that nobody knows."""
    _reprice(cards, lambda text: f"{collapse(_NO_NUMBER.sub('', text)).strip(' -')} {UNKNOWN}")


def _bare(cards: Cards) -> None:
    """Prices have no sign."""
    _reprice(cards, lambda text: collapse(_NO_NUMBER.sub("", text)).strip(" -"))


def _reprice(cards: Cards, printed: Callable[[str], str]) -> None:
    """Print all amounts of the page anew, those beside its records, too."""
    labels = {label for fields in cards.fields for label in label_of(fields)}
    for price in prices_of(cards.root, labels):
        say(price, printed(text_of(price)))
    for fields in cards.fields:
        if fields.get("price"):
            fields["price"] = printed(fields["price"])


def _cents(cards: Cards) -> None:
    """Cents stand in an element of their own, without a point."""
    for part, fields in cards.parts():
        for price in prices_of(part, label_of(fields)):
            whole = text_of(price)
            match = _CENTS.search(whole)
            if match:
                say(price, whole[: match.start()])
                cents = etree.SubElement(price, "sup")
                cents.text, cents.tail = match[1], whole[match.end() :]


def _unpictured(cards: Cards) -> None:
    """No record shows a picture."""
    for part, fields in cards.parts():
        fields["image"] = ""
        for picture in list(part.iter(*PICTURES)):
            drop(picture)


def _lazy(cards: Cards) -> None:
    """Pictures come later."""
    for part, _ in cards.parts():
        for picture in part.iter("img"):
            if picture.get("src"):
                picture.set("data-src", picture.get("src", ""))
                picture.set("src", "/assets/blank.gif")
                bare(picture, "srcset")


def _named_by_picture(cards: Cards) -> None:
    """Names are only said by pictures."""
    for part, fields in cards.parts():
        picture = next(part.iter("img"), None)
        if picture is not None and _unname(part, fields):
            picture.set("alt", fields["name"])


def _named_by_link(cards: Cards) -> None:
    """Names are only said by links."""
    for part, fields in cards.parts():
        link = next(part.iter("a"), None)
        if link is not None and _unname(part, fields):
            link.set("aria-label", fields["name"])


def _unname(part: Element, fields: Fields) -> bool:
    """Take the name out of what a record shows; whether it was there."""
    wanted = letters_and_digits(fields.get("name") or "")
    found = [
        e for e in part.iter(etree.Element) if wanted and letters_and_digits(text_of(e)) == wanted
    ]
    if not found:
        return False
    for element in part.iter(etree.Element):
        bare(element, "alt", "title", "aria-label")
    for element in found:
        say(element, "", keep=PICTURES)
    return True


def _wrapped(cards: Cards) -> None:
    """Each record has one more element around what it shows."""
    for record in cards.whole:
        wrap(record, "div", "inner")


def _framed(cards: Cards) -> None:
    """Each record has an element around it."""
    for record in cards.whole:
        if record.tag not in {"li", "tr", "td", "dt", "dd"}:
            put_around([record], etree.Element("div", {"class": "cell"}))


def _linked(cards: Cards) -> None:
    """One link goes around each record."""
    for record, fields in zip(cards.whole, cards.fields, strict=False):
        if record.tag in {"tr", "a"} or not fields.get("url"):
            continue
        for link in record.iter("a"):
            link.tag = "span"
            bare(link, "href")
        wrap(record, "a", "card-link").set("href", fields["url"])


def _unclosed(cards: Cards) -> None:
    """Records are items that no tag ends."""
    for record in cards.whole:
        if record.tag in {"li", "div", "article", "section"}:
            record.tag = "li"
            comment = etree.Comment(END)
            comment.tail, record.tail = record.tail, None
            record.addnext(comment)


def _custom(cards: Cards) -> None:
    """Records are elements of a name of the shop's own."""
    for record in cards.whole:
        if record.tag in {"li", "div", "article", "section"}:
            record.tag = "product-tile"


def _rows(cards: Cards) -> None:
    """Records stand in rows."""
    for run in cards.runs():
        for place in range(0, len(run), ROW):
            for record in run[place : place + ROW]:
                record.tag = "div" if record.tag == "li" else record.tag
            put_around(run[place : place + ROW], etree.Element("div", {"class": "row"}))


def _table(cards: Cards) -> None:
    """Records are rows of a table."""
    for run in cards.runs():
        put_around(run, etree.Element("table", {"class": "list"}))
        for record in run:
            if record.tag == "a":
                row = etree.Element("tr")
                put_around([record], row)
                put_around([record], etree.SubElement(row, "td"))
                continue
            record.tag = "tr"
            if record.text and record.text.strip():
                wrap(record, "td", "")
            for cell in list(record.iterchildren(etree.Element)):
                put_around([cell], etree.Element("td"))


def _cells(cards: Cards) -> None:
    """Records are cells of a table."""
    for run in cards.runs():
        put_around(run, etree.Element("table", {"class": "list"}))
        for place in range(0, len(run), TABLE_ROW):
            row = run[place : place + TABLE_ROW]
            put_around(row, etree.Element("tr"))
            for record in row:
                if record.tag == "a":
                    put_around([record], etree.Element("td"))
                else:
                    record.tag = "td"


def _banners(cards: Cards) -> None:
    """Adverts stand between records."""
    for place, record in enumerate(cards.whole):
        if place % BANNER == BANNER - 1:
            banner = etree.Element(record.tag, {"class": "banner"})
            link = etree.SubElement(banner, "a", {"href": f"/promo/{place}"})
            etree.SubElement(link, "img", {"src": f"/promo/{place}.jpg"})
            etree.SubElement(link, "span").text = "Our autumn ideas for you"
            banner.tail, record.tail = record.tail, None
            record.addnext(banner)


def _shelves(cards: Cards) -> None:
    """The list is two, each under a heading."""
    for run in cards.runs()[:1]:
        around = run[0].getparent()
        if around is None or around.tag in {"body", "tr"} or len(run) < 2 * FEW:
            continue
        more = etree.Element(around.tag, {str(n): str(v) for n, v in around.attrib.items()})
        more.extend(run[len(run) // 2 :])
        heading = etree.Element("h2")
        heading.text = "More of it"
        around.addnext(more)
        around.addnext(heading)


def _few(cards: Cards) -> None:
    """There are only three records."""
    for parts in cards.records[FEW:]:
        for part in parts:
            drop(part)
    del cards.records[FEW:], cards.fields[FEW:]


CHANGES: Mapping[str, Change] = {
    "as-is": _as_is,
    "hashed": _hashed,
    "classless": _classless,
    "unstated": _unstated,
    "unaddressed": _as_is,
    "unheaded": _unheaded,
    "unlinked": _unlinked,
    "unpriced": _unpriced,
    "sold": _sold,
    "foreign": _foreign,
    "bare": _bare,
    "cents": _cents,
    "unpictured": _unpictured,
    "lazy": _lazy,
    "named-by-picture": _named_by_picture,
    "named-by-link": _named_by_link,
    "wrapped": _wrapped,
    "framed": _framed,
    "linked": _linked,
    "unclosed": _unclosed,
    "custom": _custom,
    "rows": _rows,
    "table": _table,
    "cells": _cells,
    "banners": _banners,
    "shelves": _shelves,
    "few": _few,
}
"""The ways in which pages are changed."""
OF_PAGES = frozenset({"as-is", "hashed", "classless", "unstated", "unaddressed", "unheaded"})
"""Those that change all of a page."""
