"""The amounts of money on a page, whatever its currency is called."""

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from specdex.html import Document
from specdex.lexicon import alternatives, phrases
from specdex.money.amounts import amounts_of
from specdex.money.printed import SIGNS, currency_code, decimal_of
from specdex.money.signs import PageText
from specdex.quantities import measure
from specdex.text import HUMPS
from specdex.urls import host

__all__ = ["Amount", "currency_of", "page_amounts", "place_of", "text_amounts"]

MOST = 100_000
"""Amounts of a page that are looked at."""
OPEN = frozenset({"$", "¥", "\uffe5", "元", "rs", "kr"})
"""Signs of several countries, which a list leaves open where the page is of none of them."""

PRICE_CLASS = re.compile(rf"price|(?<![a-z])(?:{alternatives('prices.class_pieces')})")
FEW = 3
"""A page that prints fewer amounts in a currency we know is asked for others."""
ENOUGH = 12
"""A page with so many amounts in a currency we know prints its prices in it."""
MANY = 2
"""Numbers in price elements are amounts where so many stand for each in a currency we know."""
MAX_LETTER = 2
"""Characters of what multiplies a number that may be a unit as well: *5 m*."""
MAX_PRICE = 40
"""Characters of an element that holds a price and little else."""
_CENTS_TOO = r"(?:[.,]\d{1,2})?(?!\d)"
_GROUPED = r"\d{1,3}(?:[.,'\u2019 \u00a0\u2009\u202f]\d{3})+"
_NUMBER = rf"{_GROUPED}{_CENTS_TOO}|\d+{_CENTS_TOO}"
_CODE = r"[^\W\d_]{1,6}(?:[./][^\W\d_]{0,4}\.?)?"
_PRICE = re.compile(
    rf"(?<![\w.,])(?:{_CODE}\s?)?({_NUMBER})(?!\s?%)(?![.,]?\d)(?:\s?{_CODE}(?![\w]))?", re.UNICODE
)
"""A number with the code beside it, known or not."""
_WHOLE = re.compile(rf"({_CODE})?\s?({_NUMBER})\s?({_CODE})?")
_ANY_NUMBER = re.compile(r"\d[\d.,']*")
_CENTS = re.compile(r"[.,]\d\d\Z")
_MOVED = re.compile(
    r"\s{0,2}\(?[+\-\u2212\u25b2\u25bc]?\s?\d{1,3}[.,]\d{1,2}\s?%\)?(?!\w)(?! ?[^\W\d_])"
)
"""A percentage with decimals, and no word to it, behind an amount: by how much a quote moved."""
MOVE = 16
"""Characters of which it has fewer, …"""
MOVE_REACH = 3
"""Characters between that and the amount by which it moved."""
_SUMS = "|".join(
    re.escape(word) for word in phrases("values.multipliers") if len(word) > MAX_LETTER
)
_MILLIONS = re.compile(rf"\s?(?:{_SUMS})(?!\w)", re.IGNORECASE)
"""What makes an amount the turnover of a company, and no price."""


class Amount(NamedTuple):
    """An amount as printed: where in the text it stands with its sign, and how much it is."""

    start: int
    stop: int
    value: float


def page_amounts(document: Document) -> list[Amount]:
    """The amounts in the text of *document*, in their order.

    Where few have a sign that is known, numbers count, too, that stand in an element that is called
    a price, and those that fill an element together with what is money somewhere.
    """
    found = _signed(document)
    if len(found) >= ENOUGH:
        return found
    called = _called(document, found)
    if called and len(called) >= MANY * len(found):
        return _merged(found, called)
    return found if len(found) >= FEW else _merged(found, _alone(document))


def _signed(document: Document) -> list[Amount]:
    """The amounts that have a sign."""
    page = PageText(document.text, *place_of(document), document.nodes)
    found = amounts_of(page, 0, len(document.text), MOST)
    return _unquoted(
        document.text, [Amount(each.first, each.last, float(each.value)) for each in found]
    )


def _unquoted(text: str, found: list[Amount]) -> list[Amount]:
    """*found* without sums of millions, what stocks stand at, and by how much they moved."""
    found = [
        each
        for each in found
        if not text[each.stop : each.stop + 2].lstrip()[:1].isalpha()
        or _MILLIONS.match(text, each.stop) is None
    ]
    if "%" not in text:
        return found
    quoted = [
        _MOVED.match(text, each.stop) if "%" in text[each.stop : each.stop + MOVE] else None
        for each in found
    ]
    return [
        each
        for place, each in enumerate(found)
        if quoted[place] is None and not _is_move(quoted[place - 1] if place else None, each)
    ]


def _is_move(moved: re.Match[str] | None, amount: Amount) -> bool:
    """Whether *amount* stands right behind a percentage by which a quote has *moved*."""
    return moved is not None and amount.start - moved.end() <= MOVE_REACH


def _called(document: Document, known: list[Amount]) -> list[Amount]:
    """The amounts in elements called prices that hold none that is known."""
    classes = document.classes
    wanted = {written for written in set(classes) if written and _is_price_class(written)}
    places = np.array([n for n, written in enumerate(classes) if written in wanted], dtype=np.int64)
    starts = np.asarray(document.nodes.start)[places]
    stops = np.asarray(document.nodes.stop)[places]
    taken = np.array([each.start for each in known], dtype=np.int64)
    free = np.searchsorted(taken, starts) == np.searchsorted(taken, stops)
    short = free & (stops > starts) & (stops - starts <= MAX_PRICE)
    found = {}
    for start, stop in zip(starts[short].tolist(), stops[short].tolist(), strict=True):
        for match in _PRICE.finditer(document.text[start:stop]):
            number = match.start(1) + start
            found[number] = Amount(
                match.start() + start, match.end() + start, float(decimal_of(match[1]))
            )
    return [found[number] for number in sorted(found)]


@lru_cache(maxsize=4096)
def _is_price_class(written: str) -> bool:
    return PRICE_CLASS.search(HUMPS.sub("-", written).lower()) is not None


def _alone(document: Document) -> list[Amount]:
    """The numbers that fill an element: beside what is money somewhere, or all of one look."""
    text, nodes = document.text, document.nodes
    looks: dict[str, list[Amount]] = {}
    for start, stop in zip(nodes.run_start, nodes.run_stop, strict=True):
        match = _WHOLE.fullmatch(text, start, stop) if stop - start <= MAX_PRICE else None
        if match is not None:
            code = (match[1] or match[3] or "").strip(".")
            # a word before a plain number is a model's name, unless it is money somewhere
            if match[3] or code.lower() in SIGNS or _CENTS.search(match[2]):
                looks.setdefault(code, []).append(Amount(start, stop, float(decimal_of(match[2]))))
    return [each for code, found in looks.items() if _is_money(code, found) for each in found]


def _is_money(code: str, found: list[Amount]) -> bool:
    """Whether numbers with *code* are amounts: known somewhere, or many and no measure."""
    is_measure = bool(code) and measure(f"1 {code}") is not None
    if code.lower() in SIGNS or len({each.value for each in found}) < FEW:
        # one that is money and a measure, too, is written in capitals where it is money
        return code.lower() in SIGNS and (code.isupper() or not is_measure)
    return not code or (code.isupper() and len(code) > 1 and not is_measure)


def _merged(one: list[Amount], other: list[Amount]) -> list[Amount]:
    """The amounts of both in their order, of those that overlap the first."""
    found: list[Amount] = []
    for each in sorted({*one, *other}):
        if not found or each.start >= found[-1].stop:
            found.append(each)
    return found


def place_of(document: Document) -> tuple[str, str]:
    """The host and the language of a page."""
    return host(document.page.url), document.attribute(0, "lang") if len(document) else ""


def text_amounts(text: str, site: str = "", language: str = "") -> list[Amount]:
    """The amounts of money in *text*.

    >>> [amount.value for amount in text_amounts("was 1.299,00 €, now US $ 999")]
    [1299.0, 999.0]
    """
    found = amounts_of(PageText(text, site, language), 0, len(text), MOST)
    return [Amount(each.first, each.last, float(each.value)) for each in found]


def currency_of(price: str, site: str = "", language: str = "") -> str:
    """The ISO code of the currency that *price* is printed in; empty where that is open.

    >>> currency_of("C$19.99"), currency_of("24,95 EUR"), currency_of("$5")
    ('CAD', 'EUR', '')
    >>> currency_of("499 kr", "shop.example", "da")
    'DKK'
    """
    return _currency(_ANY_NUMBER.sub("0", price), site, language)


@lru_cache(maxsize=1024)
def _currency(price: str, site: str, language: str) -> str:
    found = amounts_of(PageText(price, site, language), 0, len(price), 1)
    return currency_code(found[0].sign, site, language, OPEN) if found else ""
