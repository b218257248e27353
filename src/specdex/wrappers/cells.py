"""The cells behind a name: what stands among the children of one parent, looked at once."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from lxml import etree

from specdex.wrappers.lines import text_of

__all__ = ["PIECES", "Rows", "Step", "steps_of"]

STEP = re.compile(
    r"""^.*/(?P<tag>\w+|\*)
    (?:\[(?:(?P<nth>\d+)|(?P<last>last\(\)(?:-(?P<before>\d+))?))\])?
    (?:\[@class='(?P<look>[^']*)'\])?$""",
    re.VERBOSE,
)
"""A tag, a place from either end, a class: nothing else."""
PIECES = 600
"""A text of more pieces than this is no value, but a part of the page's frame."""
REMEMBERED = 1 << 10
"""The rows of a table have the same cells again and again."""
Behind = tuple[list[str], str]
"""The texts of the values behind a name, and the last step of the first one's XPath."""
NONE: Behind = ([], "")


@dataclass(frozen=True, slots=True)
class Step:
    """What an element must be: its tag, its place among siblings of the tag, its class."""

    tag: str
    nth: int = 0
    """From the beginning, from 1 on; 0 where any will do."""
    last: int = 0
    """The same, from the end."""
    look: str | None = None

    @classmethod
    def of(cls, xpath: str) -> Self | None:
        """The last step of *xpath*; None where it asks for more than a Step can.

        >>> Step.of("//table/tr/td[2]")
        Step(tag='td', nth=2, last=0, look=None)
        """
        match = STEP.match(xpath)
        if match is None:
            return None
        last = int(match["before"] or 0) + 1 if match["last"] else 0
        return cls(match["tag"], int(match["nth"] or 0), last, match["look"])

    def among(self, siblings: Sequence[etree._Element]) -> list[bool]:
        """For each of one parent's children, whether it is what the step asks for."""
        tag, anything = self.tag, self.tag == "*"
        if not self.nth and not self.last:
            look = self.look
            return [
                (anything or each.tag == tag) and (look is None or each.get("class") == look)
                for each in siblings
            ]
        total = 0
        places: list[int] = []
        for each in siblings:
            fits = anything or each.tag == tag
            total += fits
            places.append(total if fits else 0)
        return [
            bool(place)
            and (not self.nth or place == self.nth)
            and (not self.last or total - place + 1 == self.last)
            and (self.look is None or each.get("class") == self.look)
            for place, each in zip(places, siblings, strict=True)
        ]


@lru_cache(maxsize=REMEMBERED)
def steps_of(tags: tuple[str, ...]) -> tuple[str, ...]:
    """The last step of the XPath of each of one parent's children, as lxml's ``getpath`` has it.

    >>> steps_of(("th", "td", "td"))
    ('th', 'td[1]', 'td[2]')
    """
    totals = Counter(tags)
    seen: Counter[str] = Counter()
    steps = []
    for tag in tags:
        seen[tag] += 1
        steps.append(tag if totals[tag] == 1 else f"{tag}[{seen[tag]}]")
    return tuple(steps)


class Rows:
    """The rows of one page, asked for name by name; the last one is remembered."""

    def __init__(
        self,
        starts: frozenset[etree._Element],
        step: Step | None,
        values: Callable[[], frozenset[etree._Element]],
    ) -> None:
        self.starts = starts
        self.step = step
        self.found = frozenset() if step is not None else values()
        self.masks: dict[tuple[str, ...], Sequence[bool]] = {}
        self.row: etree._Element | None = None
        self.cells: list[etree._Element] = []
        self.tags: tuple[str, ...] = ()
        self.mask: Sequence[bool] = ()
        self.places: dict[etree._Element, int] = {}

    def behind(self, name: etree._Element) -> Behind:
        """The values of *name*: up to the next name in its row."""
        row = name.getparent()
        if row is None:
            return NONE
        if row is not self.row:
            self._open(row)
        cells, mask, starts = self.cells, self.mask, self.starts
        texts: list[str] = []
        step = ""
        for at in range(self.places[name] + 1, len(cells)):
            cell = cells[at]
            if cell in starts:
                break
            text = text_of(cell, PIECES) if mask[at] else ""
            if text:
                texts.append(text)
                step = step or steps_of(self.tags)[at]
        return texts, step

    def _open(self, row: etree._Element) -> None:
        self.row = row
        self.cells = cells = [each for each in row if isinstance(each.tag, str)]
        self.tags = tags = tuple([each.tag for each in cells])
        self.places = {cell: at for at, cell in enumerate(cells)}
        if self.step is None:
            self.mask = [cell in self.found for cell in cells]
        elif self.step.look is not None:
            self.mask = self.step.among(cells)
        else:
            known = self.masks.get(tags)
            if known is None:
                known = self.masks[tags] = self.step.among(cells)
            self.mask = known
