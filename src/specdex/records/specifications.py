"""Fragments, pairs and what else a page says about its product."""

from dataclasses import dataclass
from enum import StrEnum

from specdex.records.pages import Failure

__all__ = ["Candidate", "Field", "Fragment", "FragmentKind", "Pair", "ProductId", "Specification"]


class FragmentKind(StrEnum):
    """How a fragment is marked up."""

    TABLE = "table"
    LIST = "list"
    DL = "dl"
    DIV = "div"
    SCRIPT = "script"
    """JSON that the page carries for its scripts: nothing of it need be visible."""

    @classmethod
    def of(cls, tag: str) -> "FragmentKind":
        """The kind of an element with *tag*."""
        return _KINDS.get(tag, cls.DIV)


_KINDS = {
    "table": FragmentKind.TABLE,
    "ul": FragmentKind.LIST,
    "ol": FragmentKind.LIST,
    "dl": FragmentKind.DL,
}


@dataclass(frozen=True, slots=True)
class Pair:
    """A name and its value, as printed, and where they came from."""

    name: str
    value: str
    group: str = ""
    """The section heading above the pair, if any."""
    xpath: str = ""
    """The element that holds the value."""
    reader: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may hold a specification: its place among a Document's nodes."""

    node: int
    kind: FragmentKind
    confidence: float = 1.0
    without: tuple[int, ...] | None = None
    """The elements inside it that are candidates of their own; None where nobody looked."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """The element on a page that holds a specification, with the pairs read from it."""

    xpath: str
    kind: FragmentKind
    pairs: tuple[Pair, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Field:
    """One of the main product's own fields (name, brand, price, sku …)."""

    name: str
    value: str
    xpath: str = ""
    reader: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Specification:
    """What one page says about its main product."""

    url: str
    id: str = ""
    site: str = ""
    category: str = ""
    title: str = ""
    fragments: tuple[Fragment, ...] = ()
    fields: tuple[Field, ...] = ()
    failures: tuple[Failure, ...] = ()
    source: str = ""
    """Which capture of the page a run read it from; empty outside a run."""

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs of all fragments, in page order."""
        if len(self.fragments) == 1:
            return self.fragments[0].pairs
        return tuple(pair for fragment in self.fragments for pair in fragment.pairs)

    @property
    def stated(self) -> tuple[tuple[str, str], ...]:
        """What the pairs say alone: names and values."""
        return tuple((pair.name, pair.value) for pair in self.pairs)

    def field(self, name: str, otherwise: str = "") -> str:
        """The value of the field called *name*; *otherwise* where there is none."""
        return next((each.value for each in self.fields if each.name == name), otherwise)


@dataclass(frozen=True, slots=True)
class ProductId:
    """An identifier of a product, as one page of one site gives it."""

    value: str
    kind: str
    """sku, mpn, gtin or model."""
    site: str
    url: str = ""
    confidence: float = 1.0
    category: str = ""
