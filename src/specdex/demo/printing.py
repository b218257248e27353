"""Specifications as a shop prints them: its own words, units, gaps and mistakes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from specdex.demo.data import Chance, load
from specdex.demo.products import Box, Quantity, Value, draw
from specdex.demo.shops import Offer, Shop

__all__ = ["Row", "Section", "identifiers", "sections"]

_LEFT_OUT_BY_SHOP = 0.15
_LEFT_OUT_BY_PAGE = 0.07
_WRONG = 0.05
_GENERAL_LAST = 0.35
_LARGE = 10000
_ALWAYS = ("brand", "model", "line")
_THOUSANDS = {"en": ",", "de": ".", "fr": " "}


@dataclass(frozen=True, slots=True)
class Row:
    """One printed name and value (which may be empty), with the attribute they stand for."""

    name: str
    value: str
    attribute: str
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the rows under it."""

    title: str
    rows: tuple[Row, ...]


def identifiers(shop: Shop, offer: Offer) -> list[Row]:
    """The product ids the shop prints, in its own words."""
    values = {"sku": offer.sku, "mpn": offer.product.mpn, "gtin": offer.product.gtin}
    names = load("words")["names"]
    return [Row(shop.pick(names[kind], kind), values[kind], kind) for kind in shop.settings["ids"]]


@lru_cache(maxsize=4096)
def sections(shop: Shop, offer: Offer) -> list[Section]:
    """The whole specification of one product page."""
    product = offer.product
    names = load("words")["names"]
    fixed = {"brand": product.brand, "model": product.model, "line": shop.translate(product.line)}
    general = [Row(shop.pick(names[name], name), fixed[name], name) for name in _ALWAYS]
    if shop.settings["ids_in"] == "specification":
        general += identifiers(shop, offer)
    warranty = shop.translate(str(product.attributes["warranty"]))
    if shop.chance.often(0.5, shop.host, "warranty"):
        general.append(Row(shop.pick(names["warranty"], "warranty"), warranty, "warranty"))
    taken = frozenset(row.name for row in general)
    shuffled = shop.chance.sample(general, len(general), shop.host, "general order")
    by_section: dict[str, list[Row]] = {"general": shuffled}
    for attribute, name in _wording(shop, product.category, taken):
        row = _row(shop, offer, attribute, name)
        if row is not None:
            section = load(product.category)["attributes"][attribute]["section"]
            by_section.setdefault(section, []).append(row)
    if shop.chance.often(_GENERAL_LAST, shop.host, "general last"):
        by_section["general"] = by_section.pop("general")
    titles = load("words")["sections"]
    return [
        Section(shop.pick(titles[section], "section", section), tuple(rows))
        for section, rows in by_section.items()
    ]


@lru_cache(maxsize=256)
def _wording(shop: Shop, category: str, taken: frozenset[str]) -> list[tuple[str, str]]:
    """The attributes the shop shows, in its order, each under a name of its own."""
    attributes: Mapping[str, Any] = load(category)["attributes"]
    used = set(taken)
    shown = []
    for attribute, facts in attributes.items():
        if shop.chance.often(_LEFT_OUT_BY_SHOP, shop.host, category, attribute, "shown"):
            continue
        options = facts[shop.language]
        first = shop.chance.number(shop.host, "name", category, attribute)
        turns = [options[(first + turn) % len(options)] for turn in range(len(options))]
        name = next((option for option in turns if option not in used), None)
        if name is not None:
            used.add(name)
            shown.append((attribute, name))
    return shop.chance.sample(shown, len(shown), shop.host, "order", category)


def _row(shop: Shop, offer: Offer, attribute: str, name: str) -> Row | None:
    product = offer.product
    value = product.attributes.get(attribute)
    gap = shop.chance.often(_LEFT_OUT_BY_PAGE, shop.host, product.id, attribute, "gap")
    if value is None or gap:
        return Row(name, "", attribute) if shop.settings["empty_rows"] else None
    feed = shop.settings["feed"] or shop.host
    path = ("wrong", feed, product.id, attribute)
    wrong = False
    if shop.chance.often(_WRONG, *path):
        facts = load(product.category)["attributes"][attribute]
        mistaken = _mistake(shop.chance, facts, value, *path)
        wrong, value = mistaken != value, mistaken
    return Row(name, _printed(shop, product.category, value), attribute, wrong)


def _mistake(chance: Chance, facts: Mapping[str, Any], value: Value, *path: object) -> Value:
    match value:
        case bool():
            return not value
        case Box((width, height, depth), unit):
            return Box((height, width, depth), unit)
        case _:
            return draw(facts, chance, *path, "other")


def _printed(shop: Shop, category: str, value: Value) -> str:
    match value:
        case bool():
            yes, no = shop.pick(load("words")["yes"], "yes")
            return str(yes if value else no)
        case Quantity(number, ""):
            return _number(shop, number)
        case Quantity(number, unit):
            word, scale = shop.pick(load("words")["units"][unit], "unit", category, unit)
            glue = "" if word in ('"', "x", "fach") else shop.settings["glue"]
            return f"{_number(shop, number * scale)}{glue}{word}"
        case Box(sides, unit):
            word, scale = shop.pick(load("words")["units"][unit], "unit box", category)
            cross = shop.chance.pick((" x ", " \N{MULTIPLICATION SIGN} ", "x"), shop.host, "cross")
            return f"{cross.join(_number(shop, side * scale) for side in sides)} {word}"
        case _:
            return shop.translate(value)


def _number(shop: Shop, number: float) -> str:
    whole, _, fraction = f"{round(number, 2):.2f}".partition(".")
    fraction = fraction.rstrip("0")
    if int(whole) >= _LARGE:
        whole = f"{int(whole):,}".replace(",", _THOUSANDS[shop.language])
    mark = "." if shop.language == "en" else ","
    return whole + (mark + fraction if fraction else "")
