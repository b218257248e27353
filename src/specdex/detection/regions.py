"""What detection passes among its parts: candidates with the pairs that are their own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from specdex.html import Document
from specdex.records import Candidate

__all__ = ["Carved", "FoundPair", "PairFinder", "Region"]


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


@dataclass(frozen=True, slots=True)
class Region:
    """A candidate with the pairs that are its own."""

    candidate: Carved
    pairs: tuple[FoundPair, ...]
    around: int
    """The place, among the page's regions, of the smallest around it; -1 where there is none."""
    in_value: bool
    """Whether it lies inside a value of the region around it."""
