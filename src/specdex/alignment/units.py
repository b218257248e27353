"""Numbers and units as printed anywhere: ``2,5 kg`` is ``2500 g``."""

import re
import unicodedata
from dataclasses import dataclass

__all__ = ["UNITS", "Quantity", "convert", "number", "quantities", "quantity"]

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
    "frequency": {"hz гц": 1.0, "khz кгц": 1e3, "mhz мгц": 1e6, "ghz ггц": 1e9},
    "power": {"w watt watts вт": 1.0, "mw": 0.001, "kw квт": 1000.0},
    "energy": {"wh watthour": 1.0, "kwh": 1000.0},
    "voltage": {"v volt volts vac vdc в": 1.0, "mv": 0.001, "kv": 1000.0},
    "current": {"a amp amps ampere": 1.0, "ma": 0.001},
    "charge": {"mah": 1.0, "ah": 1000.0},
    "capacity": {
        "ml milliliter millilitre мл": 1.0,
        "cl": 10.0,
        "dl": 100.0,
        "l liter litre liters litres litri litros л": 1000.0,
        "gal gallon gallons": 1000 * GALLON,
    },
    "data": {
        "b byte bytes": 1.0,
        "kb": 1e3,
        "mb мб": 1e6,
        "gb \u0433\u0431": 1e9,
        "tb тб": 1e12,
        "kib": 1024.0,
        "mib": 1024.0**2,
        "gib": 1024.0**3,
        "tib": 1024.0**4,
    },
    "rate": {"kbps kbit/s": 1e3, "mbps mbit/s mb/s": 1e6, "gbps gbit/s": 1e9},
    "resolution": {
        "px pixel pixels": 1.0,
        "mp mpx mpix megapixel megapixels megapixeles megapixeln мп": 1e6,
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
    "luminance": {"cd/m2 cd/m\u00b2 cd/m^2 cdm2 nit nits": 1.0},
    "temperature": {"°c celsius": 1.0},
    "fahrenheit": {"°f fahrenheit": 1.0},
    "angle": {"° deg degree degrees grad": 1.0},
    "sound": {"db dba db(a)": 1.0},
    "share": {"%": 1.0},
    "speed": {"rpm u/min": 1.0, "fps bilder/s": 1.0},
    "factor": {"x fach": 1.0},
}  # fmt: skip
"""By dimension, how many of its base unit each unit is; spellings stand together."""

_FACTORS: dict[str, tuple[str, float]] = {
    unicodedata.normalize("NFKC", spelling): (dimension, factor)
    for dimension, units in UNITS.items()
    for spellings, factor in units.items()
    for spelling in spellings.split()
}
_SPELLINGS = "|".join(re.escape(unit) for unit in sorted(_FACTORS, key=len, reverse=True))
BETWEEN_NUMBERS = r"(?!(?<=x)\s*\d|(?<=in)\s*\d)"
"""*30 x 20* and *2 in 1* hold no unit."""
_NUMBER = r"(?:\d{1,3}(?:[ \u00a0\u202f']\d{3})+|\d+)(?:[.,]\d+)*"
_QUANTITY = re.compile(
    rf"(?<![\w.,])([-+\u2212]?{_NUMBER})[\s-]?(?:({_SPELLINGS})(?!\w){BETWEEN_NUMBERS})?"
)
_GROUPS_OF_THREE = re.compile(r"^\d{1,3}(?:[.,]\d{3})+$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in the base unit of its dimension; a bare number has none."""

    amount: float
    dimension: str = ""


def number(printed: str) -> float:
    """The number that is *printed*, whatever its writer takes for a decimal point.

    Where both readings are possible, a comma before three digits groups thousands and a lone
    point is decimal.

    >>> number("1.234,5"), number("1,234.5"), number("2,5"), number("20,000"), number("0,125")
    (1234.5, 1234.5, 2.5, 20000.0, 0.125)
    """
    text = re.sub(r"[ \u00a0\u202f'+]", "", printed).replace("\u2212", "-")
    bare = text.lstrip("-")
    last = max(bare.rfind("."), bare.rfind(","))
    if last < 0:
        return float(text)
    mark = bare[last]
    others = bare[:last].replace("." if mark == "," else ",", "")
    repeated = mark in others
    grouped = _GROUPS_OF_THREE.match(bare) is not None and not bare.startswith("0")
    if repeated or (grouped and mark == "," and "." not in bare):
        digits = re.sub(r"[.,]", "", bare)
    else:
        digits = f"{others}.{bare[last + 1 :]}"
    return -float(digits) if text.startswith("-") else float(digits)


def quantities(printed: str) -> tuple[Quantity, ...]:
    """All numbers of *printed*, each in its base unit.

    >>> quantities("2,5 kg (5.5 lb)")[0]
    Quantity(amount=2500.0, dimension='mass')
    """
    return tuple(_read(match) for match in _QUANTITY.finditer(_plain(printed)))


def quantity(printed: str) -> Quantity | None:
    """The quantity that *printed* is, and nothing else.

    >>> quantity("27-inch"), quantity("about 3 kg")
    (Quantity(amount=685.8, dimension='length'), None)
    """
    match = _QUANTITY.fullmatch(_plain(printed).rstrip("."))
    return _read(match) if match else None


def convert(amount: float, unit: str, into: str) -> float | None:
    """*amount* of one unit in another; None where they do not measure the same."""
    source, target = _FACTORS.get(_plain(unit)), _FACTORS.get(_plain(into))
    if source is None or target is None or source[0] != target[0]:
        return None
    return amount * source[1] / target[1]


def replace_quantities(printed: str) -> str:
    """*printed* with each number that has a unit written in its base unit, to three digits."""
    return _QUANTITY.sub(lambda match: f" {written(_read(match))} ", _plain(printed))


def written(found: Quantity) -> str:
    """One spelling for a quantity; a measured one is rounded, for shops round as well."""
    if found.dimension:
        return f"{found.amount:.3g}{found.dimension}"
    return f"{found.amount:.12g}"


def _plain(printed: str) -> str:
    return unicodedata.normalize("NFKC", printed).casefold().replace("\u00d7", "x").strip()


def _read(match: re.Match[str]) -> Quantity:
    dimension, factor = _FACTORS.get(match.group(2) or "", ("", 1.0))
    return Quantity(round(number(match.group(1)) * factor, 9), dimension)
