"""What product codes look like: check digits and shapes."""

import re

__all__ = ["canonical_gtin", "gtin_of", "is_gtin", "looks_like_code"]

GTIN_LENGTHS = frozenset({8, 12, 13, 14})
ISBN10 = 10
CODE = re.compile(r"^(?=.*\d)[A-Za-z0-9][A-Za-z0-9 ./_#+\-]{1,38}[A-Za-z0-9+]$|^\d{3,14}$")
"""A digit at least, no sentence: model numbers, part numbers, stock numbers."""
MAX_WORDS = 4


def gtin_of(text: str) -> str:
    """The digits of the GTIN or ISBN that *text* is; empty where its check digit is wrong.

    >>> gtin_of("978-0-306-40615-7"), gtin_of("978-0-306-40615-8")
    ('9780306406157', '')
    """
    digits = re.sub(r"[\s\-]", "", text)
    if len(digits) == ISBN10 and digits[:9].isdigit() and digits[9] in "0123456789xX":
        total = sum(
            (10 - at) * (10 if each in "xX" else int(each)) for at, each in enumerate(digits)
        )
        return digits.upper() if total % 11 == 0 else ""
    if not digits.isascii() or not digits.isdigit() or len(digits) not in GTIN_LENGTHS:
        return ""
    weighted = (int(each) * (3 if at % 2 else 1) for at, each in enumerate(reversed(digits)))
    return digits if sum(weighted) % 10 == 0 and int(digits) else ""


def canonical_gtin(text: str) -> str:
    """A GTIN as it is compared: ISBN-10 as ISBN-13, no leading zeros; empty where it is none.

    >>> canonical_gtin("0-306-40615-2"), canonical_gtin("00013803127386")
    ('9780306406157', '13803127386')
    """
    digits = gtin_of(text)
    if len(digits) == ISBN10:
        body = f"978{digits[:9]}"
        total = sum(int(each) * (3 if at % 2 else 1) for at, each in enumerate(body))
        digits = f"{body}{-total % 10}"
    return digits.lstrip("0")


def is_gtin(text: str) -> bool:
    """Whether *text* is a GTIN, UPC, EAN or ISBN with the right check digit."""
    return bool(gtin_of(text))


def looks_like_code(text: str) -> bool:
    """Whether *text* can be a product code at all.

    >>> looks_like_code("DMC-LX3S"), looks_like_code("In stock"), looks_like_code("SX130 IS")
    (True, False, True)
    """
    return bool(CODE.match(text)) and text.count(" ") < MAX_WORDS
