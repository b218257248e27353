"""What several sites say about one product."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "Attribute",
    "Claim",
    "Correspondence",
    "Decision",
    "DecisionKind",
    "Match",
    "Product",
    "SiteOffer",
    "Stock",
]


@dataclass(frozen=True, slots=True)
class Attribute:
    """What several names mean: its values' kind and unit, and how they are spread."""

    name: str
    """As correspondences and claims call it."""
    title: str = ""
    """For people to read, in their language."""
    kind: str = ""
    """As of a quantity: ``number``, ``range``, ``term``, …"""
    unit: str = ""
    """The unit that most pages print, if values have one."""
    spread: tuple[str, ...] = ()
    """The least, middle and greatest number, or the commonest terms."""
    sites: int = 0
    pages: int = 0
    category: str = ""


@dataclass(frozen=True, slots=True)
class Correspondence:
    """One site's name for an attribute."""

    site: str
    name: str
    attribute: str
    confidence: float = 1.0
    category: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """Two specifications that speak of one product."""

    one: str
    """The URL of the first specification, …"""
    other: str
    """… and of the second."""
    confidence: float = 1.0
    evidence: str = ""
    """What convinced, in words: ``gtin 4006381333931``."""
    category: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One value of a product's attribute, and the pages that print it."""

    attribute: str
    value: str
    """As most pages print it."""
    urls: tuple[str, ...] = ()
    confidence: float = 1.0
    normal: str = ""
    """The value's normal form: a number in *unit*, a range, a list, or a plain term."""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class SiteOffer:
    """What a site asks for a product, and when it did."""

    site: str
    url: str
    price: str = ""
    currency: str = ""
    availability: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True)
class Product:
    """What all sites say about one product, fused."""

    id: str
    title: str = ""
    category: str = ""
    ids: tuple[str, ...] = ()
    """As ``kind:value``."""
    urls: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    """The value believed for each attribute, …"""
    disputed: tuple[Claim, ...] = ()
    """… and the values that lost."""
    model: str = ""
    """The id that all variants of one model share (colours, capacities, kits)."""
    offers: tuple[SiteOffer, ...] = ()


@dataclass(frozen=True, slots=True)
class Stock:
    """What was found of the oldest pages of a large category, to be kept while they stay."""

    category: str
    name: str
    mark: str = ""
    """What it rests on."""
    data: str = ""
    """As JSON."""


class DecisionKind(StrEnum):
    """What a person may say."""

    SAME = "same"
    DIFFERENT = "different"
    MEANS = "means"
    WRONG = "wrong"
    FRAGMENT = "fragment"
    """The element of a page is a specification, …"""
    NO_FRAGMENT = "no_fragment"
    """… or is none."""
    SHOP = "shop"
    """A site is a shop of a category, …"""
    NO_SHOP = "no_shop"
    """… or is none."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person said of a match, name, value, fragment or site; it outranks every rule."""

    kind: DecisionKind
    one: str
    """The URL of a specification; a site; of a name (``means``) its site, or nothing for all."""
    other: str
    """The URL that is, or is not, of the same product; the XPath of a fragment; the category that a
    site is a shop of; else the name of a pair."""
    value: str = ""
    """The attribute that a name means, or the value that is wrong."""
    author: str = ""
    time: str = ""
    category: str = ""
