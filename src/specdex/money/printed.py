# cython: boundscheck=False, wraparound=False
"""Money: which currency a sign means where, and how much a printed number is."""

import re
from collections.abc import Iterable
from decimal import Decimal

from specdex.lexicon import meanings, phrases, table, words
from specdex.text import unmarked

__all__ = [
    "CODES",
    "DASHES",
    "DECIMALS",
    "DOUBTFUL_SIGNS",
    "GROUP",
    "KNOWN_SIGNS",
    "LETTER_SIGN",
    "LIST_WORDS",
    "LONGEST_PRICE",
    "LONGEST_SIGN",
    "LONGEST_WORD",
    "MAIN_SIGNS",
    "NOTHING",
    "NUMBER",
    "SIGNS",
    "SIGNS_BEHIND",
    "SIGN_CHARACTERS",
    "WESTERN",
    "amount",
    "any_sign",
    "currency_code",
    "decimal_of",
    "digit_from",
    "digits_end",
    "number_end",
    "plain_number",
    "plain_price",
    "pointed",
]

MAX_DIGITS = 12
"""An amount with more digits is a number of something else."""
GROUP = 3
"""Digits behind a point that groups thousands."""
LONGEST = 80
"""Characters among which an amount is looked for."""
DECIMALS = 2
"""Digits behind the point of an amount."""
CENTS, NOTHING = Decimal("0.01"), Decimal(0)
DASHES = "-\u2013\u2014"
"""What may stand in the place of cents."""
MINUS = f"{DASHES}\u2212"
ZEROS = "\u0660\u06f0\u0966\u09e6"
"""The zeros of other digits; their nine follow each."""
WESTERN: dict[int, str] = {
    **{ord(zero) + digit: str(digit) for zero in ZEROS for digit in range(10)},
    **dict.fromkeys((0xA0, 0x2009, 0x202F), " "),
    0x066B: ".",
    0x066C: ",",
}
"""Digits, separators and blanks of other scripts, as they are read here."""
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
"""Digits, with points and commas among them."""
_PLAIN = re.compile(r"\d+(?:\.\d+)?")

_SELDOM = [code.upper() for code in phrases("currencies.seldom_codes")]
_USUAL = [code.upper() for code in phrases("currencies.codes")]
CODES: dict[str, str] = {
    **{code.upper(): meant for code, meant in meanings("currencies.other_codes").items()},
    **{code: code for code in (*_USUAL, *_SELDOM)},
}
"""What is written: the code it means today."""
SIGNS = {
    sign: tuple(code.upper() for code in codes) for sign, codes in table("currencies.signs").items()
}
"""Sign in lower case: the codes it may mean, the likeliest first."""
SIGN_CHARACTERS = words("currencies.sign_characters")
"""Signs that are one character and mean money and nothing else."""
MAIN_SIGNS = "".join(phrases("currencies.main_signs"))
"""Those that are met everywhere."""
LIST_WORDS = frozenset(_USUAL) | words("currencies.list_words")
"""What is printed beside prices in lists, in its own case."""
KNOWN_SIGNS = frozenset(SIGNS) | frozenset(code.lower() for code in CODES)
"""All of them, in lower case."""
LETTER_SIGN = "đ"
"""A sign that words begin with, too."""
SIGNS_BEHIND = SIGN_CHARACTERS | {LETTER_SIGN}
LONGEST_SIGN = 9
"""Characters before a number among which its sign is looked for, …"""
LONGEST_WORD = 6
"""… and of the sign itself."""
LONGEST_PRICE = 24
"""Characters of a number, over all elements that it is set in."""
DOUBTFUL_SIGNS = table("currencies.doubtful_signs")
"""Signs that are also units or words: the countries and languages where they are money."""
COUNTRIES, LANGUAGES = meanings("currencies.countries"), meanings("currencies.languages")


def any_sign(signs: Iterable[str], before: str = "", behind: str = r"\b") -> str:
    r"""A pattern of *signs*: characters as they are, words between *before* and *behind*.

    >>> any_sign(("$", "€", "kr", "r$"))
    '(?:[$€]|(?:kr|r\\$)\\b)'
    """
    found = list(signs)
    marks = "".join(sign for sign in found if len(sign) == 1)
    letters = "|".join(re.escape(sign) for sign in found if len(sign) > 1)
    return f"(?:[{marks}]|{before}(?:{letters}){behind})" if letters else f"[{marks}]"


def currency_code(
    sign: str, site: str, language: str, left_open: frozenset[str] = frozenset()
) -> str:
    """The ISO code that *sign* means on a page of *site* in *language*; empty if none.

    Signs *left_open* mean none where neither tells which.

    >>> currency_code("$", "shop.cl", "es"), currency_code("kr.", "shop.example", "da")
    ('CLP', 'DKK')
    """
    plain = unmarked(sign).strip().upper()
    if plain in CODES:
        return CODES[plain]
    plain = plain.lower()
    meant = SIGNS.get(plain) or SIGNS.get(plain.strip("."), ())
    if len(meant) <= 1:
        return meant[0] if meant else ""
    language = language.lower()
    hints = (
        COUNTRIES.get(site.rpartition(".")[2]),
        LANGUAGES.get(language[:5]),
        LANGUAGES.get(language[:2]),
    )
    likeliest = "" if plain.strip(".") in left_open else meant[0]
    return next((hint for hint in hints if hint in meant), likeliest)


def plain_number(printed: str) -> str:
    """A printed number with nothing between its thousands and a point before its decimals.

    A separator before one or two last digits is a point.

    >>> plain_number("1.299,00"), plain_number("24.990"), plain_number("19,5")
    ('1299.00', '24990', '19.5')
    """
    cut = max(printed.rfind("."), printed.rfind(","))
    return pointed(printed, cut if 1 <= len(printed) - cut - 1 < GROUP else -1)


def pointed(printed: str, cut: int) -> str:
    """The digits of *printed*, with a point in place of what stands at *cut*, if that is not -1."""
    if cut < 0:
        return _digits(printed)
    return f"{_digits(printed[:cut])}.{_digits(printed[cut + 1 :])}"


def _digits(text: str) -> str:
    return text if text.isdecimal() else "".join(filter(str.isdecimal, text)) or "0"


def digit_from(low: str, start: int, end: int) -> int:
    """Where the next digit stands; -1 where none does before *end*."""
    for at in range(start, end):
        if "0" <= low[at] <= "9":
            return at
    return -1


def digits_end(low: str, start: int, end: int) -> int:
    """Where the digits that begin at *start* end."""
    while start < end and "0" <= low[start] <= "9":
        start += 1
    return start


def number_end(low: str, start: int, end: int) -> int:
    """Where the number at *start* ends: its thousands may be grouped, and it may have cents.

    >>> [number_end(text, 0, len(text)) for text in ("1.299,00", "1.2345", "12,5.", "1 234.5678")]
    [8, 1, 4, 5]
    """
    stop = digits_end(low, start, end)
    if stop - start <= DECIMALS:
        stop = max(stop, _lakhs_end(low, stop, end))
    grouped = stop - start <= GROUP or low[stop - GROUP - 1] == ","
    while grouped and stop < end and low[stop] in " .,'\u2019":
        following = digits_end(low, stop + 1, end)
        if following - stop > GROUP + 1:  # what follows is a number by itself
            return stop
        if following - stop <= GROUP:
            break
        stop = following
    if stop < end and low[stop] in ".,":
        following = digits_end(low, stop + 1, end)
        if 1 < following - stop <= DECIMALS + 1:
            return following
    return stop


def _lakhs_end(low: str, stop: int, end: int) -> int:
    """Where a number ends whose first digits end at *stop*, if pairs of digits follow: 1,29,900.

    >>> _lakhs_end("1,29,900.50", 1, 11), _lakhs_end("1,29", 1, 4)
    (8, -1)
    """
    pairs = 0
    while stop < end and low[stop] == ",":
        following = digits_end(low, stop + 1, end)
        if following - stop - 1 == GROUP and pairs:
            return following
        if following - stop - 1 != DECIMALS:
            break
        stop, pairs = following, pairs + 1
    return -1


def decimal_of(number: str) -> Decimal:
    """The value of a number as matched; nothing where it has too many digits.

    >>> decimal_of("1.299,00"), decimal_of("24.990"), decimal_of("19,5")
    (Decimal('1299.00'), Decimal('24990'), Decimal('19.5'))
    """
    plain = plain_number(number)
    return Decimal(plain) if len(plain.partition(".")[0]) <= MAX_DIGITS else NOTHING


def amount(text: str) -> Decimal | None:
    """The first amount in *text*, whatever its separators; None where there is none.

    >>> amount("1.299,00 \u20ac"), amount("24.990"), amount("19.5"), amount("1\u2019299.-")
    (Decimal('1299.00'), Decimal('24990'), Decimal('19.5'), Decimal('1299'))
    """
    text = unmarked(text).strip()
    whole, _, part = text.partition(".")
    if _PLAIN.fullmatch(text) and (len(part) != GROUP or len(whole) > GROUP):
        value = Decimal(text)
    else:
        value = _first(text[:LONGEST].translate(WESTERN))
    return value if value > 0 and len(str(int(value))) <= MAX_DIGITS else None


def _first(text: str) -> Decimal:
    """The first number of *text*; nothing where it is less than nothing, or there is none."""
    start = digit_from(text, 0, len(text))
    if start < 0 or text[0] in MINUS:
        return NOTHING
    number = text[start : number_end(text, start, len(text))]
    if text[start - 1 : start] in {".", ","} and text[start - 2 : start - 1] in {
        "",
        " ",
        *MAIN_SIGNS,
    }:
        return Decimal(f"0.{number}") if number.isdecimal() else NOTHING
    return decimal_of(number)


def plain_price(value: Decimal) -> str:
    """*value* as it leaves the house: two decimals, no grouping.

    >>> plain_price(Decimal("1299"))
    '1299.00'
    """
    return str(value.quantize(CENTS))
