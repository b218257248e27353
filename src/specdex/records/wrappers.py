"""Wrappers as data: rules that read one template of one site, with the evidence behind them.

A wrapper is JSON that a person can read and edit::

    {"site": "shop.example", "version": 1, "rules": [{"layout": "cells",
     "names": "//table[@class='specs']/tr/td[1]", "values": "//table[@class='specs']/tr/td[2]"}]}
"""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["FORMER", "VERSION", "Layout", "Method", "NotLearned", "PairRule", "Profile", "Wrapper"]

VERSION = 1
"""Of the JSON form; a wrapper of a later version is refused."""
FORMER = {
    "se": "structure",
    "wi": "induced",
    "hybrid-paper": "induced-paper",
    "specdex": "together",
    "hybrid": "both",
}
"""What methods were called in earlier versions, and what they are called now."""


class Layout(StrEnum):
    """How names and values stand to each other."""

    CELLS = "cells"
    """Both are elements; a value follows its name among the children of one parent."""
    LINES = "lines"
    """Both stand on one line of an element that *names* selects."""


class Method(StrEnum):
    """How a site's pages are read."""

    STRUCTURE = "structure"
    """By structure, page by page."""
    INDUCED = "induced"
    """By a wrapper induced from what other sites print."""
    INDUCED_PAPER = "induced-paper"
    """By that wrapper where its two rules pair, else by structure: DEXTER's WI + (SE | SD)."""
    TOGETHER = "together"
    """By what all pages of the site say together, and structure where they say nothing."""
    BOTH = "both"
    """The default: by rules that pair, the site's own before induced ones, else by structure."""

    @classmethod
    def _missing_(cls, value: object) -> "Method | None":
        return cls(FORMER[value]) if value in FORMER else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRule:
    """Two rules that read the pairs of one kind of fragment."""

    names: str
    """The XPath of the elements that hold the names; of the lines, for that layout."""
    values: str = ""
    """The XPath of the elements that hold the values; empty for lines."""
    layout: Layout = Layout.CELLS
    refused: tuple[str, ...] = ()
    """Names, as they are compared, that the site prints the same way but that are no attributes."""
    trims: tuple[str, ...] = ()
    """Link texts that end values on every page without being part of them."""
    continued: bool = False
    """Whether a row of one cell goes on with the value above it; else it is a heading."""
    pages: int = 0
    """Evidence: the pages the rule was learned from, …"""
    support: int = 0
    """… the pairs it reads on them, …"""
    score: float = 0.0
    """… and how much it was believed, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What a name's values look like when all is well."""

    name: str
    pages: float
    """The share of pages that print it."""
    shapes: tuple[str, ...] = ()
    """The shapes of its values, the most frequent first."""
    regular: bool = False
    """Whether nearly all its values have one of them."""


@dataclass(frozen=True, slots=True)
class Wrapper:
    """Learned rules that read one template of one site."""

    site: str
    rules: tuple[PairRule, ...]
    number: int = 0
    """Which of the site's templates it reads; 0 is the one with the most pages."""
    version: int = VERSION
    template: tuple[str, ...] = ()
    """Features that tell the template's pages from the site's other pages."""
    method: str = "both"
    pages: int = 0
    """Evidence: how many pages it was learned from."""
    pairs: float = 0.0
    """The pairs it reads on a page, on average."""
    coverage: float = 0.0
    """The share of pages on which it reads any."""
    profiles: tuple[Profile, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "method", FORMER.get(self.method, self.method))


@dataclass(frozen=True, slots=True)
class NotLearned:
    """Why a site, or one of its templates, has no wrapper."""

    site: str
    reason: str
    """One sentence: not learned, because …"""
    pages: int = 0
    number: int = 0
    """Which of the site's templates it is about; 0 is the one with the most pages."""
