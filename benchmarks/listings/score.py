"""How good records read from listing pages are, against labels; and LightExtraction's table 3.

A record is right when it is the labelled element, or one above or below it with at least 80 % of
the same text and no text of another labelled record. Every labelled record can be claimed once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin

from lxml import etree

from specdex.html import Document
from specdex.records import Offer
from specdex.statistics.metrics import Tally
from specdex.text import letters_and_digits

__all__ = [
    "FIELDS",
    "GoldListing",
    "Labels",
    "ListingScore",
    "ListingsScore",
    "score_listing",
    "summarise_listings",
    "table_3",
]

FIELDS = ("name", "url", "price", "image")
ADDRESSES = frozenset({"url", "image"})
SAME_TEXT = 0.8
"""The share of text that a claimed element and the labelled one must have in common."""


@dataclass(frozen=True, slots=True)
class GoldListing:
    """A labelled page: its records by region, none where it is no listing."""

    id: str
    site: str
    html: str
    url: str = ""
    regions: tuple[Mapping[str, Any], ...] = ()
    alternates: tuple[Any, ...] = ()
    """Hidden copies of the listing; what is found there does not count."""
    doubt: str = ""
    """Why the annotator found the page debatable."""


@dataclass(frozen=True, slots=True)
class ListingScore:
    """What was right and wrong on one page."""

    site: str
    id: str
    records: Tally
    is_listing: bool
    wanted: Mapping[str, int] = field(default_factory=dict)
    """How many right records have a label for each field, …"""
    right: Mapping[str, int] = field(default_factory=dict)
    """… and how many of these say the same."""

    @property
    def is_exact(self) -> bool:
        """Whether every record was found and none invented."""
        return not self.records.wrong and not self.records.missed


@dataclass(frozen=True, slots=True)
class ListingsScore:
    """The scores of many pages, pooled."""

    records: Tally
    listings: int
    negatives: int
    pages_exact: float
    quiet: float
    accuracy: Mapping[str, float]


def score_listing(gold: GoldListing, document: Document, offers: Iterable[Offer]) -> ListingScore:
    """How *offers* compare with the labels of *gold*, whose parsed page is *document*."""
    labels = Labels(gold, document)
    claimed: set[int] = set()
    wrong = 0
    wanted = dict.fromkeys(FIELDS, 0)
    right = dict.fromkeys(FIELDS, 0)
    for offer in offers:
        element = document.select(offer.xpath) if offer.xpath else None
        if element is not None and element in labels.copies:
            continue
        hit = None if element is None else labels.hit(element)
        if hit is None or hit in claimed:
            wrong += 1
            continue
        claimed.add(hit)
        for name in FIELDS:
            truth = labels.fields[hit].get(name)
            if truth:
                wanted[name] += 1
                right[name] += _same(name, getattr(offer, name), truth, gold.url)
    total = len(labels.elements)
    tally = Tally(len(claimed), wrong, total - len(claimed))
    return ListingScore(gold.site, gold.id, tally, total > 0, wanted, right)


def summarise_listings(scores: Iterable[ListingScore]) -> ListingsScore:
    """The scores of all pages, pooled over records as in the paper."""
    pages = list(scores)
    listings = [page for page in pages if page.is_listing]
    negatives = [page for page in pages if not page.is_listing]
    wanted = {name: sum(page.wanted.get(name, 0) for page in pages) for name in FIELDS}
    right = {name: sum(page.right.get(name, 0) for page in pages) for name in FIELDS}
    return ListingsScore(
        records=sum((page.records for page in pages), Tally()),
        listings=len(listings),
        negatives=len(negatives),
        pages_exact=sum(page.is_exact for page in listings) / max(1, len(listings)),
        quiet=sum(not page.records.wrong for page in negatives) / max(1, len(negatives)),
        accuracy={name: right[name] / max(1, wanted[name]) for name in FIELDS},
    )


def table_3(methods: Mapping[str, Sequence[ListingScore]]) -> list[list[str]]:
    """LightExtraction's table 3: a row per page and the total, for each method TP, FP, FN, P, R."""
    head = ["No.", "Page", "Total"]
    for name in methods:
        head += [f"{name} {each}" for each in ("TP", "FP", "FN", "Precision", "Recall")]
    rows = [head]
    pages = list(next(iter(methods.values()), ()))
    for number, page in enumerate(pages):
        tallies = [scores[number].records for scores in methods.values()]
        rows.append([str(number + 1), page.id, str(_total(page.records)), *_cells(tallies)])
    totals = [sum((page.records for page in scores), Tally()) for scores in methods.values()]
    rows.append(["Total", "", str(_total(totals[0])) if totals else "0", *_cells(totals)])
    return rows


def _total(tally: Tally) -> int:
    return tally.right + tally.missed


def _cells(tallies: Iterable[Tally]) -> list[str]:
    cells = []
    for tally in tallies:
        cells += [str(tally.right), str(tally.wrong), str(tally.missed)]
        cells += [_percent(tally.right, tally.wrong), _percent(tally.right, tally.missed)]
    return cells


def _percent(right: int, other: int) -> str:
    """A share as the paper prints it: nothing of nothing is 0."""
    return f"{100 * right / (right + other) if right + other else 0:.2f}%"


class Labels:
    """The labelled records of a page, found on its tree."""

    def __init__(self, gold: GoldListing, document: Document) -> None:
        self.elements: list[list[etree._Element]] = []
        self.fields: list[Mapping[str, str]] = []
        for region in gold.regions:
            fields = region.get("fields") or [{}] * len(region["records"])
            for record, said in zip(region["records"], fields, strict=False):
                xpaths = record if isinstance(record, list) else [record]
                found = (document.select(xpath) for xpath in xpaths)
                self.elements.append([each for each in found if each is not None])
                self.fields.append(said)
        self.texts = [_text(elements) for elements in self.elements]
        self.owner = {
            below: number
            for number, elements in enumerate(self.elements)
            for element in elements
            for below in element.iter()
        }
        self.copies = {below for top in _tops(gold.alternates, document) for below in top.iter()}

    def hit(self, element: etree._Element) -> int | None:
        """The labelled record that *element* is; None where it is none, or holds several."""
        held = {self.owner[below] for below in element.iter() if below in self.owner}
        if len(held) != 1:
            return None
        number = held.pop()
        said, wanted = _text([element]), self.texts[number]
        if not said or not wanted:
            return None
        short, long = sorted((len(said), len(wanted)))
        return number if element in self.elements[number] or short >= SAME_TEXT * long else None


def _tops(alternates: Iterable[Any], document: Document) -> Iterable[etree._Element]:
    for each in alternates:
        top = document.select(each if isinstance(each, str) else each["xpath"])
        if top is not None:
            yield top


def _text(elements: Iterable[etree._Element]) -> str:
    return letters_and_digits(" ".join(t for e in elements for t in map(str, e.itertext()) if t))


def _same(name: str, said: str, truth: str, base: str) -> bool:
    if not said:
        return False
    if letters_and_digits(said) == letters_and_digits(truth):
        return True
    return name in ADDRESSES and letters_and_digits(_join(base, said)) == letters_and_digits(
        _join(base, truth)
    )


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return address
