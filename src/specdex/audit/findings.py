"""What an audit concludes: findings, each with its bound, its rule and its evidence."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Advert", "Evidence", "Finding", "Origin", "Statement"]


class Origin(StrEnum):
    """Where a piece of evidence stands."""

    PAGE = "page"
    REGISTER = "register"


@dataclass(frozen=True, slots=True)
class Statement:
    """What an advert says of one attribute."""

    attribute: str
    value: str
    name: str = ""
    """The label as printed."""
    xpath: str = ""
    confidence: float = 1.0
    """How sure it is that the page was read aright."""


@dataclass(frozen=True, slots=True)
class Advert:
    """A product as one page offers it: the paper's E."""

    url: str
    site: str
    title: str = ""
    statements: tuple[Statement, ...] = ()
    seen: str = ""
    """When the page was fetched, in ISO 8601."""
    unread: frozenset[str] = frozenset()
    """Attributes that the page speaks of, though nothing was read of them: nobody knows."""

    def said(self, attribute: str) -> Statement | None:
        """What it says of *attribute* first; None where it says nothing."""
        return next((each for each in self.statements if each.attribute == attribute), None)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing a finding rests on."""

    origin: Origin
    attribute: str
    value: str
    """As printed; empty where the evidence is that nothing is said."""
    place: str = ""
    """An XPath on the page, or a row of the register."""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Finding:
    """What an audit rule concluded about one offer."""

    url: str
    site: str
    practice: str
    rule: str
    low: float
    """The probability of the practice is at least this, …"""
    high: float
    """… and at most this."""
    sentence: str
    """Why, for a person."""
    evidence: tuple[Evidence, ...] = ()
    title: str = ""
    seen: str = ""
    register: str = ""
    ip: str = ""
    conflict: tuple[str, ...] = ()
    """The sentences that contradict each other, where no probability fits them all."""
