"""Numbers that name products everywhere: GTIN, EAN, UPC and ISBN, with their check digits."""

import re

__all__ = ["check_digit", "gtin", "gtin14", "gtin_in", "gtin_kind", "looks_like_code", "made_up"]

GTIN_LENGTHS = (8, 12, 13, 14)
ISBN10_LENGTH = 10
BOOK_LENGTH = 13
BOOK_PREFIXES = ("978", "979")
CIRCULATING_PREFIXES = ("02", "04", "2")
"""GTIN-13 prefixes that every shop may use for itself: such a number says nothing elsewhere."""
CIRCULATING_SHORT = ("0", "2")
"""The same for GTIN-8."""
CODE = re.compile(r"^(?=.*\d)[A-Za-z0-9][A-Za-z0-9 ./_#+\-]{1,38}[A-Za-z0-9+]$|^\d{3,14}$")
"""A digit at least, no sentence: model numbers, part numbers, stock numbers."""
MAX_CODE_WORDS = 4

_BETWEEN_DIGITS = re.compile(r"[\s\-]+")
_NO_SIGNS = re.compile(r"[^0-9Xx]+")
_ISBN10 = re.compile(r"[0-9]{9}[0-9X]")


def gtin(text: str) -> str:
    """The number that *text* is, an ISBN of ten signs as the thirteen digits it became.

    Empty where it has another length or its check digit is wrong.

    >>> gtin("0-306-40615-2"), gtin("4006381333931"), gtin("4006381333932")
    ('9780306406157', '4006381333931', '')
    """
    signs = _BETWEEN_DIGITS.sub("", text).upper()
    if len(signs) == ISBN10_LENGTH:
        return _from_isbn10(signs)
    if len(signs) not in GTIN_LENGTHS or not (signs.isascii() and signs.isdigit()):
        return ""
    return signs if signs[-1] == check_digit(signs[:-1]) and signs.strip("0") else ""


def gtin_in(text: str) -> str:
    """The number whose digits stand in *text* among other signs, as ``gtin`` gives it.

    >>> gtin_in("EAN 400.6381.333931"), gtin_in("EAN 13")
    ('4006381333931', '')
    """
    return gtin(_NO_SIGNS.sub("", text))


def gtin_kind(digits: str) -> str:
    """gtin8, gtin12, gtin13, gtin14 or isbn, by what ``gtin`` gave; empty for nothing.

    >>> gtin_kind("4006381333931"), gtin_kind("9780306406157"), gtin_kind("")
    ('gtin13', 'isbn', '')
    """
    if len(digits) == BOOK_LENGTH and digits.startswith(BOOK_PREFIXES):
        return "isbn"
    return f"gtin{len(digits)}" if digits else ""


def gtin14(text: str) -> str:
    """The number that *text* is as 14 digits, if it can name one product in all shops.

    Numbers that every shop may give to anything, and those that somebody made up, cannot.

    >>> gtin14("4006381333931"), gtin14("0-306-40615-2"), gtin14("2000000000008")
    ('04006381333931', '09780306406157', '')
    """
    digits = gtin(text)
    if not digits or made_up(_BETWEEN_DIGITS.sub("", text)) or _circulates(digits):
        return ""
    return digits.zfill(14)


def made_up(signs: str) -> bool:
    """Whether *signs* are one sign over and over, or digits that simply count up."""
    return len(set(signs)) == 1 or (signs.isdigit() and _counts_up(signs))


def _counts_up(digits: str) -> bool:
    """Whether *digits*, but for the last, which may be a check digit, count up."""
    return len(digits) >= min(GTIN_LENGTHS) and digits[:-1] in "01234567890123456789"


def looks_like_code(text: str) -> bool:
    """Whether *text* can be a product code at all.

    >>> looks_like_code("DMC-LX3S"), looks_like_code("In stock"), looks_like_code("SX130 IS")
    (True, False, True)
    """
    return bool(CODE.match(text)) and text.count(" ") < MAX_CODE_WORDS


def _circulates(digits: str) -> bool:
    """Whether a number is of those that every shop may give to anything."""
    if len(digits) == min(GTIN_LENGTHS):
        return digits.startswith(CIRCULATING_SHORT)
    whole = digits.zfill(14)
    return whole.startswith("0") and whole[1:].startswith(CIRCULATING_PREFIXES)


def _from_isbn10(signs: str) -> str:
    if not _ISBN10.fullmatch(signs):
        return ""
    values = [10 if sign == "X" else int(sign) for sign in signs]
    if sum((10 - place) * value for place, value in enumerate(values)) % 11:
        return ""
    body = f"978{signs[:-1]}"
    return body + check_digit(body)


def check_digit(body: str) -> str:
    """The GS1 check digit behind *body*: every other digit counts three times, from the end."""
    digits = list(map(int, body))
    return str(-(3 * sum(digits[::-2]) + sum(digits[-2::-2])) % 10)
