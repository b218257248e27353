"""Telling a label from a value, and parting ``label: value`` written in one text."""

import re

from specdex.lexicon import phrases

__all__ = [
    "COLONS",
    "MAX_DASHED",
    "MAX_NAME",
    "MAX_NAME_WORDS",
    "MAX_VALUE",
    "SEPARATORS",
    "clean_name",
    "clean_value",
    "ends_like_label",
    "has_colon",
    "has_letter",
    "is_label",
    "is_parted",
    "label_of",
    "may_be_dashed",
    "part_dashed",
    "part_label",
    "parting",
    "unrepeated",
    "without_marks",
]

MAX_NAME = 80
"""A label longer than this is a sentence."""
MAX_NAME_WORDS = 12
"""So is one of more words than this."""
MAX_DASHED = 40
"""Before a dash stands a longer text only in prose."""
MAX_VALUE = 20_000
"""A value longer than this is a chapter."""
SENTENCE_END = phrases("signs.sentence_ends")
COLONS = phrases("signs.colons")
SEPARATORS = "".join(phrases("signs.around_labels"))
LONGEST, MOST_WORDS, CLINGING = MAX_NAME, MAX_NAME_WORDS, SEPARATORS  # with types where compiled
DASHED = re.compile(r"\s+[-\u2013\u2014\u2012|=\u2026]+\s+|\s*\.{4,}\s*|\t")
"""A dash between blanks, or a dotted leader, that parts a label from its value."""
MARKS = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
"""What directs or breaks text and is not seen; joiners stay, since they make letters."""
MIN_TIGHT = 4
"""A label so long may have a colon and a digit right behind it: "Weight:2 kg", but not "v:2"."""
MIN_SENTENCE = 24
"""A shorter text may end like a sentence and still be a label: "Min. temp."."""


def without_marks(text: str) -> str:
    r"""*text* without marks that nobody sees: those of direction, of no width, soft hyphens.

    >>> without_marks("\u200eBrand\u200b"), without_marks("Borea")
    ('Brand', 'Borea')
    """
    return text if text.isascii() or MARKS.search(text) is None else MARKS.sub("", text)


def unrepeated(name: str, value: str, opening: str) -> str:
    """*value* without its *opening*, where that only says the *name* again, perhaps with a colon.

    >>> unrepeated("Weight", "Weight 2 kg", "Weight"), unrepeated("Wi-Fi", "Wi-Fi 6", "Wi-Fi 6")
    ('2 kg', 'Wi-Fi 6')
    >>> unrepeated("Weight", "Weight: 2 kg", "Weight: 2 kg")
    '2 kg'
    """
    at = len(opening)
    if at >= len(name) and len(value) > at and clean_name(opening) == name:
        return clean_value(value[at:]) if value.startswith(opening) else value
    rest = value[len(name) :].lstrip() if value.startswith(name) else ""
    if rest[:1] in COLONS and rest[1:].strip() and not is_parted(rest[1:]):
        return clean_value(rest[1:])
    return value


def clean_name(text: str) -> str:
    """A label as it is named: without its colon, bullet or leader.

    >>> clean_name("• Weight (kg) :")
    'Weight (kg)'
    """
    text = without_marks(text)
    name = _without_separators(text)
    return name.rstrip(".") if text.endswith("...") else name


def _without_separators(text: str) -> str:
    """*text* stripped of what may cling to a label; most labels have nothing of it."""
    begin, end = 0, len(text)
    while begin < end and text[begin] in CLINGING:
        begin += 1
    while end > begin and text[end - 1] in CLINGING:
        end -= 1
    return text if end - begin == len(text) else text[begin:end]


def clean_value(text: str) -> str:
    """A value without the colon or blank that parts it from its label.

    >>> clean_value(": 9780316125581")
    '9780316125581'
    """
    text = without_marks(text)
    begin, end = 0, len(text)
    while end and text[end - 1].isspace():
        end -= 1
    while end and text[end - 1] in "| ":
        end -= 1
    while begin < end and (text[begin].isspace() or text[begin] in ":\uff1a\ufe55"):
        begin += 1
    return text if end - begin == len(text) else text[begin:end]


def ends_like_label(text: str) -> bool:
    """Whether *text* ends with a colon, as labels do."""
    end = len(text)
    while end and text[end - 1].isspace():
        end -= 1
    return end > 0 and text[end - 1] in ":\uff1a\ufe55"


def has_colon(text: str) -> bool:
    """Whether any colon stands in *text*."""
    return ":" in text or "\uff1a" in text or "\ufe55" in text


def is_label(text: str) -> bool:
    """Whether *text* can be a label at all: short, with a letter, not a sentence.

    >>> is_label("Max. resolution"), is_label("We ship to all countries of the world today.")
    (True, False)
    """
    return _can_name(clean_name(text))


def label_of(text: str) -> str:
    """The name that *text* is as a label; empty where it can be none.

    >>> label_of("Weight:"), label_of("16:9")
    ('Weight', '')
    """
    name = clean_name(text)
    return name if _can_name(name) else ""


def _can_name(name: str) -> bool:
    if not name or len(name) > LONGEST or not has_letter(name):
        return False
    if len(name) > MIN_SENTENCE and name.endswith(SENTENCE_END):
        return False
    return len(name) <= MOST_WORDS or name.count(" ") < MOST_WORDS


def has_letter(name: str) -> bool:
    """Whether any letter stands in *name*."""
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
    begin, end = parting(text) if has_colon(text) else (-1, -1)
    if begin >= 0:
        return _couple(text, begin, end)
    return part_dashed(text) if dashes else None


def part_dashed(text: str) -> tuple[str, str] | None:
    """The label and the value of a text that a dash parts, where no colon does."""
    if not may_be_dashed(text, 0, len(text)):
        return None
    match = DASHED.search(text, 1)
    return None if match is None else _couple(text, match.start(), match.end())


def _couple(text: str, begin: int, end: int) -> tuple[str, str] | None:
    """What stands before *begin* and from *end* on, where they can be a label and its value."""
    label, value = clean_name(text[:begin]), clean_value(text[end:])
    return (label, value) if value and is_label(label) else None


def may_be_dashed(text: str, begin: int, end: int) -> bool:
    """Whether a dash stands behind a blank, or anything else that may part a label from a value.

    Of *text* from *begin* up to *end*. No more than that: it is found sooner than the dash that
    does part them.
    """
    dotted = False
    for at in range(begin, end):
        character = text[at]
        if character in "-\u2013\u2014\u2012|=\u2026":
            if at > begin + 1 and text[at - 1].isspace():
                return True
        elif character in ".\t":
            dotted = True
    return dotted and (text.find("....", begin, end) >= 0 or text.find("\t", begin, end) >= 0)


def is_parted(text: str, ending: bool = False) -> bool:  # noqa: FBT001, FBT002 - compiled
    """Whether a colon parts *text*, be it into a label and a value or not."""
    return has_colon(text) and parting(text, ending)[0] >= 0


def parting(text: str, ending: bool = False) -> tuple[int, int]:  # noqa: FBT001, FBT002 - compiled
    """Where the colon that parts a label from its value begins and ends, blanks around it included.

    It is not the first character, nor the colon of a time, a ratio or a URL, nor one that ends the
    text unless *ending* allows that; -1 where none is.

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
        if character == ":" and (begin < at or _parts(text, at) or (ending and end == size)):
            return begin, end
    return -1, -1


def _parts(text: str, at: int) -> bool:
    """Whether a colon without blanks around it parts: no slash or colon follows, digits seldom."""
    if at + 1 == len(text) or text[at - 1].isspace():
        return False
    following = text[at + 1]
    if following.isdecimal():
        return at >= MIN_TIGHT and text[at - 1].isalpha()
    return following not in "/:"
