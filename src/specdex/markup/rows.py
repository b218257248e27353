"""Label-value rows in embedded JSON, told by the shape of what holds them."""

import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

from specdex.labels import label_of, part_label
from specdex.lexicon import phrases
from specdex.markup.trees import Held, Path, Tree, is_unit_key, plain_text, unit_sign
from specdex.money import SIGN_CHARACTERS
from specdex.text import letters_and_digits

__all__ = ["MOMENT", "Row", "believable", "human", "rows_of"]

Seen = Callable[[str], bool]
"""Whether the visible page shows a text."""
MAX_ROWS = 600
MAX_KEYS = 14
"""Keys of the largest thing that is a row."""
GLANCE = 6
"""Things of a list that are read before all are."""
MIN_LISTED = 3
"""Entries of the smallest dict, or list of texts, whose keys are names."""
MOST = 0.8
"""Share of rows that must look like rows."""
SOME = 0.5
"""Share of rows that say anything in the column of values."""
MAX_MEAN = 60
"""Letters of a value on average; longer ones are prose, …"""
MANY_WORDS = 7
"""… and so are values of so many words, …"""
SOME_PROSE = 0.3
"""… where this share of all are."""
MAX_TOLD = 200
"""Letters on average of a column beside them that is prose: somebody says something."""
PAIR = 2
FEW_WORDED = 4
"""One in so many keys of a dict, at least, has a blank or no plain letter: it is for people."""
SEEN, BEHIND, HINTED = 1.0, 0.3, 0.7
"""What it adds to a column that the page shows its texts, that it stands behind the names, that its
key says what it is."""
NAME_KEYS, VALUE_KEYS = phrases("markup.name_keys"), phrases("markup.value_keys")
_MACHINE = re.compile(
    r"(?:[a-z][\w+.-]*:)?//\S+|/\S*|[\w-]+(?:/[\w.%-]+){2,}/?|\S+\.(?:jpe?g|png|webp|svg|gif|html?)"
    r"|[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{16,}|gid:\S+|[a-z0-9+/=]{40,}|#[0-9a-f]{3,8}",
    re.IGNORECASE,
)
"""An address, a file, a hash, a colour."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\S+)?|1\d{9}(?:\d{3})?")
"""When something was said, in one of the forms of programs."""
_NUMBER = re.compile(r"[\d.,]+%?")
_CODE = re.compile(r"(?=\S*\d)[\w./-]{6,}")
_WORDLESS = re.compile(
    r"[a-z0-9]+(?:[_.:-][a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z0-9]+(?:_[A-Z0-9]+)+"
    r"|(?:[A-Z]+[a-z0-9]+){2,}(?:-\d+)?|[a-z]{2}[_-][A-Z]{2}"
)
"""Words of a program."""
_IS_KEY = re.compile(r"[!-%\'-;=-~]*").fullmatch
"""No blank, no letter beyond ASCII, and nothing that HTML would write for one."""
_HIDDEN = ("@", "__", "$")
"""How keys begin that say how a thing is written down."""


class Row(NamedTuple):
    """A name, its value, the heading above both, and the path of the value."""

    name: str
    value: str
    group: str
    path: Path


def human(text: str) -> bool:
    """Whether *text* is written for people: no key, no code, no address.

    >>> [human(text) for text in ("Screen size", "screen_size", "screenSize", "Farbe", "Größe")]
    [True, False, False, True, True]
    """
    if "_" in text or not label_of(text):
        return False
    if " " in text:  # none of the forms has a blank
        return True
    return not ((text.isascii() and text.islower()) or _is_formed(text))


def _is_formed(text: str) -> bool:
    """Whether *text* is a key, an address or a code."""
    return bool(_WORDLESS.fullmatch(text) or _MACHINE.fullmatch(text) or _CODE.fullmatch(text))


def rows_of(tree: Tree, held: Held, seen: Seen) -> list[Row]:
    """The label-value rows that a list or dict is made of; empty where it is none."""
    value = held.value
    if len(value) < PAIR or len(value) > MAX_ROWS:
        return []
    if isinstance(value, dict) and not _is_spoken(value) and not _may_be_table(tree, value):
        return []
    entries = list(tree.items(held))
    inner = [entry for _, entry in entries]
    if all(isinstance(entry.value, dict) and entry.value for entry in inner):
        rows = _table(tree, inner, seen)
    elif isinstance(value, dict):
        rows = _dictionary(tree, entries)
    elif all(isinstance(entry.value, str) for entry in inner):
        rows = _lines(inner)
    else:
        rows = _couples(tree, inner)
    return rows


def _is_spoken(value: dict[str, object]) -> bool:
    """Whether enough keys of a dict may be written for people."""
    return sum(not _IS_KEY(key) for key in value) * FEW_WORDED >= MOST * len(value)


def _may_be_table(tree: Tree, value: dict[str, object]) -> bool:
    """Whether all that a dict holds are, or may refer to, dicts."""
    return tree.refers or all(isinstance(each, dict) for each in value.values())


def believable(rows: Sequence[Row]) -> bool:
    """Whether rows are a specification's: names that differ, values that say something else."""
    if len(rows) < PAIR:
        return False
    names = [letters_and_digits(row.name) for row in rows]
    values = [letters_and_digits(row.value) for row in rows]
    if len(set(names)) < MOST * len(rows) or sum(map(len, values)) > MAX_MEAN * len(rows):
        return False
    again = sum(
        value.startswith(name) or name.startswith(value) or (len(name) > PAIR and name in value)
        for name, value in zip(names, values, strict=True)
    )
    printed = [row.value for row in rows]
    return (
        again < SOME * len(rows)
        and len(set(values)) >= min(len(rows), MIN_LISTED)
        and _share(printed, _NUMBER.fullmatch) < MOST
        and _share(printed, _is_price) < SOME
        and _share(printed, _is_prose) < SOME_PROSE
    )


def _share(texts: Sequence[str], test: Callable[[str], object]) -> float:
    """The share of *texts* that pass the *test*."""
    return sum(bool(test(text)) for text in texts) / max(1, len(texts))


def _table(tree: Tree, inner: Sequence[Held], seen: Seen) -> list[Row]:
    """The rows of things of one shape, of which one column is names and another values."""
    keys = dict.fromkeys(key for entry in inner[:MIN_LISTED] for key in islice(entry.value, 40))
    shown = [key for key in keys if not key.startswith(_HIDDEN)]
    if not PAIR <= len(shown) <= MAX_KEYS:
        return []
    first = {key: [tree.text(tree.child(entry, key)) for entry in inner[:GLANCE]] for key in shown}
    if not any(human(text) for texts in first.values() for text in texts):
        return []
    columns = {
        key: [*texts, *(tree.text(tree.child(entry, key)) for entry in inner[GLANCE:])]
        for key, texts in first.items()
    }
    if any(_tells_other(texts) for texts in columns.values()):
        return []
    name, value = _best_columns(columns, seen)
    hinted = _hint(name, NAME_KEYS) or _hint(value, VALUE_KEYS)
    if not name or not value or not (hinted or len(columns) <= MIN_LISTED):
        return []
    unit = next((columns[key] for key in columns if is_unit_key(key) and key != value), None)
    rows = []
    for place, entry in enumerate(inner):
        label, said = label_of(columns[name][place]), columns[value][place]
        if label and said:
            if unit and unit[place] and _NUMBER.fullmatch(said):
                said = f"{said} {unit_sign(unit[place])}"
            rows.append(Row(label, said, "", (*entry.path, value)))
    return rows


def _tells_other(texts: Sequence[str]) -> bool:
    """Whether a column is of things that are no rows: addresses, pictures, moments, prose."""
    told = [text for text in texts if text]
    if len(told) < SOME * len(texts) or len(told) < PAIR:
        return False
    return (
        _share(told, _is_address) > SOME
        or _share(told, MOMENT.fullmatch) > SOME
        or sum(map(len, told)) > MAX_TOLD * len(told)
    )


def _best_columns(columns: dict[str, list[str]], seen: Seen) -> tuple[str, str]:
    """The column of names and that of values; empty where there is none."""
    names = {key: score for key, texts in columns.items() if (score := _name_score(key, texts))}
    best, most = ("", ""), 0.0
    places = {key: place for place, key in enumerate(columns)}
    for name, score in names.items():
        labels = [letters_and_digits(text) for text in columns[name]]
        for value, texts in columns.items():
            worth = _value_score(value, texts, labels, seen) if value != name else 0.0
            total = worth + score + (BEHIND if places[value] > places[name] else 0)
            if worth and total > most:
                best, most = (name, value), total
    return best


def _name_score(key: str, texts: Sequence[str]) -> float:
    """How much a column looks like names: texts for people that differ, and are short."""
    if _share(texts, human) < MOST or len(set(texts)) < MOST * len(texts) or is_unit_key(key):
        return 0.0
    digits = _share(texts, lambda text: any(map(str.isdigit, text)))
    size = sum(map(len, texts)) / len(texts)
    return max(0.1, 2 - digits - size / 40 + _hint(key, NAME_KEYS) - _hint(key, VALUE_KEYS))


def _hint(key: str, pieces: Sequence[str]) -> float:
    low = key.lower()
    return HINTED if any(piece in low for piece in pieces) else 0.0


def _value_score(key: str, texts: Sequence[str], labels: Sequence[str], seen: Seen) -> float:
    """How much a column looks like what *labels* announce."""
    told = [text for text in texts if text]
    if len(told) < SOME * len(texts) or is_unit_key(key):
        return 0.0
    counts = len(told) > PAIR and all(text.isdecimal() for text in told)
    if counts or _share(told, _is_machine) > SOME or _share(told, _is_price) >= SOME:
        return 0.0
    forms = map(letters_and_digits, texts)
    again = sum(form == label for form, label in zip(forms, labels, strict=True))
    if again > SOME * len(texts):
        return 0.0
    score = 0.5 + SEEN * _share(told, seen) + len(told) / len(texts)
    return score + _hint(key, VALUE_KEYS) - _hint(key, NAME_KEYS)


def _is_address(text: str) -> bool:
    return " " not in text and _MACHINE.fullmatch(text) is not None


def _is_machine(text: str) -> bool:
    return " " not in text and ("_" in text or _is_formed(text))


def _is_prose(text: str) -> bool:
    return text.count(" ") >= MANY_WORDS and "," not in text


def _is_price(text: str) -> bool:
    return not SIGN_CHARACTERS.isdisjoint(text) and any(map(str.isdigit, text))


def _dictionary(tree: Tree, entries: Sequence[tuple[str | int, Held]]) -> list[Row]:
    """The rows of a dict whose keys are written for people."""
    if len(entries) < MIN_LISTED:
        return []
    rows = []
    for key, entry in entries:
        name, said = plain_text(key), tree.text(entry)
        if human(name) and said and not _is_address(said):
            rows.append(Row(label_of(name), said, "", entry.path))
    worded = sum(" " in row.name or not row.name.isascii() for row in rows)
    return rows if len(rows) >= MOST * len(entries) and worded * FEW_WORDED >= len(rows) else []


def _lines(inner: Sequence[Held]) -> list[Row]:
    """The rows of texts that a colon parts."""
    if len(inner) < MIN_LISTED:
        return []
    rows = []
    for entry in inner:
        parted = part_label(plain_text(entry.value))
        if parted and parted[0] and parted[1]:
            rows.append(Row(*parted, "", entry.path))
    return rows if len(rows) >= MOST * len(inner) else []


def _couples(tree: Tree, inner: Sequence[Held]) -> list[Row]:
    """The rows of lists of two: a name and its value."""
    rows = []
    for entry in inner:
        if isinstance(entry.value, list) and len(entry.value) == PAIR:
            (_, first), (_, second) = tree.items(entry)
            name, said = tree.text(first), tree.text(second)
            if human(name) and said and not _is_address(said):
                rows.append(Row(label_of(name), said, "", second.path))
    return rows if len(rows) >= max(MIN_LISTED, MOST * len(inner)) else []
