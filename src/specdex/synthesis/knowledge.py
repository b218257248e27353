"""The values that are known of each attribute, and whether a text is one of them."""

from collections.abc import Iterable, Mapping

from specdex.synthesis.equivalences import BUILT_IN as EQUIVALENCES
from specdex.synthesis.equivalences import Equivalence, Names, guess

__all__ = ["Instances", "Knowledge", "LikenessIndex"]


class LikenessIndex:
    """Sets of tokens that can be asked for those that are like others, exactly.

    Two sets are alike where they share more than a threshold of all their tokens (Jaccard): for
    two sizes that is a number of tokens to share. A set that shares k of n tokens has one among
    the n - k + 1 rarest, so only those who have one of these are looked at.
    """

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self._sets: dict[frozenset[str], int] = {}
        self._tokens: set[str] = set()
        self._sizes: dict[int, dict[str, set[int]]] = {}
        """For each size, the sets that have a token."""
        self._fewest: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self._sets)

    def has_token(self, token: str) -> bool:
        """Whether any set has *token*."""
        return token in self._tokens

    def add(self, tokens: frozenset[str]) -> bool:
        """Keep a set of tokens; whether it was new."""
        if not tokens or tokens in self._sets:
            return False
        number = self._sets[tokens] = len(self._sets)
        self._tokens |= tokens
        holders = self._sizes.setdefault(len(tokens), {})
        for token in tokens:
            holders.setdefault(token, set()).add(number)
        return True

    def knows(self, asked: frozenset[str]) -> bool:
        """Whether a set is like *asked*."""
        if asked in self._sets:
            return True
        for size, holders in self._sizes.items():
            found = [holders[each] for each in asked if each in holders]
            if _meet(found, self._shared(len(asked), size)):
                return True
        return False

    def _shared(self, one: int, other: int) -> int:
        """The fewest tokens that sets of two sizes share where they are alike."""
        if (one, other) not in self._fewest:
            both = one + other
            enough = (n for n in range(1, both) if n / (both - n) > self.threshold)
            self._fewest[one, other] = next(enough, both)
        return self._fewest[one, other]


def _meet(sets: list[set[int]], fewest: int) -> bool:
    """Whether a number is in at least *fewest* of *sets*, none of them empty."""
    if len(sets) < fewest or fewest == 1:
        return len(sets) >= fewest
    sets = sorted(sets, key=len)
    return any(
        _meet([each for other in sets[at + 1 :] if (each := sets[at] & other)], fewest - 1)
        for at in range(len(sets) - fewest + 1)
    )


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

    def known_among(self, values: Iterable[str]) -> frozenset[str]:
        """Those of *values*, such as the texts of a page, that are equivalent to a known one."""
        asked = {value: tokens for value in values if (tokens := self.equivalence.tokens(value))}
        return frozenset(
            value
            for value, tokens in asked.items()
            if self._index.knows(tokens) or self._abbreviated(value)
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

    def add(self, attribute: str, values: Iterable[str]) -> int:
        """Keep *values* of *attribute*; how many were new."""
        given = list(values)
        if attribute not in self._of:
            if not given:
                return 0
            chosen = self._given.get(attribute) or EQUIVALENCES[guess(given)]()
            self._of[attribute] = Instances(chosen)
        return self._of[attribute].add(given)
