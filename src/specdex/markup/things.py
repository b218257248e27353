"""What markup says, as records: things as written, and products as understood."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Fact", "Markup", "MarkupOffer", "MarkupProduct", "Role", "Text", "Thing", "local_name"]


@lru_cache(maxsize=4096)
def local_name(name: str) -> str:
    """The last part of a type's or property's name, in lower case.

    >>> local_name("https://schema.org/Product"), local_name("schema:hasVariant")
    ('product', 'hasvariant')
    """
    return name.rstrip("/#").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2].lower()


class Text(NamedTuple):
    """A value as written, and the node it stands in."""

    value: str
    node: int


@dataclass(slots=True)
class Thing:
    """Anything typed that a syntax describes, before it is understood."""

    syntax: str
    node: int
    types: tuple[str, ...] = ()
    """Lower-case local names: ``product``, ``offer`` …"""
    values: dict[str, list["Text | Thing"]] = field(default_factory=dict)
    """By lower-case local name."""
    id: str = ""
    elsewhere: tuple[str, ...] = ()
    """The ids of elements that belong to it though they stand outside (microdata's itemref)."""

    def add(self, name: str, value: "Text | Thing") -> None:
        """Append one value of the property *name*."""
        self.values.setdefault(name, []).append(value)


class Role(StrEnum):
    """What a marked-up product is to its page."""

    MAIN = "main"
    """It stands by itself; the page's product, where it is the only one."""
    VARIANT = "variant"
    RELATED = "related"


class Fact(NamedTuple):
    """One thing said of a product or an offer, ``price`` ``1299.00``, and where it stands."""

    name: str
    value: str
    node: int


@dataclass(frozen=True, slots=True)
class MarkupOffer:
    """One offer of a product."""

    facts: tuple[Fact, ...] = ()
    aggregate: bool = False
    """Whether it sums up several offers."""

    def first(self, name: str) -> Fact | None:
        """The first fact called *name*, if any."""
        return next((fact for fact in self.facts if fact.name == name), None)


@dataclass(frozen=True, slots=True)
class MarkupProduct:
    """One product that the markup describes."""

    syntax: str
    """json-ld, microdata, rdfa or opengraph."""
    node: int
    role: Role = Role.MAIN
    facts: tuple[Fact, ...] = ()
    offers: tuple[MarkupOffer, ...] = ()
    variants: int = 0
    """How many variants stand below it."""
    properties: tuple[Fact, ...] = ()
    """Its ``additionalProperty``: each by its own name, with its unit."""

    def first(self, name: str) -> Fact | None:
        """The first fact called *name*, if any."""
        return next((fact for fact in self.facts if fact.name == name), None)

    def all(self, name: str) -> tuple[Fact, ...]:
        """Every fact called *name*."""
        return tuple(fact for fact in self.facts if fact.name == name)


@dataclass(frozen=True, slots=True)
class Markup:
    """Everything that a page's markup says about products."""

    products: tuple[MarkupProduct, ...] = ()
    offers: tuple[MarkupOffer, ...] = ()
    """Offers that belong to no product."""
    trail: tuple[Fact, ...] = ()
    """The breadcrumbs, outermost first."""
    meta: tuple[Fact, ...] = ()
    """What meta tags state of the page."""
