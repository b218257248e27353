"""What the names and values of a region's pairs look like, remembered: sites repeat them."""

import re
from array import array
from math import log1p, sqrt

from specdex.detection.matrix import Cells
from specdex.detection.surroundings import lowered
from specdex.lexicon import alternatives, grouped, phrases
from specdex.money import any_sign
from specdex.text import folded, words

__all__ = ["LEVELS", "SHORT_VALUE", "Name", "added", "name_of", "of_names", "of_values", "value_of"]

SHORT_VALUE, LONG_VALUE = 40, 200
MAX_VALUE = 2 * LONG_VALUE
"""Only so much of a value is looked at."""
LEVELS = 5
"""How many kinds of evidence there are."""
MAX_NAME_WORDS = 6
"""Only so many words of a name are known."""
REMEMBERED = 2048
SENTENCE_ENDS = (".", "!", "?", "\u2026")
_LOGS = array("d", map(log1p, range(MAX_VALUE + 1)))
LANES = 8
"""Sums that numpy keeps side by side."""
_DIGIT = re.compile(r"[0-9]")
DIGIT, HAS_UNIT, HAS_PRICE, AGREED, SENTENCE, SCORE = 1, 2, 4, 8, 16, 32
"""What a value is like, in bits: it has a digit, a unit, a price, says only whether, is prose, is a
score."""
ALIEN_NAMES = re.compile(
    rf"^(?:(?:list|our|your|sale|regular) )?(?:{alternatives('specifications.other_labels')})\b"
    rf"|^(?:{alternatives('specifications.loans')})"
    rf"|^(?:{alternatives('specifications.sizes')})$"
    r"|^[^\W\d_]{3,12}\.? (?:19|20)\d\d$",
    re.IGNORECASE,
)
"""Names of what is offered, or lent, rather than what the product is, of sizes in a chart, and
months of a history of prices."""
UNIT = re.compile(
    rf"""\d(?!\d)\s*(?:(?:{grouped("values.units")})\b|[°%"”″'’Ω×]|x\s*\d)""",  # noqa: RUF001 - primes
    re.IGNORECASE,
)
"""A number with its unit."""
_BEFORE = any_sign(phrases("currencies.detected_before"))
_BEHIND = any_sign(phrases("currencies.detected_behind"))
PRICE = re.compile(rf"{_BEFORE}\s?\d", re.IGNORECASE)
PRICED = re.compile(rf"\d(?!\d)\s?{_BEHIND}", re.IGNORECASE)
"""An amount of money, its sign before or behind it: each pattern knows how it begins, so that two
are sought sooner than one."""
YES_NO = re.compile(rf"^(?:{alternatives('values.whether')})\b", re.IGNORECASE)
"""A value that only says whether."""
FIELDS = frozenset(
    map(
        folded,
        phrases(
            *(f"labels.fields.{each}" for each in ("manufacturer", "brand", "brand and model")),
            *(f"labels.fields.{each}" for each in ("model", "model number", "sku", "mpn", "gtin")),
            "labels.ids",
            "labels.brands",
        ),
    )
)
"""What is printed before a product's brand and numbers, whatever the language."""
SCORED = re.compile(r"\d[.,]\d$|(?:10|\d)(?:[.,]\d)?\s*(?:/\s*(?:5|6|10)\b|[\u2605\u2b50])")
"""What people gave: "4.6", "5/6", "9.5" and a star."""
LOW_ALIENS, LOW_UNIT, LOW_YES_NO = map(lowered, (ALIEN_NAMES, UNIT, YES_NO))
LOW_PRICE, LOW_PRICED = map(lowered, (PRICE, PRICED))


class Name:
    """What a name looks like."""

    __slots__ = ("alien", "blanks", "capital", "clue", "digit", "field", "folded", "letters")

    def __init__(self, name: str) -> None:
        self.folded = name.lower()
        said = words(name)[:MAX_NAME_WORDS]
        self.clue = " ".join(said)
        """The words that knowledge is asked about."""
        joined = "".join(said)
        self.field = (joined if name.isascii() else folded(joined)) in FIELDS
        """Whether it stands before a brand or a number of the product."""
        self.letters = len(name)
        self.blanks = name.count(" ")
        self.capital = not name[0].islower()
        self.digit = _has_digit(name)
        match = LOW_ALIENS.match(self.folded) if name.isascii() else ALIEN_NAMES.match(name)
        self.alien = match is not None
        """Whether it is a name of an offer."""


_NAMES: dict[str, Name] = {}
_VALUES: dict[str, int] = {}


def name_of(name: str) -> Name:
    """What *name* looks like."""
    known = _NAMES.get(name)
    if known is None:
        if len(_NAMES) >= REMEMBERED:
            _NAMES.clear()
        known = _NAMES[name] = Name(name)
    return known


def value_of(value: str) -> int:
    """What *value* is like, in bits."""
    known = _VALUES.get(value)
    if known is None:
        if len(_VALUES) >= REMEMBERED:
            _VALUES.clear()
        known = _VALUES[value] = _look_at(value)
    return known


def _look_at(value: str) -> int:
    unit, price, priced, agreed, text = UNIT, PRICE, PRICED, YES_NO, value
    if value.isascii():
        unit, price, priced, agreed = LOW_UNIT, LOW_PRICE, LOW_PRICED, LOW_YES_NO
        text = value.lower()
    bits = AGREED * (agreed.match(text) is not None)
    bits += SENTENCE * (value.endswith(SENTENCE_ENDS) and " " in value)
    if _has_digit(value):  # no unit or price is without
        bits += DIGIT + HAS_UNIT * (unit.search(text) is not None)
        bits += HAS_PRICE * bool(price.search(text) or priced.search(text))
        bits += SCORE * (SCORED.match(text) is not None)
    return bits


def _has_digit(text: str) -> bool:
    if _DIGIT.search(text):
        return True
    return not text.isascii() and any(map(str.isdigit, text))


def of_names(names: list[Name], distinct: int, evidence: list[int], cells: Cells) -> None:
    """Fill in the features of *names*, so many of them *distinct*, and what makes them labels."""
    count, levels, letters = len(names), LEVELS, 0
    blanks = capitals = digits = aliens = fields = 0
    for name in names:
        letters += name.letters
        blanks += name.blanks
        capitals += name.capital
        digits += name.digit
        aliens += name.alien
        fields += name.field
    cells.put(letters / count)
    cells.put((blanks + count) / count)
    cells.put(capitals / count)
    cells.put(digits / count)
    cells.put(distinct / count)
    cells.put(aliens / count)
    cells.put(fields / count)
    for level in range(levels):
        times = 0
        for each in evidence:
            times += each == level
        cells.put(times / count)


def of_values(values: list[str], logs: "array[float]", cells: Cells) -> None:
    """Fill in the features of *values*; *logs* has room for a number each."""
    digits = units = prices = agreed = sentences = scores = brief = lengthy = count = 0
    different, short = set(), SHORT_VALUE
    for each in values:
        value = each[:MAX_VALUE] if len(each) > MAX_VALUE else each
        size, bits = len(value), value_of(value)
        digits += bits & DIGIT
        units += bits & HAS_UNIT
        prices += bits & HAS_PRICE
        agreed += bits & AGREED
        sentences += bits & SENTENCE
        scores += bits & SCORE
        brief += size <= short
        lengthy += size > LONG_VALUE
        different.add(value)
        logs[count] = _LOGS[size]
        count += 1
    mean = added(logs, count) / count
    for at in range(count):
        logs[at] = (logs[at] - mean) * (logs[at] - mean)
    cells.put(mean)
    cells.put(digits / count)
    cells.put(units // HAS_UNIT / count)
    cells.put(prices // HAS_PRICE / count)
    cells.put(brief / count)
    cells.put(lengthy / count)
    cells.put(len(different) / count)
    cells.put(agreed // AGREED / count)
    cells.put(sentences // SENTENCE / count)
    cells.put(scores // SCORE / count)
    cells.put(sqrt(added(logs, count) / count))


def added(numbers: "array[float]", count: int) -> float:
    """The sum of the first few *numbers*, rounded as numpy rounds it: eight sums side by side.

    >>> added(array("d", [0.1] * 10), 10)
    1.0
    """
    total, stop = 0.0, count - count % LANES
    if stop:
        total = (_two(numbers, 0, stop) + _two(numbers, 2, stop)) + (
            _two(numbers, 4, stop) + _two(numbers, 6, stop)
        )
    for at in range(stop, count):
        total += numbers[at]
    return total


def _two(numbers: "array[float]", lane: int, stop: int) -> float:
    """The sums of two lanes, added up."""
    one, other = numbers[lane], numbers[lane + 1]
    for at in range(lane + LANES, stop, LANES):
        one += numbers[at]
        other += numbers[at + 1]
    return one + other
