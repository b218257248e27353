"""The knowledge base: known values of each attribute, looked up through an inverted index."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from specdex.synthesis.equivalences import BUILT_IN as EQUIVALENCES
from specdex.synthesis.equivalences import Equivalence, Names, Words, guess

__all__ = ["Instances", "Knowledge"]


class Instances:
    """The known values of one attribute."""

    def __init__(self, equivalence: Equivalence) -> None:
        self.equivalence = equivalence
        self._known: list[frozenset[str]] = []
        self._places: dict[frozenset[str], int] = {}
        self._counts: Counter[str] = Counter()
        self._postings: dict[tuple[str, int], list[int]] = defaultdict(list)
        """The instances with a token, by how many tokens they have."""

    def __len__(self) -> int:
        return len(self._known)

    def add(self, values: Iterable[str]) -> int:
        """Keep *values*; how many were new."""
        before = len(self._known)
        for value in values:
            tokens = self.equivalence.tokens(value)
            if tokens and tokens not in self._places:
                place = self._places[tokens] = len(self._known)
                self._known.append(tokens)
                self._counts.update(tokens)
                for token in tokens:
                    self._postings[token, len(tokens)].append(place)
        return len(self._known) - before

    def knows(self, value: str) -> bool:
        """Whether *value* is equivalent to a known one."""
        tokens = self.equivalence.tokens(value)
        if not tokens:
            return False
        return tokens in self._places or self._like(tokens) or self._abbreviated(value)

    def _like(self, tokens: frozenset[str]) -> bool:
        """Whether a known value shares enough tokens: prefix and size filtering, rarest first."""
        threshold = self.equivalence.threshold
        rarest = sorted(tokens, key=lambda token: (self._counts[token], token))
        size = len(tokens)
        for passed, token in enumerate(rarest[: size - int(threshold * size)]):
            # whoever shares a rarer token was looked at before, so at most the rest is shared
            most = (size - passed) / threshold - passed
            for length in range(int(threshold * size), math.ceil(most)):
                for place in self._postings.get((token, length), ()):
                    known = self._known[place]
                    shared = len(tokens & known)
                    if shared > threshold * (size + length - shared):
                        return True
        return False

    def _abbreviated(self, value: str) -> bool:
        """Whether *value* is the acronym of a known name."""
        short = value.strip()
        return (
            isinstance(self.equivalence, Names)
            and short.isupper()
            and short.isalpha()
            and len(short) > 1
            and short.lower() in self._counts
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
