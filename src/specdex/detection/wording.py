"""What the names and values of a region's pairs look like, remembered: sites repeat them."""

import re
from functools import lru_cache
from math import sqrt

import numpy as np

from specdex.detection.vocabulary import ALIEN_NAMES, PRICE, UNIT, YES_NO

__all__ = ["LEVELS", "SHORT_VALUE", "added", "fold_name", "of_names", "of_values"]

SHORT_VALUE, LONG_VALUE = 40, 200
MAX_VALUE = 2 * LONG_VALUE
"""Only so much of a value is looked at."""
LEVELS = 5
"""How many kinds of evidence there are."""
REMEMBERED = 8192
SENTENCE_ENDS = (".", "!", "?", "\u2026")
_LOGS: list[float] = np.log1p(np.arange(MAX_VALUE + 1)).tolist()
LANES = 8
"""Sums that numpy keeps side by side."""
_DIGIT = re.compile(r"[0-9]")


@lru_cache(maxsize=REMEMBERED)
def fold_name(name: str) -> str:
    """*name* in lower case."""
    return name.lower()


def _has_digit(text: str) -> bool:
    if _DIGIT.search(text):
        return True
    return not text.isascii() and any(map(str.isdigit, text))


@lru_cache(maxsize=REMEMBERED)
def _name(name: str) -> tuple[int, bool, bool, bool]:
    """The blanks of a name, and whether it has a capital, a digit, and is of an offer."""
    alien = ALIEN_NAMES.match(name) is not None
    return name.count(" "), not name[0].islower(), _has_digit(name), alien


@lru_cache(maxsize=REMEMBERED)
def _value(value: str) -> tuple[bool, bool, bool, bool, bool]:
    """Whether a value has a digit, a unit, a price, says only whether, and is a sentence."""
    digit = _has_digit(value)  # no unit or price is without
    return (
        digit,
        digit and UNIT.search(value) is not None,
        digit and PRICE.search(value) is not None,
        YES_NO.match(value) is not None,
        value.endswith(SENTENCE_ENDS) and " " in value,
    )


def of_names(names: list[str], folded: list[str], evidence: list[int]) -> list[float]:
    """The features of *names*, which are also given *folded*, and of what makes them labels."""
    count, letters = len(folded), 0
    blanks = capitals = digits = aliens = 0
    levels = [0] * LEVELS
    for name in names:
        said = _name(name)
        letters += len(name)
        blanks += said[0]
        capitals += said[1]
        digits += said[2]
        aliens += said[3]
    for level in evidence:
        levels[level] += 1
    row = [
        letters / count,
        (blanks + count) / count,
        capitals / count,
        digits / count,
        len(set(folded)) / count,
        aliens / count,
    ]
    for times in levels:
        row.append(times / count)  # noqa: PERF401 - a loop compiles well
    return row


def of_values(values: list[str]) -> list[float]:
    """The features of *values*."""
    digits = units = prices = agreed = sentences = brief = lengthy = 0
    different, logs = set(), []
    for each in values:
        value = each[:MAX_VALUE] if len(each) > MAX_VALUE else each
        size = len(value)
        said = _value(value)
        digits += said[0]
        units += said[1]
        prices += said[2]
        agreed += said[3]
        sentences += said[4]
        brief += size <= SHORT_VALUE
        lengthy += size > LONG_VALUE
        different.add(value)
        logs.append(_LOGS[size])
    count = len(logs)
    mean = added(logs) / count
    return [
        mean,
        digits / count,
        units / count,
        prices / count,
        brief / count,
        lengthy / count,
        len(different) / count,
        agreed / count,
        sentences / count,
        sqrt(added([(log - mean) * (log - mean) for log in logs]) / count),
    ]


def added(numbers: list[float]) -> float:
    """The sum of a few *numbers*, rounded as numpy rounds it: eight sums side by side.

    >>> added([0.1] * 10)
    1.0
    """
    total, at, count = 0.0, 0, len(numbers)
    if count >= LANES:
        lanes = numbers[:LANES]
        at = LANES
        while at + LANES <= count:
            for lane in range(LANES):
                lanes[lane] += numbers[at + lane]
            at += LANES
        halves = [lanes[lane] + lanes[lane + 1] for lane in range(0, LANES, 2)]
        total = (halves[0] + halves[1]) + (halves[2] + halves[3])
    while at < count:
        total += numbers[at]
        at += 1
    return total
