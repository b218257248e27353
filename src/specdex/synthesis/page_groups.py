"""Pages of a site grouped by template, so that lists, articles and items are told apart."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum

from specdex.html import Document

__all__ = ["page_groups"]

ALIKE = 0.5
"""A page that shares this much with a group is of its template."""
LEAST_PAGES = 3
LEAST_SHARE = 0.05
"""A group of fewer pages than this teaches nothing."""
COMMON = 0.02
"""A mark on fewer of the pages than this belongs to a page, not to a template."""
FURNITURE_WEIGHT = 0.2
"""What a mark on all pages, or on few, weighs against one on half of them."""


def page_groups(documents: Sequence[Document]) -> list[list[int]]:
    """The places of the pages of each template, the largest group first.

    A page joins the group that it shares most marks with; those that tell templates apart, which
    some pages have and some have not, weigh most.
    """
    looks = [_look(document) for document in documents]
    weights = _weights(looks)
    groups: list[tuple[list[int], Counter[str]]] = []
    for page, look in enumerate(looks):
        mine = look & weights.keys()
        likeness = [_likeness(mine, usual, len(pages), weights) for pages, usual in groups]
        best = max(range(len(groups)), key=likeness.__getitem__, default=-1)
        if best < 0 or likeness[best] < ALIKE:
            groups.append(([], Counter()))
            best = len(groups) - 1
        groups[best][0].append(page)
        groups[best][1].update(mine)
    wanted = max(LEAST_PAGES, LEAST_SHARE * len(looks))
    kept = [pages for pages, _ in groups if len(pages) >= wanted]
    return sorted(kept or [list(range(len(looks)))], key=len, reverse=True)


def _likeness(
    marks: set[str], usual: Counter[str], size: int, weights: Mapping[str, float]
) -> float:
    """The share of *marks* that the average page of a group has too, summed exactly for sets."""
    common = fsum(weights[mark] * usual[mark] for mark in marks if mark in usual) / size
    theirs = fsum(weights[mark] * count for mark, count in usual.items()) / size
    every = fsum(weights[mark] for mark in marks) + theirs - common
    return common / every if every else 1.0


def _weights(looks: Sequence[set[str]]) -> dict[str, float]:
    """What each mark of the site's templates weighs."""
    pages = len(looks)
    counts = Counter(mark for look in looks for mark in look)
    least = max(2.0, COMMON * pages)
    return {
        mark: max(FURNITURE_WEIGHT, 4 * count / pages * (1 - count / pages))
        for mark, count in counts.items()
        if count >= least
    }


def _look(document: Document) -> set[str]:
    """The marks of a page: classes and ids, and bare tags with their parents' tags."""
    out: set[str] = set()
    for node, (tag, parent) in enumerate(zip(document.tag, document.parent, strict=True)):
        name = document.attribute(node, "id")
        marks = [f"{tag}.{each}" for each in document.attribute(node, "class").split()]
        if name:
            marks.append(f"{tag}#{name}")
        out.update(marks or [f"{document.tag[parent] if parent >= 0 else ''}>{tag}"])
    return out
