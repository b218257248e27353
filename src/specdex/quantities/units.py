"""Numbers and units as printed anywhere: ``2,5 kg`` is ``2500 g``."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
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
INCH, POUND, OUNCE, GALLON, FOOT = 25.4, 453.59237, 28.349523125, 3.785411784, 304.8

UNITS: dict[str, dict[str, float]] = {
    "mass": {
        "g gr gram grams gramm gramme grammes grammi gramos \u0433\u0440 \u0433": 1.0,
        "mg мг": 0.001,
        "kg kgs kilo kilos kilogram kilograms kilogramm kilogramme кг": 1000.0,
        "t tonne tonnes": 1_000_000.0,
        "oz ounce ounces unze unzen": OUNCE,
        "lb lbs pound pounds pfund": POUND,
    },
    "length": {
        "mm millimeter millimetre millimeters мм": 1.0,
        "µm um micron microns": 0.001,
        "nm": 0.000001,
        "cm centimeter centimetre centimeters centimetres zentimeter см": 10.0,
        "m meter metre meters metres metri м": 1000.0,
        "km км": 1_000_000.0,
        "in inch inches zoll pouce pouces pulgada pulgadas pollici pollice polegadas palce "
        'cali tum tommer tuumaa дюйм дюйма дюймов インチ 英寸 " \u2033 \u201d \'\'': INCH,
        "ft foot feet": FOOT,
        "yd yard yards": 3 * FOOT,
    },
    "frequency": {"Hz гц": 1.0, "kHz кгц": 1e3, "MHz мгц": 1e6, "GHz ггц": 1e9},
    "power": {"W watt watts вт": 1.0, "mW": 0.001, "kW квт": 1000.0},
    "energy": {"Wh watthour": 1.0, "kWh": 1000.0},
    "voltage": {"V volt volts vac vdc в": 1.0, "mV": 0.001, "kV": 1000.0},
    "current": {"A amp amps ampere": 1.0, "mA": 0.001},
    "charge": {"mAh": 1.0, "Ah": 1000.0},
    "capacity": {
        "ml milliliter millilitre мл": 1.0,
        "cl": 10.0,
        "dl": 100.0,
        "l liter litre liters litres litri litros л": 1000.0,
        "gal gallon gallons": 1000 * GALLON,
    },
    "data": {
        "B byte bytes": 1.0,
        "kB kilobyte kilobytes": 1e3,
        "MB megabyte megabytes мб": 1e6,
        "GB go gigabyte gigabytes \u0433\u0431": 1e9,
        "TB to terabyte terabytes тб": 1e12,
        "KiB": 1024.0,
        "MiB": 1024.0**2,
        "GiB": 1024.0**3,
        "TiB": 1024.0**4,
    },
    "rate": {"kbit/s kbps": 1e3, "Mbit/s mbps mb/s": 1e6, "Gbit/s gbps": 1e9},
    "resolution": {
        "px pixel pixels": 1.0,
        "MP mpx mpix megapixel megapixels megapixeles megapixeln мп": 1e6,
    },
    "density": {"dpi ppi": 1.0},
    "time": {
        "ms millisecond milliseconds мс": 0.001,
        "s sec secs second seconds sek sekunden": 1.0,
        "min mins minute minutes minuten minuti minutos": 60.0,
        "h hr hrs hour hours stunden std heures ore horas": 3600.0,
        "day days tage jours giorni días": 86400.0,
        "month months monate mois mesi meses": 2_629_800.0,
        "year years yr yrs jahr jahre an ans anno anni año años ano anos": 31_557_600.0,
    },
    "luminance": {"cd/m\u00b2 cd/m2 cd/m^2 cdm2 nit nits": 1.0},
    "temperature": {"°C celsius": 1.0},
    "fahrenheit": {"°F fahrenheit": 1.0},
    "angle": {"° deg degree degrees grad": 1.0},
    "sound": {"dB dba db(a)": 1.0},
    "share": {"% percent prozent": 1.0},
    "light": {"lm lumen lumens": 1.0},
    "illuminance": {"lx lux": 1.0},
    "pressure": {"bar": 1.0, "psi": 0.0689476},
    "carat": {"ct carat carats karat": 1.0},
    "count": {
        "pcs pc piece pieces pack count stück stk port ports core cores slot slots "
        "kerne anschlüsse way channel channels button buttons bay bays pin pins "
        "color colors colour colours farben couleurs colores colori kleuren": 1.0,
    },
    "depth": {"bit bits": 1.0},
    "speed": {"rpm u/min": 1.0, "fps bilder/s": 1.0},
    "factor": {"x fach": 1.0},
}  # fmt: skip
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
