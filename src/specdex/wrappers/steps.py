"""The last step of an XPath as a test on one element: quicker than asking the whole page."""

import re
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

    def fits(self, element: etree._Element) -> bool:
        """Whether *element* is what the step asks for."""
        if self.tag not in {"*", element.tag} or not isinstance(element.tag, str):
            return False
        if self.look is not None and element.get("class") != self.look:
            return False
        if self.nth and _before(element, self.tag, preceding=True) != self.nth - 1:
            return False
        return not self.last or _before(element, self.tag, preceding=False) == self.last - 1


def _before(element: etree._Element, tag: str, *, preceding: bool) -> int:
    """How many siblings of the tag stand before *element*, or behind it."""
    return sum(1 for _ in element.itersiblings(None if tag == "*" else tag, preceding=preceding))
