"""The lists of words: each is used, told in known languages and written in one way."""

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest

from specdex.lexicon import ABOUT, DATA, alternatives, phrases, table, words

SOURCE = DATA.parents[1]
CODE = re.compile(
    "any|ar|bg|cs|da|de|el|en|es|et|fi|fr|he|hr|hu|id|it|ja|ko|lt|lv|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|"
    "th|tr|uk|vi|zh"
)
ESCAPE = re.compile(r"\\[WSDB]")
CALL = re.compile(r"\b(alternatives|meanings|phrases|table|words)\(([^()]*)\)")
NAMED = re.compile(r"""["']([a-z_]+(?:\.[a-z_ ]+)*)["']""")


def entries(node: dict[str, Any], name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries below *node*, by their names."""
    if any(isinstance(below, list) for below in node.values()):
        yield name, node
    for key, below in node.items():
        if isinstance(below, dict):
            yield from entries(below, f"{name}.{key}")


ENTRIES = {
    name: entry
    for file in sorted(DATA.glob("*.json"))
    for name, entry in entries(json.loads(file.read_text("utf-8")), file.stem)
}
CALLS = [
    (function, name)
    for module in SOURCE.rglob("*.py")
    if module.parent.name != "lexicon"
    for function, names in CALL.findall(module.read_text("utf-8"))
    for name in NAMED.findall(names)
]
USED = {name for _, name in CALLS}
TABLES = {name for function, name in CALLS if function in {"meanings", "table"}}


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_an_entry_is_used_by_its_name_or_by_its_sections(name):
    steps = name.split(".")
    assert {".".join(steps[:count]) for count in range(1, len(steps) + 1)} & USED


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_an_entry_says_what_it_is_about_in_known_languages(name):
    entry = ENTRIES[name]
    assert entry[ABOUT]
    codes = entry.keys() - {ABOUT}
    assert name in TABLES or [code for code in codes if not CODE.fullmatch(code)] == []
    assert all(entry.values())


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_the_words_of_an_entry_are_in_lower_case_composed_and_listed_once(name):
    listed = [word for code, each in ENTRIES[name].items() if code != ABOUT for word in each]
    assert listed
    assert [word for word in listed if unicodedata.normalize("NFC", word) != word] == []
    plain = [ESCAPE.sub("", word) for word in listed]
    assert [word for word in plain if word.lower() != word] == []
    lists = [each for key, each in ENTRIES[name].items() if key != ABOUT]
    for each in lists if name in TABLES else [listed]:
        assert [word for word in each if each.count(word) > 1] == []


def test_what_is_asked_for_is_there():
    assert words("buying.in_stock") == frozenset(phrases("buying.in_stock"))
    assert len(phrases("buying.in_stock", "buying.in_stock")) == len(phrases("buying.in_stock"))
    assert tuple(table("labels.fields"))[-1] == "gtin"
    assert re.compile(alternatives("trails.class_pieces")).search("page-breadcrumbs")
    with pytest.raises(KeyError):
        words("buying.nothing")
