"""The fields of records, each by what stands in the same slot of most of them."""

import re
from collections.abc import Iterable
from itertools import chain

from specdex.html import Document
from specdex.listings.amounts import currency_of, place_of
from specdex.listings.names import name_slot, names
from specdex.listings.outlines import Outline
from specdex.listings.pictures import pictures
from specdex.listings.prices import prices
from specdex.money import MAIN_SIGNS
from specdex.records import Listing, Offer, Shelf

__all__ = ["listing", "read_fields", "silence"]

NAMED, PICTURED = 0.7, 0.4
"""What a link gains that stands around or in the name, and around a picture."""
SELF = -1
"""The slot of the record itself."""
RATING_WORDS = ("rating", "review", "star", "bewertung", "avis", "opinion", "feedback")
"""What programmers call the element that tells how a product is rated."""
_COUNT = re.compile(
    r"\(\s*(\d{1,3}(?:[.,\s]\d{3})+|\d+)\s*\)|"
    rf"(?<![\d.,%{MAIN_SIGNS}])(\d+)\s+[^\W\d_]{{4,}}"
)
_ALONE = re.compile(r"\D{0,3}(\d{1,3}(?:[.,]\d{3})+|\d+)\D{0,3}")
MIN_COVERAGE = 0.2
"""A slot that fewer records fill shows no ratings."""
MAX_TEXT = 60


def read_fields(outline: Outline) -> tuple[Offer, ...]:
    """The records of *outline* with their fields."""
    document = outline.document
    site, language = place_of(document)
    slot, others = name_slot(outline)
    parts = outline.view.parts
    columns = zip(
        ([document.xpath(part) for node in span for part in parts(node)] for span in outline.spans),
        names(outline, slot, others),
        addresses(outline, slot),
        prices(outline),
        pictures(outline),
        rating_counts(outline),
        strict=True,
    )
    return tuple(
        Offer(
            xpath=xpath,
            name=name,
            url=url,
            price=price.printed,
            image=image,
            currency=currency_of(price.printed, site, language),
            old_price=price.old,
            rating_count=ratings,
            rest=tuple(rest),
        )
        for (xpath, *rest), name, url, price, image, ratings in columns
    )


def listing(
    document: Document,
    reader: str,
    outline: Outline,
    shelves: Iterable[Shelf],
    confidence: float = 1.0,
) -> Listing:
    """The listing of the records of *outline*."""
    page = document.page
    return Listing(
        url=page.url,
        id=page.id,
        site=page.site,
        offers=read_fields(outline),
        shelves=tuple(shelves),
        reader=reader,
        confidence=confidence,
        failures=(document.failure,) if document.failure else (),
    )


def silence(document: Document, reader: str, reason: str, confidence: float = 0.0) -> Listing:
    """A listing of nothing, with the reason."""
    page = document.page
    return Listing(
        page.url,
        page.id,
        page.site,
        reader=reader,
        confidence=confidence,
        reason=reason,
        failures=(document.failure,) if document.failure else (),
    )


def addresses(outline: Outline, name_slot: int) -> list[str]:
    """The address of each record's product as written; empty where a record has none."""
    by_slot = _written(outline)
    size = len(outline)
    ranks = {
        slot: len(found) / size
        + len(set(found.values())) / len(found)
        + NAMED * _is_named(outline, slot, name_slot)
        + PICTURED * _is_pictured(outline, slot)
        for slot, found in by_slot.items()
    }
    order = sorted(by_slot, key=lambda slot: (-ranks[slot], slot))
    return [
        _plainest([by_slot[slot][place] for slot in order if place in by_slot[slot]])
        for place in range(size)
    ]


def _plainest(hrefs: list[str]) -> str:
    """The first of *hrefs*; where that is a variant's and the product's own is there, too, this."""
    first = hrefs[0] if hrefs else ""
    own, variant, _ = first.partition("?")
    return own if variant and own in hrefs else first


def _written(outline: Outline) -> dict[int, dict[int, str]]:
    """For each slot of links the address in each record that fills it."""
    document = outline.document
    found: dict[int, dict[int, str]] = {}
    around = (
        (SELF, place, _own_link(document, span[0])) for place, span in enumerate(outline.spans)
    )
    for slot, place, node in chain(around, outline.tagged("a")):
        href = document.attribute(node, "href").strip() if node >= 0 else ""
        if _leads_away(href):
            found.setdefault(slot, {})[place] = href
    return found


def _own_link(document: Document, record: int) -> int:
    """The record where it is a link itself, or the link just around it; else -1."""
    above = document.parent[record]
    if document.tag[record] == "a":
        return record
    return above if above >= 0 and document.tag[above] == "a" else -1


def _leads_away(href: str) -> bool:
    return bool(href) and not href.startswith("javascript:") and (href[0] != "#" or "/" in href)


def _is_named(outline: Outline, slot: int, name_slot: int) -> bool:
    """Whether the link stands around the name, or in it."""
    if slot == SELF:
        return True
    return slot in outline.slots.above(name_slot) or name_slot in outline.slots.above(slot)


def _is_pictured(outline: Outline, slot: int) -> bool:
    """Whether the link stands around a picture."""
    if slot == SELF:
        return True
    document = outline.document
    node = next(filled[slot] for filled in outline.filled if slot in filled)
    return "img" in document.tag[node : document.end[node]]


def rating_counts(outline: Outline) -> list[str]:
    """The number of ratings in each record as printed; empty where it shows none."""
    found: dict[int, dict[int, str]] = {}
    least = MIN_COVERAGE * len(outline)
    likely = {
        slot
        for slot, count in outline.counts().items()
        if count >= least and _is_called(outline.slots.words(slot).lower())
    }
    for place, filled in enumerate(outline.filled):
        for slot in likely & filled.keys():
            count = _count(outline.document.text_of(filled[slot]))
            if count:
                found.setdefault(slot, {})[place] = count
    order = sorted((s for s in found if len(found[s]) >= least), key=lambda s: (-len(found[s]), s))
    return [
        next((found[slot][place] for slot in order if place in found[slot]), "")
        for place in range(len(outline))
    ]


def _is_called(words: str) -> bool:
    return any(word in words for word in RATING_WORDS)


def _count(text: str) -> str:
    """The number of ratings that *text* tells; empty where it tells another."""
    if len(text) > MAX_TEXT:
        return ""
    match = _COUNT.search(text)
    if match is not None:
        return str(match[1] or match[2])
    alone = _ALONE.fullmatch(text)
    return str(alone[1]) if alone else ""
