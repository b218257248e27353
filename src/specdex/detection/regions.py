"""What detection passes on and is passed: pairs, what finds them, and candidates without parts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from specdex.html import Document
from specdex.records import Candidate

__all__ = ["Carved", "Clues", "FoundPair", "PairFinder"]

Clues = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""The words of a region that knowledge is asked about: of names, of the heading, of classes."""


class FoundPair(Protocol):
    """A pair as a reader finds it: name, value, and how sure its name is a label."""

    @property
    def name(self) -> str:
        """What the value is of."""
        ...

    @property
    def value(self) -> str:
        """As printed."""
        ...

    @property
    def evidence(self) -> int:
        """How sure the name is a label, from 0 on."""
        ...

    @property
    def node(self) -> int:
        """Where the value stands."""
        ...


class PairFinder(Protocol):
    """Finds the pairs below an element, quickly."""

    def glance(self, document: Document, node: int) -> Sequence[FoundPair]:
        """The pairs below *node*, in page order."""
        ...


@dataclass(frozen=True, slots=True)
class Carved(Candidate):
    """A candidate without some elements inside it, which are candidates of their own."""

    without: tuple[int, ...] = ()
