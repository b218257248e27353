"""JSON-LD: the things that a page's scripts describe."""

from typing import Any

from w3lib.html import replace_entities

from specdex.html import Document
from specdex.markup.found import Text, Thing
from specdex.markup.jsontext import loose_json
from specdex.markup.names import local_name
from specdex.markup.vocabulary import SKIPPED
from specdex.text import collapse

__all__ = ["SYNTAX", "jsonld_things"]

Values = dict[str, list[Text | Thing]]
SYNTAX = "json-ld"
MAX_DEPTH = 12
MAX_THINGS = 4_000
"""A page that describes more is describing its stock; the rest is left out."""
MAX_LIST = 500
"""Values of one property that are read."""
MAX_VALUE = 20_000
"""Characters of a value that are kept."""


def jsonld_things(document: Document, scripts: list[int]) -> list[Thing]:
    """The things at the top of the JSON-LD in *scripts*, nodes of *document*."""
    things: list[Thing] = []
    budget = [MAX_THINGS]
    for node in scripts:
        for value in loose_json(document.content(node)):
            _collect(value, _Conversion(node, budget), things)
    return things


class _Conversion:
    """From JSON to things, all standing in one script, until a common budget is spent."""

    __slots__ = ("budget", "node")

    def __init__(self, node: int, budget: list[int]) -> None:
        self.node = node
        self.budget = budget

    def thing(self, data: dict[str, Any], depth: int) -> Thing:
        """The thing that *data* describes."""
        self.budget[0] -= 1
        kinds = data.get("@type") or data.get("type") or ()
        kinds = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else ()
        made = Thing(SYNTAX, self.node, tuple(local_name(k) for k in kinds if isinstance(k, str)))
        given = data.get("@id")
        made.id = given if isinstance(given, str) else ""
        for name, value in data.items():
            plain = local_name(name)
            if plain not in SKIPPED and not name.startswith("@"):
                self.fill(made.values, plain, value, depth)
        return made

    def fill(self, values: Values, name: str, value: Any, depth: int) -> None:
        """Add to *values* what *value* says under *name*."""
        if isinstance(value, list):
            for each in value[:MAX_LIST]:
                if not isinstance(each, list):
                    self.fill(values, name, each, depth)
        elif isinstance(value, dict):
            if "@value" in value:
                self.fill(values, name, value["@value"], depth)
            elif depth < MAX_DEPTH and self.budget[0] > 0:
                _add(values, name, self.thing(value, depth + 1))
        else:
            text = _plain(value)
            if text:
                _add(values, name, Text(text, self.node))


def _add(values: Values, name: str, value: Text | Thing) -> None:
    said = values.get(name)
    if said is None:
        values[name] = [value]
    else:
        said.append(value)


def _collect(value: Any, conversion: _Conversion, things: list[Thing], depth: int = 0) -> None:
    """Append the things of a top-level *value*, a graph or list taken apart."""
    if depth > MAX_DEPTH or conversion.budget[0] <= 0:
        return
    if isinstance(value, list):
        for each in value[:MAX_LIST]:
            _collect(each, conversion, things, depth + 1)
    elif isinstance(value, dict):
        graph = value.get("@graph")
        if isinstance(graph, (list, dict)):
            _collect(graph, conversion, things, depth + 1)
        if graph is None or "@type" in value:
            things.append(conversion.thing(value, 0))


def _plain(value: Any) -> str:
    """A JSON scalar as text, entities resolved; empty where it says nothing."""
    if isinstance(value, str):
        text = value[:MAX_VALUE]
        return collapse(replace_entities(text) if "&" in text else text)
    if value is None or isinstance(value, bool):
        return ""
    return _number(value)


def _number(value: float) -> str:
    """A JSON number without an exponent or a trailing ``.0``; empty for NaN and infinity."""
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124 - NaN
        return ""
    text = repr(value)
    return text.removesuffix(".0")
