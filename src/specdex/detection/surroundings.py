"""What stands around a region: classes, ids and the text above, remembered as sites repeat them."""

import re

from specdex.lexicon import grouped
from specdex.text import words

__all__ = [
    "ALIEN",
    "ALIEN_WORDS",
    "SPEC",
    "SPEC_WORDS",
    "Above",
    "ClassWords",
    "above_of",
    "class_words",
    "lowered",
]

NEAR_LINES = 3
"""How many lines above an element are near."""
SPEC, ALIEN = 1, 2
"""What words speak of, in bits."""
REMEMBERED = 4096
"""Words above elements that are remembered, and classes."""
CLASS_WORD, LOW_CLASS_WORD = re.compile(r"[^\W\d_]{3,20}"), re.compile(r"[a-z]{3,20}")
"""A word of a class or an id; the second finds the same in ASCII in lower case, sooner."""
SPEC_WORDS = re.compile(grouped("specifications.headings"), re.IGNORECASE)
ALIEN_WORDS = re.compile(grouped("specifications.other_headings"), re.IGNORECASE)
SPEC_CLASSES = re.compile(grouped("specifications.class_pieces"), re.IGNORECASE)
ALIEN_CLASSES = re.compile(grouped("specifications.other_class_pieces"), re.IGNORECASE)
_HEADS: dict[str, int] = {}
_LINES: dict[str, "Above"] = {}


def lowered(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """*pattern*, which is of any case and written in lower case, for ASCII in lower case alone.

    It finds the same there, much sooner. Of the letters that such patterns are written with, only
    the dotless i has a twin in ASCII.

    >>> lowered(re.compile("hay\u0131r", re.IGNORECASE)).match("hayir") is not None
    True
    """
    text = pattern.pattern.replace("\u0131", "[\u0131i]")
    return re.compile(text, pattern.flags & ~re.IGNORECASE)


LOW_SPEC_WORDS, LOW_ALIEN_WORDS = lowered(SPEC_WORDS), lowered(ALIEN_WORDS)
LOW_SPEC_CLASSES, LOW_ALIEN_CLASSES = lowered(SPEC_CLASSES), lowered(ALIEN_CLASSES)


class ClassWords:
    """What the classes and the id of one element say."""

    __slots__ = ("alien", "spec", "words")

    def __init__(self, words: list[str], spec: int, alien: int) -> None:
        self.words = words
        self.spec = spec
        self.alien = alien


_CLASSES: dict[str, ClassWords] = {}


def class_words(classes: str) -> ClassWords:
    """What the classes and the id of an element, in one text, say."""
    known = _CLASSES.get(classes)
    if known is None:
        if len(_CLASSES) >= REMEMBERED:
            _CLASSES.clear()
        known = _CLASSES[classes] = _class_words(classes)
    return known


def _class_words(classes: str) -> ClassWords:
    low = classes.lower()
    word, spec, alien, text = CLASS_WORD, SPEC_CLASSES, ALIEN_CLASSES, classes
    if classes.isascii():
        word, spec, alien, text = LOW_CLASS_WORD, LOW_SPEC_CLASSES, LOW_ALIEN_CLASSES, low
    return ClassWords(word.findall(low), len(spec.findall(text)), len(alien.findall(text)))


class Above:
    """What the text above an element says: the words of its last lines, and what all speak of."""

    __slots__ = ("headed", "words")

    def __init__(self, near: tuple[str, ...], headed: int) -> None:
        self.words = near
        self.headed = headed


def above_of(text: str) -> Above:
    """What a text above an element says."""
    near: tuple[str, ...] = ()
    headed, lines = 0, text.split("\n")
    first = max(1, len(lines) - NEAR_LINES)  # the first line may be cut, and is never near
    for at in range(len(lines)):
        said = _line(lines[at])
        headed |= said.headed
        if at >= first:
            near += said.words
    return Above(near, headed)


def _line(text: str) -> Above:
    """What one line says, remembered: the elements below it share it, and pages of a site."""
    known = _LINES.get(text)
    if known is None:
        if len(_LINES) >= REMEMBERED:
            _LINES.clear()
        said, headed = words(text), 0
        for word in said:
            headed |= heads(word)
        known = _LINES[text] = Above(tuple(said), headed)
    return known


def heads(word: str) -> int:
    """Whether *word*, in lower case, stands over specifications, and over something else."""
    known = _HEADS.get(word)
    if known is None:
        if len(_HEADS) >= REMEMBERED:
            _HEADS.clear()
        spec, alien = SPEC_WORDS, ALIEN_WORDS
        if word.isascii():
            spec, alien = LOW_SPEC_WORDS, LOW_ALIEN_WORDS
        known = SPEC * (spec.search(word) is not None) + ALIEN * (alien.search(word) is not None)
        _HEADS[word] = known
    return known
