"""What a wrapper remembers of its pages: how often names stand there, and how values look."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from specdex.records import Specification
from specdex.text import letters_and_digits
from specdex.wrappers.wrapper import Profile, Remembered

__all__ = ["memory_of", "profiles_of", "shape"]

MAX_PROFILES = 40
MAX_SHAPES = 6
MAX_PAGES = 12
MAX_PAIRS = 25
MAX_TEXT = 120
DIGITS = re.compile(r"\d+")
LETTERS = re.compile(r"[^\W\d_]+")
MAX_SHAPE = 12
REGULAR = 0.9
"""The share of a name's values with a usual shape, for it to be regular."""


def shape(value: str) -> str:
    """The shape of *value*: numbers as 9, words as a, in order.

    >>> shape("7.5 x 4 in"), shape("Paperback")
    ('9.9 a 9 a', 'a')
    """
    return LETTERS.sub("a", DIGITS.sub("9", value))[:MAX_SHAPE].strip()


def profiles_of(specifications: Sequence[Specification]) -> tuple[Profile, ...]:
    """For the names on most pages, how often they stand there and how their values look."""
    pages: Counter[str] = Counter()
    shapes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in specifications:
        pages.update({letters_and_digits(pair.name) for pair in each.pairs})
        for pair in each.pairs:
            shapes[letters_and_digits(pair.name)][shape(pair.value)] += 1
    total = max(1, len(specifications))
    return tuple(
        Profile(
            name=name,
            pages=round(count / total, 4),
            shapes=tuple(look for look, _ in shapes[name].most_common(MAX_SHAPES)),
            regular=_regular(shapes[name]),
        )
        for name, count in pages.most_common(MAX_PROFILES)
    )


def _regular(shapes: Counter[str]) -> bool:
    usual = sum(count for _, count in shapes.most_common(MAX_SHAPES))
    return usual >= REGULAR * shapes.total()


def memory_of(specifications: Sequence[Specification]) -> tuple[Remembered, ...]:
    """Some pairs of some pages, from which a changed site is learned again."""
    return tuple(
        Remembered(url=each.url, name=pair.name, value=pair.value)
        for each in [some for some in specifications if some.pairs][:MAX_PAGES]
        for pair in each.pairs[:MAX_PAIRS]
        if len(pair.value) <= MAX_TEXT
    )
