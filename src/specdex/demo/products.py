"""The world behind the demo web: invented products with their true attributes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from specdex.demo.data import CATEGORIES, Chance, load
from specdex.identifiers import check_digit

__all__ = ["Box", "Product", "Quantity", "Value", "canonical", "draw", "world"]

_VARIANT_EVERY = 6
"""Every so many-th product is another colour of the one before it."""
_WARRANTIES = ("1 year", "2 years", "3 years")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit (which may be empty)."""

    number: float
    unit: str


@dataclass(frozen=True, slots=True)
class Box:
    """Width, height and depth."""

    sides: tuple[int, int, int]
    unit: str


Value = Quantity | Box | bool | str


@dataclass(frozen=True, slots=True)
class Product:
    """One product of the world."""

    id: str
    category: str
    brand: str
    model: str
    line: str
    mpn: str
    gtin: str
    price: float
    popularity: float
    attributes: Mapping[str, Value]


def canonical(value: Value) -> str:
    """The value in one plain form, whatever shops print.

    >>> canonical(Quantity(450.0, "g")), canonical(True), canonical(Box((9, 6, 2), "mm"))
    ('450 g', 'yes', '9 x 6 x 2 mm')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case Quantity(number, unit):
            return f"{number:g} {unit}".strip() if number < 1e5 else f"{number:.0f} {unit}"  # noqa: PLR2004 - where :g turns to exponents
        case Box(sides, unit):
            return " x ".join(map(str, sides)) + f" {unit}"
        case _:
            return value


def draw(attribute: Mapping[str, Any], chance: Chance, *path: object) -> Value:
    """A value that fits the attribute's description in its data file."""
    if "flag" in attribute:
        return chance.often(attribute["flag"], *path)
    if "options" in attribute:
        return str(chance.pick(attribute["options"], *path))
    if "box" in attribute:
        low_high = enumerate(attribute["box"])
        drawn = [low + chance.number(*path, n) % (high - low) for n, (low, high) in low_high]
        return Box((drawn[0], drawn[1], drawn[2]), attribute["unit"])
    if "span" in attribute:
        low, high, step = attribute["span"]
        steps = chance.number(*path) % round((high - low) / step)
        return Quantity(round(low + steps * step, 3), attribute["unit"])
    return Quantity(float(chance.pick(attribute["numbers"], *path)), attribute["unit"])


def world(chance: Chance) -> dict[str, Product]:
    """All products by id, in a fixed order."""
    products: dict[str, Product] = {}
    for category in CATEGORIES:
        before: Product | None = None
        for number in range(load(category)["count"]):
            twin = before if number % _VARIANT_EVERY == _VARIANT_EVERY - 1 else None
            before = _product(chance, category, number, twin)
            products[before.id] = before
    return products


def _product(chance: Chance, category: str, number: int, twin: Product | None) -> Product:
    facts = load(category)
    path = ("product", category, number)
    brand, code = chance.pick(facts["brands"], *path, "brand")
    series = chance.pick(facts["series"], *path, "series")
    letter = chance.pick("ACDEGHKMRSTVXZ", *path, "letter")
    figure = 100 + number * 17 + chance.number(*path, "figure") % 9
    model = (
        f"{series} {letter}{figure}{chance.pick(('', '', '', ' II', 's', ' Pro'), *path, 'mark')}"
    )
    line = str(chance.pick(facts["lines"], *path, "line"))
    attributes = {
        name: draw(attribute, chance, *path, name)
        for name, attribute in facts["attributes"].items()
        if line in attribute.get("only", facts["lines"])
    }
    attributes["warranty"] = chance.pick(_WARRANTIES, *path, "warranty")
    low, high = facts["price"]
    price = low + (high - low) * chance.share(*path, "price") ** 2
    if twin is not None:
        brand, model, line, price = twin.brand, twin.model, twin.line, twin.price
        code = dict(facts["brands"])[brand]
        letter, figure = twin.mpn.partition("-")[2][0], int(twin.mpn.partition("-")[2][1:-2])
        others = [
            c for c in facts["attributes"]["color"]["options"] if c != twin.attributes["color"]
        ]
        attributes = {**twin.attributes, "color": str(chance.pick(others, *path, "other"))}
    color = str(attributes["color"])
    stem = f"{facts['prefix']}{chance.number(*path, 'gtin') % 10**9:09d}"
    return Product(
        id=f"{category}-{number:03d}",
        category=category,
        brand=brand,
        model=model,
        line=line,
        mpn=f"{code}-{letter}{figure}{(color[0] + color[-1]).upper()}",
        gtin=stem + check_digit(stem),
        price=round(price),
        popularity=chance.share(*path, "popularity"),
        attributes=attributes,
    )
