"""JSON-LD as shops write it: the things that a page's scripts describe."""

import json
import re
from typing import Any

import msgspec

from specdex.html import Document
from specdex.labels import without_marks
from specdex.lexicon import words
from specdex.markup.literals import literal_at
from specdex.markup.things import Text, Thing, local_name
from specdex.text import collapse, whole

__all__ = ["json_number", "jsonld_things", "jsonld_types", "loose_json"]

Values = dict[str, list[Text | Thing]]
SYNTAX = "json-ld"
SCRIPT_TYPES = ("application/ld+json", "application/json+ld", "application/ld-json")
SHORTEST_TYPE = min(map(len, SCRIPT_TYPES))
MAX_SCRIPTS = 60
"""Scripts of a page that are read."""
MAX_DEPTH = 12
MAX_THINGS = 4_000
"""A page that describes more is describing its stock; the rest is left out."""
MAX_LIST = 500
"""Values of one property that are read."""
MAX_VALUE = 20_000
"""Characters of a value that are kept."""
MAX_TEXT = 2_000_000
"""A longer script is not read."""
MAX_VALUES = 50
"""Values read from one script."""
MAX_REPAIRS = 12
"""Stray quotes mended in one script."""
SKIPPED = words("markup.skipped")

_TYPES = re.compile(r'"@type"\s*:\s*(\[[^\]]*\]|"[^"]*")')
_QUOTED = re.compile(r'"([^"]*)"')
_WRAPPING = re.compile(r"\A[\s;]*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)")
_COMMENT_END = re.compile(r"(?://\s*)?(?:-->|\]\]>)\s*\Z")
_STRING = r'"(?:[^"\\]|\\.)*"'
_STRING_OR_COMMA = re.compile(rf"{_STRING}|,(?=\s*[}}\],])", re.DOTALL)
_STRING_OR_SLIP = re.compile(
    rf"""(?P<bare>{_STRING}(?=\s*"))|{_STRING}|(?P<closed>[}}\]](?=\s*["{{\[]))
    |(?P<silent>:(?=\s*[,}}]))|(?P<spare>,(?=\s*[}}\],]))|(?<=:)(?P<cents>\s*\d+,\d\d?(?=\s*[,}}]))""",
    re.DOTALL | re.VERBOSE,
)
"""Strings, and what is missing or too much between them."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\xa0\u2028\u2029\ufeff]")
_QUOTES = {ord(quote): '"' for quote in "\u201c\u201d\u201e"}
_BAD_ESCAPE = re.compile(r"\\(?![\"\\/bfnrtu])|\\u(?![0-9a-fA-F]{4})")
_ESCAPED = '\\"'
_DECODER = json.JSONDecoder(strict=False)
_SEPARATORS = " \t\r\n;,"


def jsonld_things(document: Document) -> list[Thing]:
    """The things at the top of the JSON-LD of *document*."""
    things: list[Thing] = []
    budget = [MAX_THINGS]
    for node in _scripts(document)[:MAX_SCRIPTS]:
        for value in loose_json(document.content(node)):
            _collect(value, _Conversion(node, budget), things)
    return things


def jsonld_types(document: Document) -> list[str]:
    """The types of all things, however deep, in the JSON-LD of *document*, which is not parsed."""
    return [
        local_name(name)
        for node in _scripts(document)
        for types in _TYPES.findall(document.content(node)[:MAX_TEXT])
        for name in _QUOTED.findall(types)
    ]


def _scripts(document: Document) -> list[int]:
    """The scripts whose type says that they hold JSON-LD."""
    attribute = document.attribute
    found = []
    for node in document.places_of("script"):
        kind = attribute(node, "type")
        if len(kind) >= SHORTEST_TYPE and kind.strip().lower().startswith(SCRIPT_TYPES):
            found.append(node)
    return found


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
        return collapse(without_marks(_resolved(value[:MAX_VALUE])))
    if value is None or isinstance(value, bool):
        return ""
    return json_number(value)


def _resolved(text: str) -> str:
    """*text* with its entities resolved."""
    if "&" not in text:
        return text
    from w3lib.html import replace_entities  # noqa: PLC0415 - slow to start, and not always needed

    return whole(str(replace_entities(text)))


def json_number(value: float) -> str:
    """A JSON number without an exponent or a trailing ``.0``; empty for NaN and infinity."""
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124 - NaN
        return ""
    text = repr(value)
    return text.removesuffix(".0")


def loose_json(text: str) -> list[Any]:
    """Every JSON value in *text*, as far as it can be mended; never raises.

    >>> loose_json('<!-- {"a": [1, 2,],} --> ')
    [{'a': [1, 2]}]
    >>> loose_json('{"a": 1} {"b": NaN}')[0]
    {'a': 1}
    """
    if not text or len(text) > MAX_TEXT:
        return []
    try:
        return [msgspec.json.decode(text)]
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return _mended(text)


def _mended(text: str) -> list[Any]:
    """The values of *text* after its wrapping, commas and control characters are put right."""
    text = _COMMENT_END.sub("", _WRAPPING.sub("", text, count=1)).strip(_SEPARATORS)
    if '"' not in text and "&quot;" in text:
        text = _resolved(text)
    if '"' not in text:
        text = text.translate(_QUOTES)
    text = _BAD_ESCAPE.sub(r"\\\\", _CONTROL.sub(" ", text))
    if not text.startswith(("{", "[")):
        opening = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=-1)
        if opening < 0:
            return []
        text = text[opening:]
    return _values(_STRING_OR_SLIP.sub(_put_right, text))


def _put_right(match: re.Match[str]) -> str:
    """A comma that is missing or too many, a value that is, a number with a comma."""
    found = match.group()
    if match.lastgroup in {"bare", "closed"}:
        return f"{found},"
    if match.lastgroup == "cents":
        return found.replace(",", ".")
    return {"silent": ":null", "spare": ""}.get(match.lastgroup or "", found)


def _values(text: str) -> list[Any]:
    """The values that stand one after another in *text*."""
    values: list[Any] = []
    place, repairs = 0, 0
    half = "\\ud" in text or "\\uD" in text
    while place < len(text) and len(values) < MAX_VALUES:
        try:
            value, place = _DECODER.raw_decode(text, place)
            values.append(_whole(value) if half else value)
        except json.JSONDecodeError as error:
            value, end = literal_at(text, place)
            if isinstance(value, (dict, list)):
                values.append(value)
                place = end
                continue
            mended = _mend_quote(text, error.pos) if repairs < MAX_REPAIRS else None
            if mended is None:
                break
            text, repairs = mended, repairs + 1
        except (RecursionError, ValueError):
            break
        while place < len(text) and text[place] in _SEPARATORS:
            place += 1
    return values


def _whole(value: Any) -> Any:
    """*value* without halves of characters, which scripts write and nobody else can."""
    return json.loads(whole(json.dumps(value, ensure_ascii=False)))


def _mend_quote(text: str, place: int) -> str | None:
    """*text* with the stray quote before *place* escaped, or its missing end added."""
    if place >= len(text.rstrip()):
        return _closed(text)
    quote = text.rfind('"', 0, place)
    if quote < 1 or text[quote - 1] == "\\" or text[place - 1 : place] in ("{", "["):
        return None
    return text[:quote] + _ESCAPED + text[quote + 1 :]


def _closed(text: str) -> str | None:
    """A cut-off *text* with its open brackets closed; None where none is open."""
    bare = _STRING_OR_COMMA.sub(lambda match: "" if match.group() != "," else ",", text)
    open_ones: list[str] = []
    for character in bare:
        if character in "{[":
            open_ones.append("}" if character == "{" else "]")
        elif character in "}]" and open_ones:
            open_ones.pop()
    if not open_ones:
        return None
    return text.rstrip(" \t\r\n,") + "".join(reversed(open_ones))
