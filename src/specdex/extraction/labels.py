"""Telling a label from a value, and parting ``label: value`` written in one text.

Compiled where possible (``labels_compiled``): plain loops, since those compile well.
"""

from specdex.extraction.vocabulary import (
    COLONS,
    DASHED,
    MAX_NAME,
    MAX_NAME_WORDS,
    SENTENCE_END,
    SEPARATORS,
)

__all__ = [
    "clean_name",
    "clean_value",
    "ends_like_label",
    "has_colon",
    "is_label",
    "may_be_dashed",
    "part_label",
    "parting",
]

MIN_SENTENCE = 24
"""A shorter text may end like a sentence and still be a label: "Min. temp."."""


def clean_name(text: str) -> str:
    """A label as it is named: without its colon, bullet or leader.

    >>> clean_name("• Weight (kg) :")
    'Weight (kg)'
    """
    return text.strip(SEPARATORS).rstrip(".") if text.endswith("...") else text.strip(SEPARATORS)


def clean_value(text: str) -> str:
    """A value without the colon or blank that parts it from its label.

    >>> clean_value(": 9780316125581")
    '9780316125581'
    """
    text = text.strip().rstrip("| ")
    while text.startswith(COLONS):
        text = text[1:].lstrip()
    return text


def ends_like_label(text: str) -> bool:
    """Whether *text* ends with a colon, as labels do."""
    return text.rstrip().endswith(COLONS)


def has_colon(text: str) -> bool:
    """Whether any colon stands in *text*."""
    return ":" in text or "\uff1a" in text or "\ufe55" in text


def is_label(text: str) -> bool:
    """Whether *text* can be a label at all: short, with a letter, not a sentence.

    >>> is_label("Max. resolution"), is_label("We ship to all countries of the world today.")
    (True, False)
    """
    name = clean_name(text)
    if not name or len(name) > MAX_NAME or not _has_letter(name):
        return False
    if len(name) > MIN_SENTENCE and name.endswith(SENTENCE_END):
        return False
    return name.count(" ") < MAX_NAME_WORDS


def _has_letter(name: str) -> bool:
    for character in name:  # noqa: SIM110 - a loop compiles well
        if character.isalpha():
            return True
    return False


def part_label(text: str, dashes: bool = False) -> tuple[str, str] | None:  # noqa: FBT001, FBT002 - compiled
    r"""The label and the value of ``label: value``, or with *dashes* of ``label -- value``.

    >>> part_label("Aspect ratio: 16:9")
    ('Aspect ratio', '16:9')
    >>> part_label("16:9") is None
    True
    >>> part_label("Weight \u2013 2 kg", dashes=True)
    ('Weight', '2 kg')
    """
    begin = end = -1
    if has_colon(text):
        begin, end = parting(text)
    if begin < 0 and dashes and may_be_dashed(text):
        match = DASHED.search(text, 1)
        begin, end = match.span() if match is not None else (-1, -1)
    if begin < 0:
        return None
    label, value = clean_name(text[:begin]), clean_value(text[end:])
    if not value or not is_label(label):
        return None
    return label, value


def may_be_dashed(text: str) -> bool:
    """Whether a dash stands behind a blank, or anything else that may part a label from a value.

    No more than that: it is found sooner than the dash that does part them.
    """
    if "...." in text or "\t" in text:
        return True
    for at in range(2, len(text)):  # noqa: SIM110 - a loop compiles well
        if text[at] in "-\u2013\u2014\u2012|=\u2026" and text[at - 1].isspace():
            return True
    return False


def parting(text: str) -> tuple[int, int]:
    """Where the colon that parts a label from its value begins and ends, blanks around it included.

    It is not the first character, nor the colon of a time, a ratio or a URL; -1 where none is.

    >>> parting("Ratio 16:9 : wide"), parting("16:9"), parting("Type:C")
    ((10, 13), (-1, -1), (4, 5))
    """
    size = len(text)
    for at in range(1, size):
        character = text[at]
        if character not in ":\uff1a\ufe55":
            continue
        begin, end = at, at + 1
        while begin > 1 and text[begin - 1].isspace():
            begin -= 1
        while end < size and text[end].isspace():
            end += 1
        if end > at + 1 or character == "\uff1a":
            return begin, end
        if character == ":" and (begin < at or _parts(text, at)):
            return begin, end
    return -1, -1


def _parts(text: str, at: int) -> bool:
    """Whether a colon without blanks around it parts: no digit, slash or colon follows."""
    if at + 1 == len(text) or text[at - 1].isspace():
        return False
    following = text[at + 1]
    return not following.isdecimal() and following not in "/:"
