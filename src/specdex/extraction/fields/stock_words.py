"""What words say of the stock: that something is left, that nothing is, or how much."""

import re

from specdex.extraction.fields.words import Phrases
from specdex.lexicon import meanings, phrases, words

__all__ = [
    "ABSENCE",
    "ALONE",
    "AROUND",
    "IN",
    "MAX_LINE",
    "NEARLY",
    "NOTICES",
    "OUT",
    "PRESENCE",
    "SAID",
    "is_state",
    "of_kind",
    "stock_word",
]

IN, OUT = "InStock", "OutOfStock"
MAX_LINE = 140
"""Characters of a line that may say it."""
AROUND = (
    " \t.,:;!?*|()[]-\u2013\u2014\u2022\u00b7\u25cf\u2716\u2715\u00d7\u2717\u26a0\u2018\u2019'\""
)
"""What may stand around a line of its own."""
_STATES = meanings("buying.states")
ALONE = words("buying.absent_lines")
"""What says that nothing is left where it is all of a line."""
ABSENCE = words("buying.out_of_stock") | ALONE
PRESENCE, NOTICES = words("buying.in_stock"), words("buying.notices")
NEARLY = words("buying.nearly_gone")
SAID = Phrases(sorted(ABSENCE | PRESENCE | NOTICES | NEARLY))
"""All of them."""
_LEFT = Phrases(phrases("buying.few_left"))
_COUNT = re.compile(r"\s*[>+]?\s*(\d{1,5})\+?(?:\s*\(?[^\W\d_]{0,6}\.?\)?)?\s*$")
"""So many pieces."""
_NUMBER = re.compile(r"\d+")


def stock_word(text: str) -> str:
    """InStock, OutOfStock or nothing for a value of schema.org's availability.

    >>> stock_word("http://schema.org/SoldOut"), stock_word("In stock"), stock_word("Only 2 left")
    ('OutOfStock', 'InStock', 'InStock')
    """
    word = text.strip().rstrip("/").rpartition("/")[2].lower()
    found = _STATES.get(word) or _STATES.get(text.strip().lower())
    if found:
        return found
    plain = text.lower()[:MAX_LINE]
    if count := _COUNT.match(plain):
        return IN if int(count[1]) else OUT
    said, bare = SAID.within(plain), plain.strip(AROUND)
    if of_kind(NEARLY, said):
        return IN
    gone = [phrase for phrase in of_kind(ABSENCE, said) if phrase not in ALONE or phrase == bare]
    if gone or of_kind(NOTICES, said):
        return OUT
    return IN if of_kind(PRESENCE, said) or _counts_left(plain) else ""


def is_state(text: str) -> bool:
    """Whether *text* is a state of the stock, or a number of pieces, and nothing else.

    >>> is_state("yes"), is_state("12 pcs"), is_state("Delivered on Friday")
    (True, True, False)
    """
    plain = text.strip().lower()
    return plain in _STATES or _COUNT.match(plain) is not None


def of_kind(kind: frozenset[str], said: list[str]) -> list[str]:
    """Those of the phrases *said* that are of a *kind*."""
    return [phrase for phrase in said if phrase in kind]


def _counts_left(plain: str) -> bool:
    """Whether *plain* says how many pieces are left, and some are."""
    number = _NUMBER.search(plain)
    return number is not None and int(number[0]) > 0 and bool(_LEFT.within(plain))
