"""When two values of an attribute are the same: by words, numbers, prices, dates, ids or names.

An equivalence turns a value into tokens; two values are the same where their tokens share more
than a threshold. Whoever has a ``tokens`` method and a ``threshold`` can be plugged in. The values
that are known of each attribute tell whether a text is one of them.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from specdex.lexicon import phrases
from specdex.money import NUMBER, any_sign, plain_number
from specdex.text import letters_and_digits, words

__all__ = [
    "BUILT_IN",
    "Dates",
    "Equivalence",
    "Ids",
    "Instances",
    "Knowledge",
    "LikenessIndex",
    "Names",
    "Numbers",
    "Prices",
    "Words",
    "guess",
    "share_of_kind",
]

JACCARD = 0.5
"""Two values are the same where they share more than this much of their words (the paper's)."""

EXACT = 0.999
"""A threshold that only equal tokens pass."""
SAME_KIND = 0.8
"""An attribute is of a kind where this share of its values is."""
CURRENCY = re.compile(any_sign(map(str.upper, phrases("currencies.synthesized")), before=r"\b"))
ID = re.compile(r"(?=.*\d)[A-Za-z0-9][A-Za-z0-9./_-]{4,}")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MOST_DATE_WORDS = 5
YEAR = re.compile(r"(?:19|20)\d\d")
SMALL_WORDS = frozenset({"of", "the", "and", "for", "on", "in", "a", "an"})
DECIMALS = 2
MOST_NAME_WORDS = 4


class Equivalence(Protocol):
    """Tells whether two values mean the same."""

    @property
    def threshold(self) -> float:
        """The share of tokens of which equal values have more in common."""
        ...

    def tokens(self, value: str) -> frozenset[str]:
        """What of *value* is compared; empty where it is no value of the kind."""
        ...


@dataclass(frozen=True, slots=True)
class _Alike:
    threshold: float = JACCARD


@dataclass(frozen=True, slots=True)
class _Equal:
    threshold: float = EXACT


class Words(_Alike):
    """The paper's: bags of words, more than half in common."""

    def tokens(self, value: str) -> frozenset[str]:
        """Its words."""
        return frozenset(words(value))


class Names(_Alike):
    """Names in any order of words, and a long name by its acronym.

    >>> sorted(Names().tokens("Internet Movie Archive"))
    ['archive', 'ima', 'internet', 'movie']
    """

    def tokens(self, value: str) -> frozenset[str]:
        """Its words, and the word that their first letters make."""
        parts = words(value)
        large = [part for part in parts if part not in SMALL_WORDS]
        short = "".join(part[0] for part in large) if len(large) > DECIMALS else ""
        return frozenset(parts) | ({short} if short else frozenset())


class Numbers(_Equal):
    """Equal numbers, whatever stands around them.

    >>> sorted(Numbers().tokens("12.10 MP")), sorted(Numbers().tokens("1,299"))
    (['12.1'], ['1299'])
    """

    def tokens(self, value: str) -> frozenset[str]:
        """Its numbers in one spelling."""
        return frozenset(_number(each) for each in NUMBER.findall(value))


class Prices(_Equal):
    """Equal amounts, whatever the currency is written like; no price without a currency."""

    def tokens(self, value: str) -> frozenset[str]:
        """Its first amount."""
        amount = NUMBER.search(value)
        if amount is None or CURRENCY.search(value) is None:
            return frozenset()
        return frozenset({_number(amount.group())})


class Dates(_Alike):
    """Dates that name the same year and month or day, in any order of writing.

    >>> sorted(Dates().tokens("June 23, 2009"))
    ['2009', '23', 'm6']
    """

    def tokens(self, value: str) -> frozenset[str]:
        """Year, month and day as far as they are told."""
        parts = words(value)
        if not YEAR.search(value) or len(parts) > MOST_DATE_WORDS:
            return frozenset()
        return frozenset(_date_part(part) for part in parts)


class Ids(_Equal):
    """Equal letters and digits: blanks, dashes and case do not count."""

    def tokens(self, value: str) -> frozenset[str]:
        """One token."""
        return frozenset({letters_and_digits(value)} - {""})


def _number(text: str) -> str:
    """A number in one spelling, decimals told from thousands by how many digits follow."""
    whole, _, decimals = plain_number(text).partition(".")
    return f"{whole.lstrip('0') or '0'}.{decimals.rstrip('0')}".rstrip(".")


def _date_part(part: str) -> str:
    named = (f"m{n}" for n, month in enumerate(MONTHS, start=1) if part.startswith(month))
    return next(named, part.lstrip("0") or "0")


BUILT_IN: dict[str, type[Words | Names | Numbers | Prices | Dates | Ids]] = {
    "words": Words,
    "names": Names,
    "numbers": Numbers,
    "prices": Prices,
    "dates": Dates,
    "ids": Ids,
}
"""The equivalences by name."""


def guess(values: Iterable[str]) -> str:
    """The name of the equivalence that fits *values*: what they are, not what they are called."""
    given = list(values)
    for name, test in TESTS.items():
        if given and sum(map(test, given)) >= SAME_KIND * len(given):
            return name
    return "words"


def share_of_kind(kind: str, values: Iterable[str]) -> float:
    """The share of *values* that may be values of a kind, however they are printed.

    >>> share_of_kind("prices", ["12.50", "sold out"]), share_of_kind("words", ["a", "b"])
    (0.5, 1.0)
    """
    given = list(values)
    fits = LOOSE.get(kind)
    return sum(map(fits, given)) / len(given) if fits and given else float(bool(given))


TESTS: dict[str, Callable[[str], bool]] = {
    "prices": lambda text: bool(Prices().tokens(text)),
    "dates": lambda text: bool(Dates().tokens(text)),
    "ids": lambda text: ID.fullmatch(text.strip()) is not None,
    "numbers": lambda text: text.strip()[:1].isdigit() and len(words(text)) <= DECIMALS,
    "names": lambda text: (
        len(words(text)) <= MOST_NAME_WORDS and not any(each.isdigit() for each in text)
    ),
}
"""What tells the kind of a value, the most telling kind first."""
LOOSE: dict[str, Callable[[str], bool]] = {
    "prices": lambda text: NUMBER.search(text) is not None,
    "dates": TESTS["dates"],
    "ids": lambda text: any(each.isdigit() for each in text),
    "numbers": lambda text: NUMBER.search(text) is not None,
}
"""What a value of a kind has at least, wherever it is printed."""


class LikenessIndex:
    """Sets of tokens that can be asked for those that are like others, exactly.

    Two sets are alike where they share more than a threshold of all their tokens (Jaccard): for
    two sizes that is a number of tokens to share. A set that shares k of n tokens has one among
    the n - k + 1 rarest, so only those who have one of these are looked at.
    """

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self._sets: dict[frozenset[str], int] = {}
        self.tokens: set[str] = set()
        """Those that any set has."""
        self._sizes: dict[int, dict[str, set[int]]] = {}
        """For each size, the sets that have a token."""
        self._fewest: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self._sets)

    def add(self, tokens: frozenset[str]) -> bool:
        """Keep a set of tokens; whether it was new."""
        if not tokens or tokens in self._sets:
            return False
        number = self._sets[tokens] = len(self._sets)
        self.tokens |= tokens
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
            and short.lower() in self._index.tokens
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
            chosen = self._given.get(attribute) or BUILT_IN[guess(given)]()
            self._of[attribute] = Instances(chosen)
        return self._of[attribute].add(given)
