"""The slots that records share: the same place in each, by relative tag path and class."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from specdex.html import Document

__all__ = ["Outline", "Slots"]

CORE = 0.6
"""A slot is the records' own when at least this share of them fill it."""
MAX_NODES = 400
"""Nodes of one record that are looked at."""


@dataclass(slots=True)
class Slots:
    """Numbers for places below a record: the same tag path with the same first classes."""

    document: Document
    numbers: dict[tuple[int, str, str], int] = field(default_factory=dict)
    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    """The slot around each slot; -1 for the record itself."""

    def of(self, record: int) -> dict[int, int]:
        """The slots that *record* fills, each with the first node in it."""
        document, numbers = self.document, self.numbers
        element, tag, parent = document.element, document.tag, document.parent
        inside = {record: -1}
        filled: dict[int, int] = {}
        for node in range(record + 1, min(document.end[record], record + MAX_NODES)):
            above = inside[parent[node]]
            written = element(node).get("class")
            step = (above, tag[node], written.split(None, 1)[0] if written else "")
            slot = numbers.get(step)
            if slot is None:
                slot = numbers[step] = len(self.tags)
                self.tags.append(tag[node])
                self.parents.append(above)
            inside[node] = slot
            filled.setdefault(slot, node)
        return filled


class Outline:
    """Records with the slots that each fills."""

    def __init__(self, document: Document, records: Sequence[int]) -> None:
        self.document = document
        self.slots = Slots(document)
        self.records = list(records)
        self.filled = [self.slots.of(record) for record in records]

    def core(self) -> frozenset[int]:
        """The slots that most records fill."""
        counts: dict[int, int] = {}
        for filled in self.filled:
            for slot in filled:
                counts[slot] = counts.get(slot, 0) + 1
        least = CORE * len(self.records)
        return frozenset(slot for slot, count in counts.items() if count >= least)

    def likeness(self, core: frozenset[int]) -> list[float]:
        """For each record the share of the *core* slots that it fills; 1 where there is no core."""
        if not core:
            return [1.0] * len(self.records)
        return [sum(slot in core for slot in filled) / len(core) for filled in self.filled]

    def add(self, records: Iterable[int]) -> None:
        """Take in further *records*, in document order again."""
        for record in records:
            self.records.append(record)
            self.filled.append(self.slots.of(record))
        order = sorted(range(len(self.records)), key=self.records.__getitem__)
        self.keep(order)

    def keep(self, places: Sequence[int]) -> None:
        """Let go of all records but those at *places*."""
        self.records = [self.records[place] for place in places]
        self.filled = [self.filled[place] for place in places]
