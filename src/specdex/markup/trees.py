"""Embedded JSON as a tree: references followed, and every value with its path."""

import html
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from specdex.html import Document
from specdex.lexicon import meanings, words
from specdex.markup.embedded import Embedded
from specdex.markup.jsonld import json_number
from specdex.text import collapse, unmarked

__all__ = ["Held", "Path", "Tree", "is_unit_key", "plain_text", "unit_sign"]

Path = tuple[str | int, ...]
MAX_HELD = 100_000
"""Containers of one tree that are looked at."""
MAX_DEPTH = 60
MAX_STEPS = 5
"""References that lead to another."""
MAX_VALUE = 4_000
"""Characters of a value that are kept."""
MAX_JOINED = 40
"""Values of a list that are one value together."""
MAX_NESTED = 3
"""Lists and dicts in each other that are one value together."""
PAIR = 2
MAX_TABLE = 400_000
REFERENCE = "__ref"
"""The only key of what stands for another entry of a cache."""
WRAPPERS = frozenset({"Reactive", "ShallowReactive", "Ref", "ShallowRef", "EmptyRef"})
"""What may stand around a value in a table of values that refer to each other by number."""
UNIT_KEYS, UNIT_CODES = words("markup.unit_keys"), meanings("markup.unit_codes")
_CACHE_KEY = re.compile(r"[A-Za-z_]\w*:.")
_ROW_NAME = re.compile(r"\$[L@Q]?([0-9a-f]{1,8})")
_PLAIN_KEY = re.compile(r"[A-Za-z_]\w*")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--[^<>]*-->")
_LINE_TAG = re.compile(r"<(?:br|/p|/li|/div)\b[^<>]*>", re.IGNORECASE)


class Held(NamedTuple):
    """A list or dict of a tree, and where it stands."""

    value: Any
    path: Path


class Tree:
    """The JSON of one script or attribute."""

    def __init__(self, source: Embedded) -> None:
        self.source = source
        self.table: list[Any] | None = source.value if _is_table(source.value) else None
        self.caches: list[Held] = []

    @property
    def refers(self) -> bool:
        """Whether a value may stand for another."""
        return bool(self.caches) or self.table is not None or self.source.rows is not None

    def address(self, document: Document, path: Path) -> str:
        """Where *path* stands on the page: an XPath, then ``#`` and a JSONPath."""
        rows = self.source.rows
        node = rows.get(str(path[0]), self.source.node) if rows and path else self.source.node
        attribute = f"/@{self.source.attribute}" if self.source.attribute else ""
        steps = "".join(map(_step, path))
        return f"{document.xpath(node)}{attribute}#${steps}"

    def held(self) -> Iterator[Held]:
        """Every list and dict as written, outermost first; nothing is followed."""
        whole = self.source.value
        level = [Held(whole, ())] if isinstance(whole, (dict, list)) else []
        count = 0
        for _ in range(MAX_DEPTH):
            below: list[Held] = []
            for each in level:
                count += 1
                if count > MAX_HELD:
                    return
                yield each
                value, path = each
                # keys that name things by their kind and number, for others to refer to
                keys = value if isinstance(value, dict) and ":" in "".join(value) else ()
                if any(map(_CACHE_KEY.match, keys)):
                    self.caches.append(each)
                items = value.items() if isinstance(value, dict) else enumerate(value)
                if len(below) > MAX_HELD:
                    continue
                below += [
                    Held(child, (*path, key))
                    for key, child in items
                    if isinstance(child, (dict, list)) and child
                ]
            if not below:
                return
            level = below

    def texts(self, held: Held) -> Iterable[Any]:
        """The values of a dict, some of them texts; those of a table instead of their numbers."""
        values: Iterable[Any] = held.value.values()
        if self.table is None:
            return values
        table = self.table
        return [
            table[value] if type(value) is int and 0 <= value < len(table) else value
            for value in values
        ]

    def follow(self, value: Any, path: Path) -> Held:
        """*value*, which stands at *path*, or what it refers to, with that one's path."""
        for _ in range(MAX_STEPS):
            meant = self.meant(value, path)
            if meant is None:
                break
            value, path = meant
        return Held(value, path)

    def meant(self, value: Any, path: Path) -> Held | None:
        """What *value* refers to; None where it refers to nothing."""
        if self.table is not None:
            return self.numbered(value, path)
        if isinstance(value, dict) and len(value) <= MAX_STEPS:
            name = value.get(REFERENCE) or (value.get("id") if "generated" in value else None)
            for cache in reversed(self.caches):
                if isinstance(name, str) and name in cache.value:
                    return Held(cache.value[name], (*cache.path, name))
        elif self.source.rows is not None and isinstance(value, str):
            match = _ROW_NAME.fullmatch(value)
            if match and match[1] in self.source.value:
                return Held(self.source.value[match[1]], (match[1],))
        return None

    def numbered(self, value: Any, path: Path) -> Held | None:
        """What a number means in a table whose values refer to each other by number."""
        table = self.table or []
        if len(path) > 1 and type(value) is int:
            return Held(table[value], (value,)) if 0 <= value < len(table) else Held(None, path)
        if _is_wrapped(value):
            return Held(value[1], (*path, 1))
        return None

    def items(self, held: Held) -> Iterator[tuple[str | int, Held]]:
        """What stands in a list or dict, references followed."""
        value, path = held
        refers = self.refers
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            place = (*path, key)
            yield key, self.follow(child, place) if refers else Held(child, place)

    def child(self, held: Held, key: str) -> Held:
        """What a dict says under *key*; None where it says nothing."""
        if key not in held.value:
            return Held(None, held.path)
        return self.follow(held.value[key], (*held.path, key))

    def text(self, held: Held, depth: int = 0) -> str:
        """What a value says in words: a list its parts, a dict its only word, with its unit."""
        value = held.value
        if not isinstance(value, (dict, list)):
            return plain_text(value)
        if depth >= MAX_NESTED or not value or len(value) > MAX_JOINED:
            return ""
        parts = {key: self.text(each, depth + 1) for key, each in islice(self.items(held), 40)}
        told = {key: part for key, part in parts.items() if part}
        if isinstance(value, list):
            return ", ".join(told.values()) if len(told) == len(value) else ""
        return worded(told)


def worded(told: dict[str | int, str]) -> str:
    """The one word among the texts of a dict, with the unit beside it.

    >>> worded({"value": "2", "unit": "kg"}), worded({"a": "2", "b": "3"})
    ('2 kg', '')
    """
    units = [part for key, part in told.items() if is_unit_key(key)]
    said = {
        part
        for key, part in told.items()
        if not is_unit_key(key) and not str(key).startswith(("__", "@", "$")) and str(key) != "id"
    }
    if len(said) != 1:
        return ""
    return " ".join([*said, *map(unit_sign, units[:1])])


def is_unit_key(key: str | int) -> bool:
    """Whether *key* names the unit of what stands beside it."""
    return str(key).lower() in UNIT_KEYS


def unit_sign(unit: str) -> str:
    """A unit as printed, where it is one of trade's codes.

    >>> unit_sign("KGM"), unit_sign("inches")
    ('kg', 'inches')
    """
    return UNIT_CODES.get(unit.lower(), unit)


def _is_table(value: Any) -> bool:
    """Whether *value* is a table whose values refer to each other by their places in it."""
    if not isinstance(value, list) or not PAIR < len(value) <= MAX_TABLE:
        return False
    first = value[0]
    if _is_wrapped(first):
        return True
    return isinstance(first, dict) and bool(first) and all(type(v) is int for v in first.values())


def _is_wrapped(value: Any) -> bool:
    """Whether *value* is only a wrapper's name and the number of what it is around."""
    if not isinstance(value, list) or len(value) != PAIR:
        return False
    return isinstance(value[0], str) and value[0] in WRAPPERS


def _step(key: str | int) -> str:
    """One step of a JSONPath."""
    if isinstance(key, int):
        return f"[{key}]"
    if _PLAIN_KEY.fullmatch(key):
        return f".{key}"
    escaped = key.replace("\\", "\\\\").replace("'", "\\'")
    return f"['{unmarked(escaped)}']"


def plain_text(value: Any) -> str:
    r"""A JSON scalar as a person reads it: no tags, no entities, no marks that show nothing.

    >>> plain_text("<b>2&nbsp;kg</b>\u200e"), plain_text(2.50), plain_text(True)
    ('2 kg', '2.5', '')
    """
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, (int, float)):
        return json_number(value)
    text = value[:MAX_VALUE]
    if "<" in text and ">" in text:
        text = _TAG.sub("", _LINE_TAG.sub(" ", text))
    if "&" in text:
        text = html.unescape(text)
    return collapse(unmarked(text))
