"""What several sites say about one product."""

from dataclasses import dataclass

__all__ = ["Claim", "Correspondence", "Match", "Product"]


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
    urls: tuple[str, ...] = ()
    confidence: float = 1.0


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
