"""The last step of an XPath as a test on one element: quicker than asking the whole page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from lxml import etree

__all__ = ["Step"]

STEP = re.compile(
    r"""^.*/(?P<tag>\w+|\*)
    (?:\[(?:(?P<nth>\d+)|(?P<last>last\(\)(?:-(?P<before>\d+))?))\])?
    (?:\[@class='(?P<look>[^']*)'\])?$""",
    re.VERBOSE,
)
"""A tag, a place from either end, a class: nothing else."""


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
