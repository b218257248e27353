"""Words and characters: collapsing and comparing."""

import re
import unicodedata
from functools import lru_cache

try:
    from specdex._native import lowered as _lowered_natively
except ImportError:  # nothing was compiled
    _lowered_natively = None

__all__ = [
    "HUMPS",
    "collapse",
    "folded",
    "letters_and_digits",
    "lowered",
    "unmarked",
    "whole",
    "words",
]

HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Where a new word begins in a name such as ``productPrice``."""
_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_NO_WORD = re.compile(r"[\W_]+")
_NO_ASCII_WORD = bytes(code for code in range(128) if _NO_WORD.match(chr(code)))
"""The same of ASCII, which is dropped sooner without a pattern."""
_ASCII_WORDS = bytes(
    ord(chr(code).lower()) if chr(code).isalnum() else ord(" ") for code in range(128)
) + bytes(128)
"""The same as lower case and blanks, between which words are told apart sooner."""
_UNSEEN = dict.fromkeys(
    (
        *(0xAD, 0x61C, 0x180E, 0xFEFF),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        *range(0xD800, 0xE000),
    )
)
"""Soft hyphens, marks of direction and joining, surrogates."""
_GROWING = "\u0130"
"""The only letter that grows in lower case."""


def collapse(text: str) -> str:
    """*text* with every run of white space made one blank, none at the ends.

    >>> collapse("  5.3  x 4.2 ")
    '5.3 x 4.2'
    """
    return " ".join(text.split())


def whole(text: str) -> str:
    r"""*text* with halves of a character joined where they stand together, and marked where not.

    >>> whole("\ud83d\ude00 \ud83d") == "\U0001f600 \ufffd"
    True
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def letters_and_digits(text: str) -> str:
    """*text* as it is compared: NFKC, lower case, letters and digits only.

    >>> letters_and_digits("Weight (kg):")
    'weightkg'
    """
    if text.isascii():
        return text.lower().encode().translate(None, _NO_ASCII_WORD).decode()
    return _NO_WORD.sub("", unicodedata.normalize("NFKC", text).lower())


@lru_cache(maxsize=65536)
def folded(text: str) -> str:
    """*text* as names are compared: no accents, lower case, letters and digits only.

    >>> folded("Référence :")
    'reference'
    """
    apart = unicodedata.normalize("NFKD", text)
    return letters_and_digits("".join(sign for sign in apart if not unicodedata.combining(sign)))


def lowered(text: str) -> str:
    """*text* in lower case, every character where it was.

    >>> lowered("Größe: 5 ÄÖÜ"), lowered("ÇİN")
    ('größe: 5 äöü', 'çin')
    """
    if _lowered_natively is not None and not text.isascii():
        found: str | None = _lowered_natively(text)
        if found is not None:
            return found
    low = text.lower()
    return low if len(low) == len(text) else text.replace(_GROWING, "I").lower()


def unmarked(text: str) -> str:
    r"""*text* without what shows nothing: bidi and zero-width marks, halves of characters.

    >>> unmarked("2\u200b kg\u202c\ud83d")
    '2 kg'
    """
    return text if text.isascii() else text.translate(_UNSEEN)


def words(text: str) -> list[str]:
    """The words of *text* in lower case.

    >>> words("USB-C, 2 ports")
    ['usb', 'c', '2', 'ports']
    """
    if text.isascii():
        return text.encode().translate(_ASCII_WORDS).decode().split()
    return _WORD.findall(text.lower())
