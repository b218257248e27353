"""Telling a label from a value, and parting ``label: value`` written in one text."""

from specdex.extraction.vocabulary import (
    COLON,
    COLONS,
    DASHED,
    DASHES,
    MAX_NAME,
    MAX_NAME_WORDS,
    SENTENCE_END,
    SEPARATORS,
)

__all__ = ["clean_name", "clean_value", "ends_like_label", "has_colon", "is_label", "part_label"]

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
    if not name or len(name) > MAX_NAME or not any(map(str.isalpha, name)):
        return False
    if len(name) > MIN_SENTENCE and name.endswith(SENTENCE_END):
        return False
    return name.count(" ") < MAX_NAME_WORDS


def part_label(text: str, *, dashes: bool = False) -> tuple[str, str] | None:
    r"""The label and the value of ``label: value``, or with *dashes* of ``label -- value``.

    >>> part_label("Aspect ratio: 16:9")
    ('Aspect ratio', '16:9')
    >>> part_label("16:9") is None
    True
    >>> part_label("Weight \u2013 2 kg", dashes=True)
    ('Weight', '2 kg')
    """
    match = COLON.search(text, 1) if has_colon(text) else None
    if match is None and dashes and DASHES.search(text):
        match = DASHED.search(text, 1)
    if match is None:
        return None
    label, value = clean_name(text[: match.start()]), clean_value(text[match.end() :])
    if not value or not is_label(label):
        return None
    return label, value
