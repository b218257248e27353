"""Numbers and units as printed anywhere: ``2,5 kg`` is ``2500 g``."""

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from specdex.lexicon import meanings
from specdex.money import pointed

__all__ = [
    "UNITS",
    "Measure",
    "convert",
    "factor_of",
    "measure",
    "measures",
    "number",
    "plain",
    "readable",
    "symbol_of",
    "written",
]

MEMO = 1 << 16
"""So many numbers with their units are remembered."""
UNITS: dict[str, dict[str, float]] = json.loads(Path(__file__).with_name("units.json").read_bytes())
"""By dimension, how many of its base unit each unit is; its symbol, and other spellings."""

_FACTORS: dict[str, tuple[str, float]] = {
    unicodedata.normalize("NFKC", spelling).casefold(): (dimension, factor)
    for dimension, units in UNITS.items()
    for spellings, factor in units.items()
    for spelling in spellings.split()
}
_SYMBOLS = {
    unicodedata.normalize("NFKC", spelling).casefold(): spellings.split()[0]
    for dimension, units in UNITS.items()
    for spellings in units
    for spelling in spellings.split()
    if dimension != "count"
}
_SPELLINGS = "|".join(
    f"{re.escape(first)}(?:{'|'.join(re.escape(unit[1:]) for unit in units)})"
    for first, units in groupby(
        sorted(_FACTORS, key=lambda unit: (unit[0], -len(unit))), itemgetter(0)
    )
)
"""All units by their first sign, the longest first: few are tried where a number is bare."""
NO_UNIT = (
    r"(?!(?<=x)\s*\d|(?<=in)(?:\s*|-)\d|(?<=to)\s*[-+]?\d|(?<=\sin)\s(?!x\b|by\b|size|wide"
    r"|high|deep|tall|long|diag|lcd|led|tft|screen|display)[a-z]{2})"
)
"""*30 x 20*, *5 to 10*, *2 in 1* and *100 in steps* hold no unit."""
_FRACTION = (
    r"(?:\d+[ -](?=\d+/(?:[234568]|16|32|64)(?!\d)))?"
    r"(?:1[0-5]|[1-9])/(?:\d{1,3},\d{3}|\d{1,5}(?:\.\d+|,\d{1,2}(?!\d))?)(?![\d/])"
)
_NUMBER = r"(?:\d{1,3}(?:[ \u00a0\u202f'.,]\d{3})+(?!\d)|\d+)(?:[.,]\d+)?"
_SIGN = r"[-+\u2212](?<!\d .)(?<!\d[a-z] .)(?<!\d[a-z]{2} .)"
"""What stands between two numbers is no sign: *30 -60*."""
_TIMES = {word: float(times) for word, times in meanings("values.multipliers").items()}
_TIMES_WORDS = "|".join(re.escape(word) for word in _TIMES if len(word) > 1)
_MEASURE = re.compile(
    r"(?=[-+\u2212\d])"  # looks idle, but spares the rest at most places: twice as fast
    rf"(?:(?<![\w.,])(?<![^\W\d_]-)(?<![^\W\d_]\d-)|(?<=[\d)]x))((?:{_SIGN})?(?:{_FRACTION}|{_NUMBER}))"
    rf"(?:(k|m(?=\s(?:colou?rs|farben)\b))(?!\w)|\s?({_TIMES_WORDS})(?!\w))?"
    rf"(?:[\s-]?({_SPELLINGS})(?!\w|\.\w){NO_UNIT}|(?=x\d)|(?!\w|[.,]\w|-[^\W\d_]{{2}}))"
)
_GROUPS_OF_THREE = re.compile(r"^\d{1,3}(?:[.,]\d{3})+$")
_MARKS = re.compile(r"[ \u00a0\u202f'+]")


class Measure(NamedTuple):
    """A number in the base unit of its dimension, and where it stands; a bare number has none."""

    amount: float
    dimension: str = ""
    unit: str = ""
    start: int = 0
    end: int = 0


def number(printed: str) -> float:
    """The number that is *printed*, whatever its writer takes for a decimal point.

    Where both readings are possible, a comma before three digits groups thousands and a lone
    point is decimal.

    >>> number("1.234,5"), number("1,234.5"), number("2,5"), number("20,000"), number("2-1/2")
    (1234.5, 1234.5, 2.5, 20000.0, 2.5)
    """
    if printed.isdigit():
        return float(printed)
    if "/" in printed:
        return _fraction(printed)
    text = _MARKS.sub("", printed).replace("\u2212", "-")
    bare = text.lstrip("-")
    last = max(bare.rfind("."), bare.rfind(","))
    if last < 0:
        return float(text)
    mark = bare[last]
    grouped = _GROUPS_OF_THREE.match(bare) is not None and not bare.startswith("0")
    if bare.count(mark) > 1 or (grouped and mark == "," and "." not in bare):
        last = -1
    amount = float(pointed(bare, last))
    return -amount if text.startswith("-") else amount


def _fraction(printed: str) -> float:
    whole, part = re.fullmatch(r"(?:(.*\d)[ -])?(.*)", printed).groups()  # type: ignore[union-attr]
    above, below = part.split("/")
    below = below.replace(",", "" if _GROUPS_OF_THREE.match(below) else ".")
    return float(whole or 0) + float(above) / (float(below) or 1.0)


def measures(text: str) -> list[Measure]:
    """All numbers of a :func:`plain` text, each in its base unit.

    >>> measures("2,5 kg (5.5 lb)")[0][:3]
    (2500.0, 'mass', 'kg')
    """
    return [_read(match) for match in _MEASURE.finditer(text)]


def measure(printed: str) -> Measure | None:
    """The quantity that *printed* is, and nothing else.

    >>> measure("27-inch")[:2], measure("about 3 kg")
    ((685.8, 'length'), None)
    """
    match = _MEASURE.fullmatch(plain(printed).rstrip("."))
    return _read(match) if match else None


def convert(amount: float, unit: str, into: str) -> float | None:
    """*amount* of one unit in another; None where they do not measure the same."""
    source, target = _FACTORS.get(plain(unit)), _FACTORS.get(plain(into))
    if source is None or target is None or source[0] != target[0]:
        return None
    return amount * source[1] / target[1]


def factor_of(unit: str) -> float:
    """How many of its base unit a *unit* is; 1 for none."""
    return _FACTORS.get(unit, ("", 1.0))[1]


def symbol_of(unit: str) -> str:
    """How *unit* is best written; empty where it only counts.

    >>> symbol_of("inches"), symbol_of("ghz"), symbol_of("ports")
    ('in', 'GHz', '')
    """
    return _SYMBOLS.get(unit, "")


def written(text: str, found: Sequence[Measure]) -> str:
    """*text* with each of its measures in one spelling; one with a unit is rounded, as shops do."""
    parts, end = [], 0
    for each in found:
        if not each.dimension:
            amount = f"{each.amount:.15g}"
        elif each.dimension == "count":
            amount = f" {each.amount:.15g} "
        else:
            amount = f" {each.amount:.3g}{each.dimension} "
        parts += [text[end : each.start], amount]
        end = each.end
    return " ".join("".join([*parts, text[end:]]).split())


LOST = 1e-3
"""Share of an amount that its rounding to three digits may lose."""
_WRITTEN = re.compile(rf"(-?\d[\d.]*(?:e[-+]\d+)?)({'|'.join(UNITS)})\b")


def readable(normal: str) -> str:
    """A text that was :func:`written`, for people: each measure in the unit that takes least room.

    >>> readable("cpu 2e+09frequency"), readable("585length | 7.78e+06time")
    ('cpu 2 GHz', '585 mm | 90 day')
    """
    return _WRITTEN.sub(_in_a_unit, normal)


def _in_a_unit(match: re.Match[str]) -> str:
    return _shortest(match[1], match[2])


@lru_cache(maxsize=MEMO)
def _shortest(digits: str, dimension: str) -> str:
    amount = float(digits)
    forms = [
        (f"{amount / factor:.3g}", spellings.split()[0], factor)
        for spellings, factor in UNITS[dimension].items()
    ]

    def effort(form: tuple[str, str, float]) -> tuple[bool, bool, bool, int]:
        number, unit, factor = form
        inexact = abs(float(number) * factor - amount) > LOST * abs(amount)
        return inexact, "e" in number, number.startswith("0."), len(number) + len(unit)

    number, unit, _ = min(forms, key=effort)
    return f"{number} {unit}"


def plain(printed: str) -> str:
    """*printed* as values are compared: NFKC, lower case, one sign for times, single blanks."""
    if printed.isascii():
        return " ".join(printed.lower().split())
    text = unicodedata.normalize("NFKC", printed).casefold().replace("\u00d7", "x")
    return " ".join(text.replace("\u2044", "/").split())


def _read(match: re.Match[str]) -> Measure:
    amount, dimension, unit = _amount(*match.groups())
    return Measure(amount, dimension, unit, match.start(), match.end())


@lru_cache(maxsize=MEMO)
def _amount(
    digits: str, letter: str | None, times: str | None, unit: str | None
) -> tuple[float, str, str]:
    """What a number means, which may come with a letter or word that multiplies it, and a unit."""
    amount = number(digits)
    if letter or times:
        amount *= _TIMES[letter or times or ""]
    if not unit:
        return amount, "", ""
    dimension, factor = _FACTORS[unit]
    return round(amount * factor, 9), dimension, unit
