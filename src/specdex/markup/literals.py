"""Values as JavaScript writes them: keys without quotes, other quotes, names for values."""

import json
import re
from typing import Any

from specdex.text import whole

__all__ = ["literal_at"]

MAX_TOKENS = 400_000
"""Tokens of one value that are read."""
_TOKEN = re.compile(
    r"""(?:\s|/\*.*?\*/|//[^\n]*\n)*(?:
    (?P<string>"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'|`[^`\\$]*+(?:\\.[^`\\$]*+)*+`)
    |(?P<word>!0|!1|void\ 0|new\ \w+\([^()]*\)|[A-Za-z_$][\w$]*)
    |(?P<number>-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<mark>[\[\]{}:,]))""",
    re.DOTALL | re.VERBOSE,
)
_BLANK = r"[\ \t\r\n]*+"
_RUN = re.compile(
    rf"""(?:{_BLANK}(?:
    (?:"[^"\\\n]*+"|-?(?:0|[1-9][0-9]{{0,17}}+)|true|false|null)(?={_BLANK}[,\]}}])
    |(?:"[^"\\\n]*+"{_BLANK}:|,)(?={_BLANK}["'\[{{\-A-Za-z0-9_$])))++""",
    re.VERBOSE,
)
"""What stands between two brackets where JavaScript writes it as JSON does."""
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\n|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "", "\n": ""}
_KNOWN = {"true": "true", "false": "false", "null": "null", "!0": "true", "!1": "false"}
_NOTHING = "null"
_HEADER = re.compile(r"function\s*\(([\w$,\s]{0,200000})\)\s*\{\s*return\s*\Z")
_CALL = re.compile(r"\s*;?\s*\}\s*\)?\s*\(")
_HEADER_REACH = 200_100
_NAME = "\0"
"""Before a name whose value is not known yet."""


def literal_at(text: str, place: int) -> tuple[Any, int]:
    """The value that JavaScript writes at *place* of *text*, and where it ends; None if none.

    The names that a function gives to its values are understood where it is called at once.

    >>> literal_at("x = {a: 'b', c: [1, !0, ], d: undefined}", 4)
    ({'a': 'b', 'c': [1, True], 'd': None}, 40)
    >>> literal_at("(function(a,b){return {n: a, v: b}}('Weight', 2))", 22)[0]
    {'n': 'Weight', 'v': 2}
    """
    pieces, end = _pieces(text, place)
    if not pieces:
        return None, end
    names = _names(text, place, end) if any(piece[0] == _NAME for piece in pieces) else {}
    value = _loaded(
        [names.get(piece[1:], _NOTHING) if piece[0] == _NAME else piece for piece in pieces]
    )
    return value, end


def _loaded(pieces: list[str]) -> Any:
    try:
        return json.loads("".join(pieces), strict=False)
    except (RecursionError, ValueError):
        return None


def _names(text: str, place: int, end: int) -> dict[str, str]:
    """What the names around a value mean: those of a function that is called with values."""
    begin = text.rfind("function", max(0, place - _HEADER_REACH), place)
    header = _HEADER.match(text, begin, place) if begin >= 0 else None
    call = _CALL.match(text, end)
    if header is None or call is None:
        return {}
    values, _ = _pieces(f"[{text[call.end() :]}", 0, closing=")")
    given = [_NOTHING if piece[0] == _NAME else piece for piece in values]
    parts = _loaded(given)
    if not isinstance(parts, list):
        return {}
    named = [name.strip() for name in header[1].split(",")]
    return {name: json.dumps(part) for name, part in zip(named, parts, strict=False)}


def _pieces(text: str, place: int, closing: str = "") -> tuple[list[str], int]:
    """The tokens of the value at *place* as JSON writes them, and where it ends."""
    pieces: list[str] = []
    depth = 0
    for _ in range(MAX_TOKENS):
        match = _TOKEN.match(text, place)
        if match is None:
            if closing and depth == 1 and text[place:].lstrip().startswith(closing):
                return [*pieces, "]"], place + 1
            return [], place
        kind = match.lastgroup
        place, written = match.end(), match[kind or 0]
        if kind == "mark":
            depth += (written in "[{") - (written in "]}")
            _mark(pieces, written)
        elif kind == "word":
            pieces.append(_KNOWN.get(written) or _NAME + written)
        else:
            pieces.append(_quoted(written) if kind == "string" else _number(written))
        if depth <= 0:
            return pieces, place
        if run := _RUN.match(text, place):
            pieces.append(run[0])
            place = run.end()
    return [], place


def _mark(pieces: list[str], mark: str) -> None:
    """Append a bracket, comma or colon; a name before a colon is a key."""
    if mark == ":" and pieces and pieces[-1][0] != '"':
        pieces[-1] = json.dumps(pieces[-1].removeprefix(_NAME))
    elif mark in "]}" and pieces and pieces[-1] == ",":
        pieces.pop()
    pieces.append(mark)


def _number(token: str) -> str:
    """A number as JSON writes it."""
    try:
        return json.dumps(json.loads(token))
    except ValueError:
        return repr(float(token))


def _quoted(token: str) -> str:
    """A string in any quotes as JSON writes it."""
    if "\\" in token:
        # two halves that were written one by one are one character
        return json.dumps(whole(_ESCAPE.sub(_unescaped, token[1:-1])))
    return token if token[0] == '"' else json.dumps(token[1:-1])


def _unescaped(match: re.Match[str]) -> str:
    said = match[1]
    if said[0] in "ux" and len(said) > 1:
        return chr(min(int(said[1:].strip("{}"), 16), 0x10FFFF))
    return _ESCAPES.get(said, said)
