"""JSON as shops write it: every value that can be made out in a script's text."""

import json
import re
from typing import Any

import msgspec
from w3lib.html import replace_entities

__all__ = ["loose_json"]

MAX_TEXT = 2_000_000
"""A longer script is not read."""
MAX_VALUES = 50
"""Values read from one script."""
MAX_REPAIRS = 12
"""Stray quotes mended in one script."""

_WRAPPING = re.compile(r"\A[\s;]*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)")
_COMMENT_END = re.compile(r"(?://\s*)?(?:-->|\]\]>)\s*\Z")
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_BAD_ESCAPE = re.compile(r"\\(?![\"\\/bfnrtu])|\\u(?![0-9a-fA-F]{4})")
_ESCAPED = '\\"'
_DECODER = json.JSONDecoder(strict=False)
_SEPARATORS = " \t\r\n;,"


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
        text = replace_entities(text)
    text = _BAD_ESCAPE.sub(r"\\\\", _CONTROL.sub(" ", text))
    if not text.startswith(("{", "[")):
        opening = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=-1)
        if opening < 0:
            return []
        text = text[opening:]
    return _values(_STRING_OR_COMMA.sub(_keep_strings, text))


def _keep_strings(match: re.Match[str]) -> str:
    found = match.group()
    return found if found.startswith('"') else ""


def _values(text: str) -> list[Any]:
    """The values that stand one after another in *text*."""
    values: list[Any] = []
    place, repairs = 0, 0
    while place < len(text) and len(values) < MAX_VALUES:
        try:
            value, place = _DECODER.raw_decode(text, place)
            values.append(value)
        except json.JSONDecodeError as error:
            mended = _mend_quote(text, error.pos) if repairs < MAX_REPAIRS else None
            if mended is None:
                break
            text, repairs = mended, repairs + 1
        except (RecursionError, ValueError):
            break
        while place < len(text) and text[place] in _SEPARATORS:
            place += 1
    return values


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
