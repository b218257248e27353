"""What other sites taught: names and values of attributes, looked up by hash."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from specdex.records import Specification
from specdex.text import letters_and_digits

__all__ = ["NOTHING", "Knowledge", "Teachers"]

MIN_VALUE = 2
"""A value of fewer letters and digits than this says nothing."""
MAX_VALUE = 80
"""A longer value is not printed twice."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Names and values seen on other sites, as they are compared.

    A set of strings answers tens of millions of questions a second, whatever its size.
    """

    names: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, specifications: Iterable[Specification], *, without: str = "", least: int = 2
    ) -> "Knowledge":
        """What *specifications* teach, those of the site *without* left out.

        A name counts once *least* pages of one site print it.
        """
        names: Counter[tuple[str, str]] = Counter()
        values: set[str] = set()
        for specification in specifications:
            if without and specification.site == without:
                continue
            pairs = specification.pairs
            names.update({(specification.site, letters_and_digits(pair.name)) for pair in pairs})
            folded = (letters_and_digits(pair.value) for pair in pairs)
            values.update(value for value in folded if MIN_VALUE <= len(value) <= MAX_VALUE)
        known = frozenset(name for (_, name), count in names.items() if name and count >= least)
        return cls(known, frozenset(values))


NOTHING = Knowledge()
"""What a first harvest starts with."""


@dataclass(frozen=True, slots=True)
class Teachers:
    """What several sites teach: how many of them print each name and value."""

    names: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, sites: Iterable[Knowledge]) -> "Teachers":
        """All of *sites* together."""
        names: Counter[str] = Counter()
        values: Counter[str] = Counter()
        for each in sites:
            names.update(each.names)
            values.update(each.values)
        return cls(dict(names), dict(values))

    def without(self, own: Knowledge) -> Knowledge:
        """What they teach but for one of them, that has taught *own*."""
        return Knowledge(
            frozenset(each for each, sites in self.names.items() if sites > (each in own.names)),
            frozenset(each for each, sites in self.values.items() if sites > (each in own.values)),
        )
