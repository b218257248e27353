"""The lists of words: each is used, told in known languages and written in one way."""

import ast
import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.lexicon import ABOUT, DATA, alternatives, grouped, phrases, table, words

SOURCE = DATA.parents[1]
CODE = re.compile(
    "any|ar|bg|ca|cs|da|de|el|en|es|et|fa|fi|fr|he|hi|hr|hu|id|is|it|ja|ka|ko|lt|lv|mk|nl|no|pl|pt|ro|"
    "ru|sk|sl|sq|sr|sv|th|tr|uk|vi|zh"
)
OWN_CASE = {"currencies.list_words"}
"""Entries whose words are told by their case, too."""
ESCAPE = re.compile(r"\\[WSDB]")
CALL = re.compile(r"\b(alternatives|grouped|meanings|phrases|table|words)\(([^()]*)\)")
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
USED = {name for _, name in CALLS} | {
    name
    for module in SOURCE.rglob("*.py")
    if module.parent.name != "lexicon"
    for name in NAMED.findall(module.read_text("utf-8"))
    if "." in name
}
"""A room may ask by way of a function of its own: the name stands in the source all the same."""
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
    assert name in OWN_CASE or [word for word in plain if word.lower() != word] == []
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


FIELDS = {*table("markup.product_facts"), *table("markup.offer_facts"), "breadcrumbs"}
LISTED = {word for name in ENTRIES if "markup." not in name for word in phrases(name)} - FIELDS
MOST = 12
"""Words that a module may list by itself."""
SHARE = 0.75
"""Of longer lists, the share of the lexicon's words from which on they belong there."""


def literals(tree: ast.AST) -> Iterator[list[str]]:
    """The lists of texts that stand in a module, alternatives of patterns among them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            inner = [each.value if isinstance(each, ast.Starred) else each for each in node.elts]
            flat = [part for each in inner for part in getattr(each, "elts", [each])]
            yield [part.value for part in flat if isinstance(part, ast.Constant)]
        elif isinstance(node, ast.Dict):
            yield [key.value for key in node.keys if isinstance(key, ast.Constant)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.split(r"[|()]", node.value)


@pytest.mark.parametrize("module", sorted(SOURCE.rglob("*.py")), ids=str)
def test_no_module_lists_the_words_of_shops_itself(module):
    for listed in literals(ast.parse(module.read_text("utf-8"))):
        texts = [each for each in listed if isinstance(each, str) and each.strip()]
        known = [text for text in texts if text in LISTED]
        assert len(texts) <= MOST or len(known) < SHARE * len(texts), known


@pytest.mark.parametrize(
    "name", ["specifications.headings", "specifications.other_headings", "values.units"]
)
@given(text=st.text(alphabet="abcdefgilmnoprstuvwz -/0123мк", max_size=30))
def test_grouped_alternatives_match_where_the_others_do(name: str, text: str) -> None:
    one, other = re.compile(grouped(name)), re.compile(alternatives(name))
    for said in (text, *phrases(name)):
        assert (one.search(said) is None) == (other.search(said) is None)
