"""What the names and values of a region's pairs look like, remembered: sites repeat them."""

import re
from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np

from specdex.detection.carving import FoundPair
from specdex.detection.vocabulary import ALIEN_NAMES, PRICE, UNIT, YES_NO

__all__ = ["SHORT_VALUE", "fold_name", "of_names", "of_values"]

SHORT_VALUE, LONG_VALUE = 40, 200
MAX_VALUE = 2 * LONG_VALUE
"""Only so much of a value is looked at."""
LEVELS = 5
"""How many kinds of evidence there are."""
REMEMBERED = 8192
SENTENCE_ENDS = (".", "!", "?", "\u2026")
_LOGS = np.log1p(np.arange(MAX_VALUE + 1))
_DIGIT = re.compile(r"[0-9]")


class _Name(NamedTuple):
    """What one name looks like."""

    blanks: int
    capital: bool
    digit: bool
    alien: bool


class _Value(NamedTuple):
    """What one value looks like."""

    digit: bool
    unit: bool
    price: bool
    yes: bool
    sentence: bool


@lru_cache(maxsize=REMEMBERED)
def fold_name(name: str) -> str:
    """*name* in lower case."""
    return name.lower()


def _has_digit(text: str) -> bool:
    if _DIGIT.search(text):
        return True
    return not text.isascii() and any(map(str.isdigit, text))


@lru_cache(maxsize=REMEMBERED)
def _name(name: str) -> _Name:
    alien = ALIEN_NAMES.match(name) is not None
    return _Name(name.count(" "), not name[0].islower(), _has_digit(name), alien)


@lru_cache(maxsize=REMEMBERED)
def _value(value: str) -> _Value:
    digit = _has_digit(value)  # no unit or price is without
    return _Value(
        digit,
        digit and UNIT.search(value) is not None,
        digit and PRICE.search(value) is not None,
        YES_NO.match(value) is not None,
        value.endswith(SENTENCE_ENDS) and " " in value,
    )


def of_names(pairs: Sequence[FoundPair]) -> list[float]:
    """The features of the names of *pairs*."""
    count = len(pairs)
    names = [pair.name for pair in pairs]
    evidence = [int(pair.evidence) for pair in pairs]
    blanks, capitals, digits, aliens = map(sum, zip(*map(_name, names), strict=True))
    row = [
        sum(map(len, names)) / count,
        (blanks + count) / count,
        capitals / count,
        digits / count,
        len(set(map(fold_name, names))) / count,
        aliens / count,
    ]
    return row + [evidence.count(level) / count for level in range(LEVELS)]


def of_values(pairs: Sequence[FoundPair]) -> list[float]:
    """The features of the values of *pairs*."""
    values = [pair.value[:MAX_VALUE] for pair in pairs]
    count = len(values)
    lengths = [len(value) for value in values]
    digits, units, prices, agreed, sentences = map(sum, zip(*map(_value, values), strict=True))
    logs = _LOGS[lengths]
    mean = float(np.add.reduce(logs)) / count
    apart = logs - mean
    return [
        mean,
        digits / count,
        units / count,
        prices / count,
        sum(length <= SHORT_VALUE for length in lengths) / count,
        sum(length > LONG_VALUE for length in lengths) / count,
        len(set(values)) / count,
        agreed / count,
        sentences / count,
        sqrt(float(np.add.reduce(apart * apart)) / count),
    ]
