"""Global trade item numbers: their check digits and kinds."""

__all__ = ["gtin_digits", "gtin_form", "gtin_kind"]

_KINDS = {8: "gtin8", 12: "gtin12", 13: "gtin13", 14: "gtin14"}
_BOOK_PREFIXES = ("978", "979")
_ISBN10 = 10
_ISBN13 = 13
_ISBN10_DIVISOR = 11


def gtin_digits(text: str) -> str:
    """The letters and digits of *text* that can be part of a number: digits and a final X.

    >>> gtin_digits("978-0-306-40615-7")
    '9780306406157'
    """
    kept = "".join(character for character in text if character in "0123456789Xx")
    return kept.upper()


def gtin_form(text: str) -> str:
    """The number that *text* gives, an old ISBN as the thirteen digits it became; empty if none.

    >>> gtin_form("0-306-40615-2"), gtin_form("4006381333931"), gtin_form("12345")
    ('9780306406157', '4006381333931', '')
    """
    digits = gtin_digits(text)
    kind = gtin_kind(digits)
    if len(digits) == _ISBN10 and kind:
        digits = _BOOK_PREFIXES[0] + digits[:-1]
        digits += str((10 - _weighted(digits) % 10) % 10)
    return digits if kind else ""


def gtin_kind(text: str) -> str:
    """gtin8, gtin12, gtin13, gtin14 or isbn; empty where *text* is no valid number.

    >>> gtin_kind("4006381333931"), gtin_kind("0-306-40615-2"), gtin_kind("4006381333932")
    ('gtin13', 'isbn', '')
    """
    digits = gtin_digits(text)
    if len(digits) == _ISBN10:
        return "isbn" if _isbn10(digits) else ""
    if len(digits) not in _KINDS or not digits.isdigit() or not digits.strip("0"):
        return ""
    if (10 - _weighted(digits[:-1]) % 10) % 10 != int(digits[-1]):
        return ""
    book = len(digits) == _ISBN13 and digits.startswith(_BOOK_PREFIXES)
    return "isbn" if book else _KINDS[len(digits)]


def _weighted(digits: str) -> int:
    """The sum of *digits*, every other one three times, beginning at the end."""
    return sum(int(d) * (1 if place % 2 else 3) for place, d in enumerate(reversed(digits)))


def _isbn10(digits: str) -> bool:
    if "X" in digits[:-1]:
        return False
    values = [10 if digit == "X" else int(digit) for digit in digits]
    return sum((10 - place) * value for place, value in enumerate(values)) % _ISBN10_DIVISOR == 0
