"""The amounts of money on a page, whatever its currency is called."""

import re
from functools import lru_cache
from itertools import pairwise

import numpy as np

from specdex.html import Document
from specdex.lexicon import alternatives, phrases
from specdex.listings.money import Amount, amounts
from specdex.money import SIGNS
from specdex.quantities import measure
from specdex.text import HUMPS

__all__ = ["page_amounts"]

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
_CENTS = re.compile(r"[.,]\d\d\Z")
_MOVED = re.compile(
    r"\s{0,2}\(?[+\-\u2212\u25b2\u25bc]?\s?\d{1,3}[.,]\d{1,2}\s?%\)?(?!\w)(?! ?[^\W\d_])"
)
"""A percentage with decimals, and no word to it, behind an amount: by how much a quote moved."""
MOVE_REACH = 3
"""Characters between that and the amount by which it moved."""
_SUMS = "|".join(
    re.escape(word) for word in phrases("values.multipliers") if len(word) > MAX_LETTER
)
_MILLIONS = re.compile(rf"\s?(?:{_SUMS})(?!\w)", re.IGNORECASE)
"""What makes an amount the turnover of a company, and no price."""
_PURE = re.compile(r"[\d\s.,'\u2019]*")


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
    """The amounts that have a sign, each of one element where elements meet without a space."""
    text = document.text
    borders = [0, *_borders(document), len(text)]
    if len(borders) == len("ab"):
        return _unquoted(text, amounts(text))
    found = [
        Amount(each.start + first, each.stop + first, each.number)
        for first, last in pairwise(borders)
        for each in amounts(text[first:last])
    ]
    return _unquoted(text, found)


def _unquoted(text: str, found: list[Amount]) -> list[Amount]:
    """*found* without sums of millions, what stocks stand at, and by how much they moved."""
    found = [each for each in found if _MILLIONS.match(text, each.stop) is None]
    if "%" not in text:
        return found
    quoted = [_MOVED.match(text, each.stop) for each in found]
    return [
        each
        for place, each in enumerate(found)
        if quoted[place] is None and not _is_move(quoted[place - 1] if place else None, each)
    ]


def _is_move(moved: re.Match[str] | None, amount: Amount) -> bool:
    """Whether *amount* stands right behind a percentage by which a quote has *moved*."""
    return moved is not None and amount.start - moved.end() <= MOVE_REACH


def _borders(document: Document) -> list[int]:
    """Where a text meets a price: neither a number nor a word goes on there."""
    text, starts, stops = document.text, document.nodes.run_start, document.nodes.run_stop
    meeting = np.flatnonzero(np.asarray(starts)[1:] == np.asarray(stops)[:-1]).tolist()
    return [
        stops[run]
        for run in meeting
        if (text[stops[run] - 1].isdigit() or text[stops[run] - 1 : stops[run] + 1].isalpha())
        and _is_apart(text[starts[run] : stops[run]], text[starts[run + 1] : stops[run + 1]])
    ]


def _is_apart(left: str, right: str) -> bool:
    """Whether *right* begins another number, or another word, than *left* ends with."""
    if left[-1].isalpha():
        return any(map(str.isdigit, left + right))
    if not any(map(str.isdigit, right)):
        return False
    if _PURE.fullmatch(left):
        return right[0].isdigit() and not left.strip().isdigit()
    return any(map(str.isalpha, left))


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
            found[number] = Amount(match.start() + start, match.end() + start, match[1])
    return [found[number] for number in sorted(found)]


@lru_cache(maxsize=4096)
def _is_price_class(written: str) -> bool:
    return PRICE_CLASS.search(HUMPS.sub("-", written).lower()) is not None


def _alone(document: Document) -> list[Amount]:
    """The numbers that fill an element: beside what is money somewhere, or all of one look."""
    text, nodes = document.text, document.nodes
    looks: dict[str, list[Amount]] = {}
    for start, stop in zip(nodes.run_start, nodes.run_stop, strict=True):
        match = _WHOLE.fullmatch(text[start:stop]) if stop - start <= MAX_PRICE else None
        if match is not None:
            code = (match[1] or match[3] or "").strip(".")
            # a word before a plain number is a model's name, unless it is money somewhere
            if match[3] or code.lower() in SIGNS or _CENTS.search(match[2]):
                looks.setdefault(code, []).append(Amount(start, stop, match[2]))
    return [each for code, found in looks.items() if _is_money(code, found) for each in found]


def _is_money(code: str, found: list[Amount]) -> bool:
    """Whether numbers with *code* are amounts: known somewhere, or many and no measure."""
    is_measure = bool(code) and measure(f"1 {code}") is not None
    if code.lower() in SIGNS or len({each.number for each in found}) < FEW:
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
