"""How alike are two names of attributes?"""

import re
import unicodedata
from functools import lru_cache

from rapidfuzz import fuzz

from specdex import lexicon
from specdex.text import HUMPS, words

__all__ = ["name_words", "normal_name", "opposed", "similarity"]

CONTRASTS = tuple(map(frozenset, lexicon.table("labels.contrasts").values()))
"""Groups of words: a name that has one of a group says something else than a name that has none of
it. *min* and *max*, *width* and *height* differ by one word and by everything."""
FILLERS = lexicon.words("labels.fillers")
"""Words that do not change what a name means."""

_IN_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
MAX_UNIT = 5
"""What stands in brackets and is this short is a unit, not a part of the name."""


def normal_name(printed: str) -> str:
    """*printed* as names are compared: lower case, no accents, brackets with units or fillers.

    >>> normal_name("Höhe (mm):"), normal_name("screenSize"), normal_name("Weight (with stand)")
    ('hohe', 'screen size', 'weight with stand')
    """
    return _normal_name(printed)


def name_words(name: str) -> frozenset[str]:
    """The words of a normal name."""
    return frozenset(name.split())


def similarity(one: str, other: str) -> float:
    """How alike two normal names are, from 0 to 1; 0 where a word or a number tells them apart.

    >>> similarity("max weight", "min weight"), similarity("usb 2 ports", "usb 3 ports")
    (0.0, 0.0)
    """
    if one == other:
        return 1.0
    if not one or not other or _marks(one) != _marks(other):
        return 0.0
    whole = fuzz.ratio(one.replace(" ", ""), other.replace(" ", ""))
    return max(whole, fuzz.token_sort_ratio(one, other)) / 100


def opposed(one: str, other: str) -> bool:
    """Whether two normal names speak of one thing and contrast in it: *with* and *without*.

    >>> opposed("width with stand", "width without stand"), opposed("max weight", "peso massimo")
    (True, False)
    """
    mine, theirs = _marks(one), _marks(other)
    return not mine.isdisjoint(theirs) and bool(mine - theirs) and bool(theirs - mine)


@lru_cache(maxsize=65536)
def _normal_name(printed: str) -> str:
    text = HUMPS.sub(" ", unicodedata.normalize("NFKC", printed))
    text = _IN_BRACKETS.sub(_unless_unit, text)
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(sign for sign in apart if not unicodedata.combining(sign))
    said = words(unicodedata.normalize("NFKC", plain))
    return " ".join([word for word in said if word not in FILLERS] or said)


def _unless_unit(match: re.Match[str]) -> str:
    inside = match.group(1) or match.group(2) or ""
    return f" {inside} " if len(inside) > MAX_UNIT else " "


@lru_cache(maxsize=65536)
def _marks(name: str) -> frozenset[str]:
    """What tells *name* apart from all names without it: its numbers and words of contrast."""
    said = name_words(name)
    contrasts = {str(place) for place, group in enumerate(CONTRASTS) if said & group}
    numbers = {f"#{word}" for word in said if any(sign.isdigit() for sign in word)}
    return frozenset(contrasts | numbers)
