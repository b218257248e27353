"""How alike are two names of attributes?"""

import re
import unicodedata
from functools import lru_cache

from specdex import lexicon
from specdex.text import HUMPS, words

__all__ = ["concepts", "marks", "normal_name", "opposed"]

CONTRASTS = {
    word: group for group, each in lexicon.table("labels.contrasts").items() for word in each
}
"""Words that make another name of one: *min* and *max*, *width* and *height* differ by one word and
by everything."""
GROUPS = frozenset(CONTRASTS.values())
OPPOSITES = tuple(map(frozenset, lexicon.table("labels.opposites").values()))
CONCEPTS = {
    word: concept for concept, each in lexicon.table("concepts.attributes").items() for word in each
} | CONTRASTS
"""What words of names mean, whatever their language."""
FILLERS = lexicon.words("labels.fillers")
"""Words that do not change what a name means."""
MIN_PART = 3
"""Signs that a part of a word has, if it is one."""
MAX_NAME = 200
"""Of a longer name only the beginning counts."""

_IN_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
MAX_UNIT = 5
"""What stands in brackets and is this short is a unit, not a part of the name."""


@lru_cache(maxsize=65536)
def normal_name(printed: str) -> str:
    """*printed* as names are compared: lower case, no accents, brackets with units or fillers.

    >>> normal_name("Höhe (mm):"), normal_name("screenSize"), normal_name("Weight (with stand)")
    ('hohe', 'screen size', 'weight with stand')
    """
    text = HUMPS.sub(" ", unicodedata.normalize("NFKC", printed[:MAX_NAME]))
    text = _IN_BRACKETS.sub(_unless_unit, text)
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(sign for sign in apart if not unicodedata.combining(sign))
    said = words(unicodedata.normalize("NFKC", plain))
    return " ".join([word for word in said if word not in FILLERS] or said)


def concepts(name: str) -> frozenset[str]:
    """What the words of a normal name mean, the same in all languages we know.

    >>> concepts("larghezza con supporto") == concepts("width with stand")
    True
    """
    return frozenset(concept for word in name.split() for concept in _meant(word))


@lru_cache(maxsize=65536)
def _meant(word: str) -> tuple[str, ...]:
    """What *word* means; of one that is put together of two that we know, what both do.

    >>> _meant("displayauflosung"), _meant("weight")
    (('screen', 'resolution'), ('weight',))
    """
    if word in CONCEPTS or len(word) < 2 * MIN_PART:
        return (CONCEPTS.get(word, word),)
    for end in range(MIN_PART, len(word) - MIN_PART + 1):
        behind = word[end:] if word[end:] in CONCEPTS else word[end:].removeprefix("s")
        if word[:end] in CONCEPTS and behind in CONCEPTS and len(behind) >= MIN_PART:
            return CONCEPTS[word[:end]], CONCEPTS[behind]
    return (word,)


def marks(name: str) -> frozenset[str]:
    """What tells a normal *name* apart from all names without it: numbers and contrasts."""
    said = name.split()
    contrasts = {each for word in said for each in _meant(word) if each in GROUPS}
    return frozenset(contrasts | {f"#{word}" for word in said if not word.isalpha()})


def opposed(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the marks of two names exclude each other: *with* and *without*.

    >>> opposed(marks("width with stand"), marks("width without stand"))
    True
    >>> opposed(marks("max weight"), marks("peso massimo"))
    False
    """
    return any(
        one & group and other & group and one.isdisjoint(other & group) for group in OPPOSITES
    )


def _unless_unit(match: re.Match[str]) -> str:
    inside = match.group(1) or match.group(2) or ""
    return f" {inside} " if len(inside) > MAX_UNIT else " "
