"""Which siblings make one record, where a record is more than one element."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from specdex.html import Document
from specdex.listings.view import View

__all__ = ["Span", "spans"]

Span = tuple[int, ...]
"""The sibling elements that make one record; mostly one."""

REGULAR = 0.8
"""The share of gaps between members that must look the same for their siblings to be theirs."""
MIN_GAPS = 2
MAX_SIBLINGS = 9
"""Siblings that may belong to a member; with it, the ten tags of a generalised node."""
PICTURED, PRICED = 1, 2
"""Kinds of elements: with a picture only, with a price only."""
MAX_PERIOD = 4
MIN_CYCLES = 2
SEPARATORS = frozenset({"hr", "br", "script", "style", "noscript", "template", "link", "meta"})


def spans(view: View, members: list[int]) -> list[Span]:
    """*members* alike, each with the siblings that belong to it."""
    document = view.document
    period = _period(view, members)
    if period > 1:
        return [tuple(members[i : i + period]) for i in range(0, len(members), period)]
    end = document.end
    if [end[node] for node in members[:-1]] == members[1:]:
        return [(node,) for node in members]
    gaps = list(_gaps(document, members))
    shape = _regular([tuple(document.tag[node] for node in gap) for gap in gaps])
    if not shape or not any(document.text_of(node) for gap in gaps[:1] for node in gap):
        return [(node,) for node in members]
    around = _Siblings(document)
    lead = _lead(view, around, members, shape)
    ahead, behind = shape[len(shape) - lead :], shape[: len(shape) - lead]
    return [(*around.before(node, ahead), node, *around.behind(node, behind)) for node in members]


def _lead(view: View, around: "_Siblings", members: list[int], shape: tuple[str, ...]) -> int:
    """How many of the siblings between two members belong to the second.

    A sibling belongs to the member that leads where it does; before the first member and behind the
    last one stands what belongs to them.
    """
    size = len(shape)
    fitting = [
        lead
        for lead in range(size + 1)
        if len(around.before(members[0], shape[size - lead :])) == lead
        and len(around.behind(members[-1], shape[: size - lead])) == size - lead
    ]
    pulls = [0] * size
    for one, other in pairwise(members):
        gap = around.behind(one, shape)
        for place, node in enumerate(gap):
            leads = _addresses(view, node)
            pulls[place] += bool(leads & _addresses(view, other))
            pulls[place] -= bool(leads & _addresses(view, one))
    return max(fitting, key=lambda lead: _pulled(pulls, size - lead), default=0)


def _pulled(pulls: list[int], border: int) -> int:
    """How well the siblings lie that stand before *border*, and those behind it."""
    return sum(pulls[border:]) - sum(pulls[:border])


def _addresses(view: View, node: int) -> set[str]:
    """Where the links in *node* lead."""
    attribute, before = view.document.attribute, view.links_before
    inside = view.links[before[node] : before[view.end[node]]].tolist()
    return {attribute(link, "href") for link in inside} - {""}


def _period(view: View, members: list[int]) -> int:
    """How many neighbouring members make one record: pictures in one, prices in the next."""
    kinds = [view.kinds[node] for node in members]
    if set(kinds) != {PICTURED, PRICED}:
        return 1
    for period in range(2, MAX_PERIOD + 1):
        cycle = kinds[:period]
        if (
            not len(members) % period
            and len(members) >= MIN_CYCLES * period
            and len(set(cycle)) > 1
            and kinds == cycle * (len(members) // period)
        ):
            return period
    return 1


def _gaps(document: Document, members: list[int]) -> Iterator[list[int]]:
    """The elements between each two neighbours of one parent, separators left out."""
    for one, other in pairwise(members):
        if document.parent[one] == document.parent[other]:
            gap, node = [], document.end[one]
            while node < other:
                if document.tag[node] not in SEPARATORS:
                    gap.append(node)
                node = document.end[node]
            yield gap


def _regular(shapes: list[tuple[str, ...]]) -> tuple[str, ...]:
    """What stands in most gaps; empty where gaps are empty or differ."""
    if len(shapes) < MIN_GAPS:
        return ()
    shape, count = Counter(shapes).most_common(1)[0]
    return shape if count >= REGULAR * len(shapes) and len(shape) <= MAX_SIBLINGS else ()


class _Siblings:
    """The elements beside each other, separators left out."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.places: dict[int, tuple[list[int], int]] = {}
        """For each node its siblings, itself among them, and its place."""

    def before(self, node: int, shape: tuple[str, ...]) -> list[int]:
        """The siblings before *node* if they have the tags of *shape*."""
        around, place = self._around(node)
        ahead = around[max(0, place - len(shape)) : place]
        return ahead if tuple(self.document.tag[each] for each in ahead) == shape else []

    def behind(self, node: int, shape: tuple[str, ...]) -> list[int]:
        """The siblings behind *node* if they have the tags of *shape*."""
        around, place = self._around(node)
        behind = around[place + 1 : place + 1 + len(shape)]
        return behind if tuple(self.document.tag[each] for each in behind) == shape else []

    def _around(self, node: int) -> tuple[list[int], int]:
        if node not in self.places:
            document = self.document
            row = [
                child
                for child in document.children(document.parent[node])
                if child == node or document.tag[child] not in SEPARATORS
            ]
            self.places.update((each, (row, place)) for place, each in enumerate(row))
        return self.places[node]
