"""A value as printed, understood once: number, range, size, list, date, truth or term."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from specdex.lexicon import meanings, phrases, words
from specdex.quantities.units import (
    UNITS,
    Measure,
    convert,
    factor_of,
    measures,
    plain,
    readable,
    symbol_of,
    written,
)

__all__ = [
    "MAX_VALUE",
    "MEASURED",
    "Kind",
    "Quantity",
    "normal_value",
    "read",
    "remember",
    "stated",
]

POSITIVE, NEGATIVE = words("values.yes"), words("values.no")
"""Values that say yes, and those that say no."""
NOTHING = words("values.placeholders") | {""}
"""Values that say nothing, as those do that are made of these signs: …"""
NO_SIGNS = " -\u2013\u2014.?/"
COUNTS = {word: float(count) for word, count in meanings("values.counts").items()}
"""Words that count what follows them."""
COUNTED = frozenset(each for spellings in UNITS["count"] for each in spellings.split())
"""Units that only say what is counted."""
GENERATIONS = "|".join(phrases("values.generations"))
"""What *G* stands for before a number, as a regular expression."""
BOUNDS = dict.fromkeys(words("values.upper_bounds"), False) | dict.fromkeys(
    words("values.lower_bounds"), True
)
"""Words that make a number a bound; whether it is the lower one."""
SPANS = words("values.spans")
"""What stands between the ends of a range."""
TERMS = {plain(word): term for word, term in meanings("values.terms").items()}
"""Words of many languages, and the one by which all of them are compared."""
NAMED_SIZES = meanings("values.named_sizes")
"""Sizes in pixels that have names."""
MAX_VALUE = 300
"""Of a longer value only the beginning is read."""
MEMO = 1 << 20
"""So many values are remembered: a collection is read several times, stage by stage."""
NO_WORDS: frozenset[str] = frozenset()
"""The one that all share who have none: an empty set takes as much room as a full one."""
SAME = 0.03
"""Two measures of one value this close say the same twice: *27 in (69 cm)*."""
MAX_SIDES = 4
MIN_PARTS, MAX_PART = 2, 60
MAX_BESIDE = 8
"""A number with more words beside it stands in a sentence."""
SIDE_WORDS = frozenset({"x", "by", "w", "h", "d", "l", "b", "t", "v"})
SIGNS = {"<": False, "<=": False, "\u2264": False, ">": True, ">=": True, "\u2265": True}
"""Whether a sign before a number says that it is the least; else the most."""
INFINITE = float("inf")

_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W_]+(?:[.\-][^\W_]+)*")
_BETWEEN_SIDES = re.compile(
    r"[\s(]*(?:[^\W\d_]{1,8}\.?|[\"'])?[\s)]*(?:x|\*|by)\s*\(?(?:[^\W\d_]{1,8}\.?:?)?\)?\s*"
)
_COUNTED = re.compile(r"(\d{1,3}) ?x (?=[^\W\d_]{2}|\d+-?pins?\b)")
_SEPARATOR = re.compile(r"\s*[;|\n\u2022\u00b7]\s*|\s*,\s+|\s+/\s+")
_YEAR_FIRST = re.compile(r"((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?:$|[t ,])")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2((?:19|20)\d\d)(?:$|[ ,])")
"""One sign parts all of a date: *1-1/2000 s* is none."""
_GENERATION = re.compile(
    rf"\b(?:{GENERATIONS})[. -]*(?=\d)|\b(\d+)(?:st|nd|rd|th|\.)? ?(?:{GENERATIONS})\b(?![. -]*\d)"
)
_INITIALS = re.compile(r"\s*\(([a-z]{2,4})\)$")
_CODE = re.compile(r"0\d+|\d{11,}")
"""A number with zeros before it, or a long one, names a thing."""
MONTHS = 12


class Kind(StrEnum):
    """What a value is."""

    NOTHING = "nothing"
    TRUTH = "truth"
    NUMBER = "number"
    RANGE = "range"
    SIZE = "size"
    LIST = "list"
    DATE = "date"
    TERM = "term"


MEASURED = frozenset({Kind.NUMBER, Kind.RANGE, Kind.SIZE})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value understood."""

    kind: Kind
    text: str = ""
    """The normal form, equal where values mean the same."""
    dimension: str = ""
    unit: str = ""
    """As printed, in lower case."""
    amounts: tuple[float, ...] = ()
    """In the base unit of the dimension: a number, both ends of a range, or the sides of a size."""
    words: frozenset[str] = frozenset()
    """The words of a term, the parts of a list, or what stands beside a number."""

    @property
    def printed_amounts(self) -> tuple[float, ...]:
        """The amounts in the unit that is printed."""
        factor = factor_of(self.unit)
        return tuple(amount / factor for amount in self.amounts)


@lru_cache(maxsize=MEMO)
def read(printed: str) -> Quantity:
    """What *printed* means.

    >>> read("1 m 5 cm").amounts, read("up to 8 h").kind, read("Full-HD").amounts
    ((1050.0,), <Kind.RANGE: 'range'>, (1920.0, 1080.0))
    """
    return _LENT.get(printed) or _read(plain(printed[:MAX_VALUE]))


def _read(text: str) -> Quantity:
    if text in NOTHING:
        return Quantity(Kind.NOTHING)
    if text in POSITIVE or text in NEGATIVE:
        return Quantity(Kind.TRUTH, "yes" if text in POSITIVE else "no")
    if size := NAMED_SIZES.get(text):
        return Quantity(Kind.SIZE, size, amounts=tuple(map(float, size.split(" x "))))
    if ";" in text and len(parts := set(map(str.strip, text.split(";")))) == 1:
        return read(parts.pop())
    if _DIGIT.search(text) is None:
        return _worded(text)
    if "gen" in text or "g\u00e9n" in text:
        text = _GENERATION.sub(r"g\1", text)
    return _date(text) or _counted(text) or _measured(text)


_LENT: dict[str, Quantity] = {}


def remember(understood: Mapping[str, Quantity]) -> None:
    """Let values that others have *understood*, of whatever is printed, be what ``read`` says."""
    _LENT.update(understood)
    for printed in understood:
        read(printed)
    _LENT.clear()


def normal_value(printed: str) -> str:
    """*printed* in a form that is equal for values that mean the same; empty for none.

    >>> normal_value("2,5 kg") == normal_value("2500 Grams"), normal_value("n/a")
    (True, '')
    """
    return read(printed).text


def stated(value: Quantity, unit: str = "") -> tuple[str, str]:
    """The normal form of *value* for people, and its unit: *unit* where it measures the same.

    What stands beside a number is left out where that is the *unit* asked for.

    >>> stated(read("3 lb 5 oz net"), "kg"), stated(read("up to 8 hours")), stated(read("Full HD"))
    (('1.50252', 'kg'), ('<= 8', 'h'), ('1920 x 1080', ''))
    """
    own = symbol_of(value.unit)
    asked = bool(unit) and convert(1.0, own, unit) is not None
    if value.kind is Kind.DATE:
        year, day = divmod(int(value.amounts[0]), 10_000)
        return f"{year}-{day // 100:02}-{day % 100:02}", ""
    if value.kind not in MEASURED or (value.words and not asked):
        return readable(value.text), ""
    unit = unit if asked else own
    factor = factor_of(plain(unit))
    amounts = [amount / factor for amount in value.amounts]
    if value.kind is Kind.RANGE and INFINITE in {-amounts[0], amounts[1]}:
        sign, amount = (">=", amounts[0]) if amounts[1] == INFINITE else ("<=", amounts[1])
        return f"{sign} {_digits(amount)}", unit
    between = " - " if value.kind is Kind.RANGE else " x "
    return between.join(map(_digits, amounts)), unit


def _digits(amount: float) -> str:
    """*amount* as people write it: rounded to six digits that tell, none of them a power."""
    return f"{float(f'{amount:.6g}'):.15g}"


def _worded(text: str) -> Quantity:
    """A term or a list without a digit; *dual port* counts, and *schwarz* is *black*."""
    said = _WORD.findall(text)
    if not TERMS.keys().isdisjoint(said):
        text = _WORD.sub(lambda word: TERMS.get(word[0], word[0]), text)
        said = _WORD.findall(text)
    if not said:
        return Quantity(Kind.TERM, text) if text.strip(NO_SIGNS) else Quantity(Kind.NOTHING)
    first, *rest = said[0].split("-")
    if first in COUNTS:
        rest += _WORD.findall(_without_initials(text))[1:]
        if len(rest) < MIN_PARTS:
            normal = text if set(rest) - COUNTED else f"{COUNTS[first]:g}"
            words = frozenset(rest) - COUNTED
            return Quantity(Kind.NUMBER, normal, "count", "", (COUNTS[first],), words)
    parts = frozenset(part for part in _SEPARATOR.split(text) if part)
    if len(parts) >= MIN_PARTS and max(map(len, parts)) <= MAX_PART:
        return Quantity(Kind.LIST, " | ".join(sorted(parts)), words=parts)
    return Quantity(Kind.TERM, text, words=frozenset(said))


def _without_initials(text: str) -> str:
    """*text* without its own first letters in brackets: *dual port (dp)*."""
    found = _INITIALS.search(text)
    if found and "".join(word[0] for word in text[: found.start()].split()) == found[1]:
        return text[: found.start()]
    return text


def _date(text: str) -> Quantity | None:
    found = _YEAR_FIRST.match(text)
    if found:
        year, month, day = map(int, found.group(1, 3, 4))
    else:
        found = _YEAR_LAST.match(text)
        if not found:
            return None
        first, mark, second, last = found.groups()
        year, month, day = int(last), int(second), int(first)
        if mark == "/" and (month > MONTHS or day <= MONTHS):
            month, day = day, month
    if not (1 <= month <= MONTHS and 1 <= day <= 31):  # noqa: PLR2004
        return None
    rest = text[found.end() :]
    amount = year * 10_000.0 + month * 100 + day
    return Quantity(Kind.DATE, f"{amount:.0f} {rest}".strip(), amounts=(amount,))


def _counted(text: str) -> Quantity | None:
    """*2 x usb 3.0*: how many of what."""
    match = _COUNTED.match(text)
    if match is None:
        return None
    parts = frozenset(part for part in _SEPARATOR.split(text) if part)
    if len(parts) >= MIN_PARTS:
        return Quantity(Kind.LIST, " | ".join(sorted(parts)), words=parts)
    said = frozenset(_WORD.findall(text[match.end() :]))
    return Quantity(Kind.NUMBER, text, "count", "", (float(match[1]),), said)


def _measured(text: str) -> Quantity:
    found = measures(text)
    if not found or _CODE.fullmatch(text):
        return Quantity(Kind.TERM, text, words=frozenset(_WORD.findall(text)))
    normal = written(text, found)
    said = _beside(text, found)
    if len(said) > MAX_BESIDE:
        return Quantity(Kind.TERM, normal, words=frozenset(_WORD.findall(text)))
    sides = _sides(text, found)
    if len(sides) > 1:
        normal = written(text, [*sides, *found[len(sides) :]])
        return _quantity(Kind.SIZE, normal, sides, said - SIDE_WORDS)
    merged = _merged(text, found)
    if len(merged) > 1 and text[merged[0].end : merged[1].start].strip() in SPANS:
        ends = sorted(_shared_unit(merged[:2]))
        return _quantity(Kind.RANGE, normal, ends, said - SPANS)
    if len(merged) > 1 and not all(_close(merged[0], each) for each in merged[1:]):
        return _several(text, normal, merged, said)
    sign = text[: merged[0].start].rstrip()
    return _bounded(normal, merged[0], said, sign) or _quantity(
        Kind.NUMBER, normal, merged[:1], said
    )


def _bounded(normal: str, found: Measure, said: frozenset[str], sign: str) -> Quantity | None:
    """*up to 8 h*, *from 3 kg*, *>= 5 m*: a range with one end open."""
    bound = next((word for word in BOUNDS if word in said), "")
    if not bound and sign not in SIGNS:
        return None
    least = BOUNDS[bound] if bound else SIGNS[sign]
    ends = (found.amount, INFINITE) if least else (-INFINITE, found.amount)
    rest = said - BOUNDS.keys() - SPANS
    return Quantity(Kind.RANGE, normal, found.dimension, found.unit, ends, frozenset(rest))


def _several(text: str, normal: str, found: Sequence[Measure], said: frozenset[str]) -> Quantity:
    """Values that hold several measures which neither span nor multiply: a list, or one of many."""
    if all(text[one.end : other.start] == "/" for one, other in pairwise(found)):
        parts = [f"{each.amount:.3g}{each.dimension}" for each in _shared_unit(found)]
    else:
        parts = [part for part in _SEPARATOR.split(normal) if part]
    if len(parts) >= MIN_PARTS and max(map(len, parts)) <= MAX_PART:
        return Quantity(Kind.LIST, " | ".join(sorted(set(parts))), words=frozenset(parts))
    with_unit = [each for each in found if each.dimension]
    if len(with_unit) == 1:
        said |= frozenset(f"{each.amount:g}" for each in found if not each.dimension)
        return _quantity(Kind.NUMBER, normal, with_unit, said)
    return Quantity(Kind.TERM, normal, words=frozenset(_WORD.findall(text)))


def _quantity(kind: Kind, normal: str, found: Sequence[Measure], said: frozenset[str]) -> Quantity:
    last = found[-1]
    amounts = tuple(each.amount for each in found)
    return Quantity(kind, normal, last.dimension, last.unit, amounts, said or NO_WORDS)


def _beside(text: str, found: Sequence[Measure]) -> frozenset[str]:
    """The words of *text* that stand beside its measures."""
    parts, end = [], 0
    for each in found:
        parts.append(text[end : each.start])
        end = each.end
    return frozenset(_WORD.findall(" ".join([*parts, text[end:]])))


def _sides(text: str, found: Sequence[Measure]) -> list[Measure]:
    """The first measures of *text* that stand with a times sign between them."""
    sides = list(found[:1])
    for one, other in pairwise(found[:MAX_SIDES]):
        if not _BETWEEN_SIDES.fullmatch(text, one.end, other.start):
            break
        sides.append(other)
    return _shared_unit(sides)


def _shared_unit(found: Sequence[Measure]) -> list[Measure]:
    """*found*, where a bare number has the unit of the last: *30 x 20 cm*, *5-10 kg*."""
    last = found[-1]
    factor = factor_of(last.unit)
    return [
        each if each.dimension else each._replace(
            amount=each.amount * factor, dimension=last.dimension, unit=last.unit
        )
        for each in found
    ]  # fmt: skip


def _merged(text: str, found: Sequence[Measure]) -> list[Measure]:
    """*found*, with what is said in two units added up (*3 lb 5 oz*), and once if said twice."""
    merged = [found[0]]
    for each in found[1:]:
        last = merged[-1]
        smaller = factor_of(each.unit) < factor_of(last.unit)
        between = text[last.end : each.start].strip(" ,.")
        if last.dimension and last.dimension == each.dimension and smaller and not between:
            merged[-1] = last._replace(amount=last.amount + each.amount, end=each.end)
        elif not (each.dimension and any(_close(each, known) for known in merged)):
            merged.append(each)
    return merged


def _close(one: Measure, other: Measure) -> bool:
    largest = max(abs(one.amount), abs(other.amount))
    return one.dimension == other.dimension and abs(one.amount - other.amount) <= SAME * largest
