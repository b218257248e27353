"""What a labelled page says about each of its regions: how much of it is specification."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from specdex.detection.candidates import candidate_nodes
from specdex.detection.regions import Region
from specdex.detection.sheet import Sheet, describe
from specdex.html import Document
from specdex.text import letters_and_digits

__all__ = ["GoldFragment", "LabelledPage", "LabelledSheet", "label", "lies_in"]

Floats = npt.NDArray[np.float64]
MOSTLY = 0.5
"""A region of which this share lies in doubtful elements is not learned from, and one of which less
lies in fragments is none."""


@dataclass(frozen=True, slots=True)
class GoldFragment:
    """A fragment as a person labelled it."""

    xpath: str
    pairs: tuple[tuple[str, str], ...] = ()
    doubtful: bool = False
    alternatives: tuple[tuple[str, str], ...] = ()
    copies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page with its fragments, all of them: what is not among them is none."""

    document: Document
    site: str
    category: str = ""
    fragments: tuple[GoldFragment, ...] = ()
    ignored: tuple[str, ...] = ()
    """XPaths of elements that count neither way."""
    weight: float = 1.0
    """How much the page's site counts: pages of other kinds than products count less."""
    made: bool = False
    """Whether it was generated: its words are nobody's."""


@dataclass(frozen=True, slots=True)
class LabelledSheet:
    """A page's regions with features and targets; the Document itself is let go."""

    site: str
    category: str
    sheet: Sheet
    target: Floats
    """The share of each region's pairs that are right; 0 where it lies in no fragment."""
    weight: Floats
    """0 where nothing can be said."""
    share: Floats
    """The share of each region's pairs that are right, wherever it lies."""
    scale: float = 1.0
    """How much the site counts in all."""
    made: bool = False
    """Whether its words are nobody's, and teach nothing."""


def label(page: LabelledPage) -> LabelledSheet:
    """The regions of *page* and what its labels say about each."""
    document = page.document
    sheet = describe(document, candidate_nodes(document))
    firm = _fold(pair for each in page.fragments if not each.doubtful for pair in each.pairs)
    free = _fold(pair for each in page.fragments for pair in each.alternatives)
    free |= _fold(pair for each in page.fragments if each.doubtful for pair in each.pairs)
    doubtful = [each.xpath for each in page.fragments if each.doubtful]
    spans = _spans(document, (*page.ignored, *doubtful))
    gold = _gold(page)
    judged = [_judge(region, (firm, free - firm), spans) for region in sheet.regions]
    placed = np.array([lies_in(document, each, gold) for each in sheet.regions], dtype=np.float64)
    share = np.array([share for share, _ in judged])
    target = share * placed
    weight = np.array([weight for _, weight in judged])
    if page.made:  # a specification that is misread is one all the same
        weight = np.where((placed > 0) & (target < MOSTLY), 0.0, weight)
    return LabelledSheet(
        site=page.site,
        category=page.category,
        sheet=sheet,
        target=target,
        weight=weight,
        share=share,
        scale=page.weight,
        made=page.made,
    )


def _fold(pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    return {(letters_and_digits(name), letters_and_digits(value)) for name, value in pairs}


def _spans(document: Document, xpaths: Sequence[str]) -> list[tuple[int, int]]:
    nodes = (document.find(xpath) for xpath in xpaths)
    return [(node, document.end[node]) for node in nodes if node is not None]


def _gold(page: LabelledPage) -> list[tuple[int, int]]:
    """Where in the page's text its fragments stand, in order."""
    document = page.document
    xpaths = [xpath for each in page.fragments for xpath in (each.xpath, *each.copies)]
    nodes = (document.find(xpath) for xpath in xpaths)
    return sorted((document.start[node], document.stop[node]) for node in nodes if node is not None)


def lies_in(document: Document, region: Region, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether most of a region's text is in *spans*: what repeats a fragment elsewhere is none."""
    start, stop = document.start[region.node], document.stop[region.node]
    inside, last = 0, start
    for low, high in spans:
        inside += max(0, min(high, stop) - max(low, last))
        last = max(last, high)
    return inside >= MOSTLY * (stop - start)


def _judge(
    region: Region,
    truth: tuple[set[tuple[str, str]], set[tuple[str, str]]],
    skipped: Sequence[tuple[int, int]],
) -> tuple[float, float]:
    """The share of the region's pairs that are right, and how much that counts."""
    firm, free = truth
    said = _fold((pair.name, pair.value) for pair in region.pairs)
    counted = len(said) - len(said & free)
    inside = sum(any(low <= pair.node < high for low, high in skipped) for pair in region.pairs)
    if not counted or inside >= MOSTLY * len(region.pairs):
        return 0.0, 0.0
    return len(said & firm) / counted, len(said) ** 0.5
