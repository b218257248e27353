"""The slots that records share: the same place in each, by relative tag path and class."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, compress

from specdex.listings.spans import Span
from specdex.listings.view import View

__all__ = ["Outline", "Slots", "fill", "likeness"]

CORE = 0.6
"""A slot is the records' own when at least this share of them fill it."""
MAX_NODES = 600
"""Nodes of one record that are looked at."""
MAX_CLASS = 100
"""Characters of a class that are kept: what comes later only styles."""
RECORD = -1
"""The slot of the record itself."""

MAX_TURNS = 6
"""Elements alike beside each other that are told apart."""

Filled = dict[int, int]
Step = tuple[int, str, str]
"""The slot around a place, the tag there, and its first class or its turn."""


class Slots:
    """Numbers for places below a record: the same tag path with the same first classes."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.document = view.document
        self.numbers: dict[Step, int] = {}
        self.tags: list[str] = []
        self.parents: list[int] = []
        """The slot around each slot."""
        self.classes: list[str] = []
        """The class of the first element seen in each slot."""
        self.firsts: dict[str, str] = {}
        """The first token of every class seen."""
        self.slot_of: dict[int, int] = {}
        """The slot of every node seen."""

    def of(self, span: Span) -> Filled:
        """The slots that the record *span* fills, each with the first node in it."""
        self.slot_of[span[0]] = RECORD
        return fill(self, self._below(span))

    def new(self, step: Step, written: str) -> int:
        """A number for a slot that was not seen before."""
        slot = self.numbers[step] = len(self.tags)
        self.parents.append(step[0])
        self.tags.append(step[1])
        self.classes.append(written[:MAX_CLASS])
        return slot

    def _below(self, span: Span) -> list[int]:
        """The nodes of *span* that say anything, its first element left out."""
        end, telling = self.document.end, self.view.telling
        below: list[int] = []
        for top in span:
            last = min(end[top], top + MAX_NODES)
            below += compress(range(top, last), telling[top:last])
        return below[below[:1] == [span[0]] :]

    def above(self, slot: int) -> list[int]:
        """*slot* and the slots around it, the record's own left out."""
        trail = []
        while slot > RECORD:
            trail.append(slot)
            slot = self.parents[slot]
        return trail

    def trail(self, slot: int) -> list[str]:
        """The tags of *slot* and of those around it."""
        return [self.tags[each] for each in self.above(slot)]

    def words(self, slot: int) -> str:
        """The classes of *slot* and of the one just around it."""
        around = self.parents[slot]
        return self.classes[slot] + (f" {self.classes[around]}" if around != RECORD else "")


def fill(slots: Slots, nodes: list[int]) -> Filled:
    """The slots of *nodes*, whose ancestors come first, each with the first node in it."""
    inside, numbers, firsts = slots.slot_of, slots.numbers, slots.firsts
    tags, parents, classes = slots.document.tag, slots.document.parent, slots.document.classes
    filled: Filled = {}
    for node in nodes:
        written = classes[node]
        first = firsts.get(written)
        if first is None:
            first = firsts[written] = written.partition(" ")[0]
        above = inside.get(parents[node])
        step = (RECORD if above is None else above, tags[node], first)
        slot = numbers.get(step)
        if slot in filled and not written and parents[filled[slot]] == parents[node]:
            step = (step[0], step[1], _turn(filled, numbers, step))
            slot = numbers.get(step)
        if slot is None:
            slot = slots.new(step, written)
        inside[node] = slot
        if slot not in filled:
            filled[slot] = node
    return filled


def _turn(filled: Filled, numbers: dict[Step, int], step: Step) -> str:
    """What tells an element without a class from those like it before it: its turn."""
    turn = ""
    for number in range(1, MAX_TURNS):
        turn = f" {number}"
        if numbers.get((step[0], step[1], turn)) not in filled:
            break
    return turn


class Outline:
    """Records with the slots that each fills."""

    def __init__(self, view: View, spans: Iterable[Span]) -> None:
        self.view = view
        self.document = view.document
        self.slots = Slots(view)
        self.spans = list(spans)
        self.filled = [self.slots.of(span) for span in self.spans]
        self._counts: Counter[int] | None = None

    def __len__(self) -> int:
        return len(self.spans)

    @property
    def records(self) -> list[int]:
        """The first element of each record."""
        return [span[0] for span in self.spans]

    def text(self, place: int) -> tuple[int, int]:
        """Where the text of a record begins and ends."""
        span = self.spans[place]
        return self.document.start[span[0]], self.document.stop[span[-1]]

    def counts(self) -> Counter[int]:
        """How many records fill each slot."""
        if self._counts is None:
            self._counts = Counter(chain.from_iterable(self.filled))
        return self._counts

    def tagged(self, *tags: str) -> list[tuple[int, int, int]]:
        """The slots of elements with one of *tags*: slot, place of the record, and node."""
        wanted = {slot for slot, tag in enumerate(self.slots.tags) if tag in tags}
        return [
            (slot, place, filled[slot])
            for place, filled in enumerate(self.filled)
            for slot in wanted & filled.keys()
        ]

    def core(self) -> frozenset[int]:
        """The slots that most records fill."""
        least = CORE * len(self.spans)
        return frozenset(slot for slot, count in self.counts().items() if count >= least)

    def add(self, spans: Iterable[Span]) -> None:
        """Take in further records, in document order again."""
        for span in spans:
            self.spans.append(span)
            self.filled.append(self.slots.of(span))
        self.keep(sorted(range(len(self.spans)), key=self.spans.__getitem__))

    def keep(self, places: Sequence[int]) -> None:
        """Let go of all records but those at *places*."""
        self._counts = None
        self.spans = [self.spans[place] for place in places]
        self.filled = [self.filled[place] for place in places]


def likeness(core: frozenset[int], filled: Filled) -> float:
    """The share of the *core* slots that a record fills; 1 where there is no core."""
    return len(core & filled.keys()) / len(core) if core else 1.0
