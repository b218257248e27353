"""Money: which currency a sign means where, and how much a printed number is."""

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from specdex.lexicon import meanings, phrases, table, words

__all__ = [
    "CODES",
    "DOUBTFUL_SIGNS",
    "LIST_WORDS",
    "MAIN_SIGNS",
    "NUMBER",
    "SIGNS",
    "SIGN_CHARACTERS",
    "amount",
    "any_sign",
    "currency_code",
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
CENTS = Decimal("0.01")
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


def currency_code(sign: str, site: str, language: str) -> str:
    """The ISO code that *sign* means on a page of *site* in *language*; empty if none.

    >>> currency_code("$", "shop.cl", "es"), currency_code("kr.", "shop.example", "da")
    ('CLP', 'DKK')
    """
    plain = sign.strip().upper()
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
    return next((hint for hint in hints if hint in meant), meant[0])


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


def amount(text: str) -> Decimal | None:
    """The first amount in *text*, whatever its separators; None where there is none.

    >>> amount("1.299,00 €"), amount("24.990"), amount("19.5")
    (Decimal('1299.00'), Decimal('24990'), Decimal('19.5'))
    """
    text = text.strip()
    if _PLAIN.fullmatch(text) and len(text.partition(".")[2]) != GROUP:
        value: Decimal | None = Decimal(text)
    else:
        from price_parser import Price  # noqa: PLC0415 - slow to start, and not always needed

        try:
            value = Price.fromstring(text[:LONGEST]).amount
        except (InvalidOperation, ValueError):
            return None
    if value is None or value <= 0 or len(str(int(value))) > MAX_DIGITS:
        return None
    return value


def plain_price(value: Decimal) -> str:
    """*value* as it leaves the house: two decimals, no grouping.

    >>> plain_price(Decimal("1299"))
    '1299.00'
    """
    return str(value.quantize(CENTS))
