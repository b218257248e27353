"""The knowledge base: known values of each attribute, looked up through an inverted index."""

from collections import Counter
from collections.abc import Iterable, Mapping

from specdex.papers.cross_supervised.likeness_index import LikenessIndex
from specdex.synthesis.equivalences import BUILT_IN as EQUIVALENCES
from specdex.synthesis.equivalences import Equivalence, Names, Words, guess

__all__ = ["Instances", "Knowledge"]


class Instances:
    """The known values of one attribute."""

    def __init__(self, equivalence: Equivalence) -> None:
        self.equivalence = equivalence
        self._index = LikenessIndex(equivalence.threshold)

    def __len__(self) -> int:
        return len(self._index)

    def add(self, values: Iterable[str]) -> int:
        """Keep *values*; how many were new."""
        return sum(self._index.add(self.equivalence.tokens(value)) for value in values)

    def knows(self, value: str) -> bool:
        """Whether *value* is equivalent to a known one."""
        return value in self.known_among((value,))

    def known_among(self, values: Iterable[str]) -> frozenset[str]:
        """Those of *values*, such as the texts of a page, that are equivalent to a known one."""
        asked = {value: tokens for value in values if (tokens := self.equivalence.tokens(value))}
        found = self._index.known_among(list(asked.values()))
        return frozenset(
            value
            for value, known in zip(asked, found, strict=True)
            if known or self._abbreviated(value)
        )

    def _abbreviated(self, value: str) -> bool:
        """Whether *value* is the acronym of a known name."""
        short = value.strip()
        return (
            isinstance(self.equivalence, Names)
            and short.isupper()
            and short.isalpha()
            and len(short) > 1
            and self._index.has_token(short.lower())
        )


class Knowledge:
    """Instances per attribute; equivalences as given, else by what the values are like."""

    def __init__(self, equivalences: Mapping[str, Equivalence] | None = None) -> None:
        self._given = dict(equivalences or {})
        self._of: dict[str, Instances] = {}

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes with instances."""
        return tuple(self._of)

    def __getitem__(self, attribute: str) -> Instances:
        return self._of[attribute]

    def sizes(self) -> Counter[str]:
        """How many instances each attribute has."""
        return Counter({name: len(each) for name, each in self._of.items()})

    def add(self, attribute: str, values: Iterable[str]) -> int:
        """Keep *values* of *attribute*; how many were new."""
        given = list(values)
        if attribute not in self._of:
            if not given:
                return 0
            chosen = self._given.get(attribute) or EQUIVALENCES[guess(given)]()
            self._of[attribute] = Instances(chosen)
        return self._of[attribute].add(given)

    @classmethod
    def of_words(cls, attributes: Iterable[str], threshold: float) -> "Knowledge":
        """Knowledge that compares every attribute by words, as the paper does."""
        return cls({name: Words(threshold) for name in attributes})
