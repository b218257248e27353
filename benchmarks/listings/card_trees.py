"""The tree of a labelled listing page, and how it is changed."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from lxml import etree
from lxml.etree import _Element as Element

from specdex.listings.amounts import text_amounts
from specdex.text import collapse, letters_and_digits

__all__ = [
    "Cards",
    "Element",
    "Fields",
    "bare",
    "drop",
    "label_of",
    "prices_of",
    "put_around",
    "say",
    "text_of",
    "wrap",
]

MAX_PRICE = 60
"""Characters of an element that holds a price and little else."""
UNSEEN = frozenset({"script", "style", "title", "option"})
IN_TABLES = frozenset({"tr", "td"})

Fields = dict[str, Any]


@dataclass(slots=True)
class Cards:
    """The tree of a page, and its records: the elements of each, and its labels."""

    root: Element
    records: list[list[Element]]
    fields: list[Fields]

    @property
    def whole(self) -> list[Element]:
        """The records that are one element; none where some are several."""
        return [each[0] for each in self.records if len(each) == 1] if self._are_whole else []

    @property
    def _are_whole(self) -> bool:
        return all(len(each) == 1 for each in self.records)

    def parts(self) -> Iterator[tuple[Element, Fields]]:
        """The elements of all records, each with the labels of its record."""
        for parts, fields in zip(self.records, self.fields, strict=True):
            for part in parts:
                yield part, fields

    def runs(self) -> list[list[Element]]:
        """The records that stand under one parent, for each parent."""
        by_parent: dict[Element, list[Element]] = {}
        for record in self.whole:
            around = record.getparent()
            if around is not None and record.tag not in IN_TABLES:
                by_parent.setdefault(around, []).append(record)
        return [run for run in by_parent.values() if len(run) > 1]


def prices_of(top: Element, labels: set[str]) -> list[Element]:
    """The smallest elements below *top* that hold an amount, or one of *labels*."""

    def is_priced(element: Element) -> bool:
        text = text_of(element)
        if len(text) > MAX_PRICE or not any(map(str.isdigit, text)):
            return False
        return bool(text_amounts(text)) or letters_and_digits(text) in labels

    priced = [each for each in top.iter(etree.Element) if is_priced(each)]
    around = {above for each in priced for above in each.iterancestors()}
    return [each for each in priced if each not in around and each.tag not in UNSEEN]


def label_of(fields: Fields) -> set[str]:
    """The price of a record as it is compared; none where it has no label."""
    return {letters_and_digits(fields.get("price") or "")} - {""}


def bare(element: Element, *names: str) -> None:
    """Take the attributes *names* off *element*."""
    for name in names:
        element.attrib.pop(name, "")


def put_around(elements: list[Element], wrapper: Element) -> None:
    """Set *wrapper* in the place of the first of *elements*, and all of them into it."""
    elements[0].addprevious(wrapper)
    for element in elements:
        element.tail = None
        wrapper.append(element)


def wrap(element: Element, tag: str, called: str) -> Element:
    """Put all that *element* holds into a new one."""
    inner = etree.Element(tag, {"class": called} if called else {})
    inner.text, element.text = element.text, None
    inner.extend(list(element))
    element.append(inner)
    return inner


def say(element: Element, text: str, keep: tuple[str, ...] = ()) -> None:
    """Let *element* say *text* and nothing else; elements to *keep* stay in it."""
    kept = [deepcopy(each) for each in element.iter(*keep)] if keep else []
    tail = element.tail
    for child in list(element):
        element.remove(child)
    element.text, element.tail = text, tail
    for each in kept:
        each.tail = None
        element.append(each)


def drop(element: Element) -> None:
    """Take *element* out, and leave what follows it."""
    around = element.getparent()
    if around is None:
        return
    before = element.getprevious()
    if element.tail:
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            around.text = (around.text or "") + element.tail
    around.remove(element)


def text_of(element: Element) -> str:
    """All that *element* says."""
    return collapse(" ".join(str(each) for each in element.itertext(etree.Element) if each))
