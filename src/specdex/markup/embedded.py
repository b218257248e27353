"""JSON that a page carries for its own scripts: in script elements and in attributes."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from specdex.html import Document
from specdex.markup.jsonld import SCRIPT_TYPES, loose_json
from specdex.markup.literals import literal_at

__all__ = ["Embedded", "carries", "embedded", "quoted", "written"]

MAX_TEXT = 12_000_000
"""Characters of all scripts of a page that are read, …"""
MAX_SCRIPTS = 200
"""… and how many of them."""
MIN_TEXT = 60
"""A shorter one carries nothing."""
MAX_TRIES = 40
"""Places of a script where a value may begin that are tried."""
MAX_WASTED = 200_000
"""Characters read in vain in one script, …"""
MAX_VALUES = 20
"""Values of one script that are read."""
MAX_ATTRIBUTES = 40
"""Attributes of a page that are read."""
FLIGHT = "__next_f.push("
"""What hands on a stream of rows, piece by piece, over many scripts."""
JSON_TYPE = "json"
OTHER_TYPES = ("text/html", "text/x-", "text/template", "importmap", "speculationrules")
_BEGINS = re.compile(
    r"=\s*(?=[\[{])|\(\s*(?=[\[{])|return(?<!\wreturn)\s*(?=\{)|JSON\.parse\(\s*(?=[\"'`])"
    r"|\"\s*,\s*(?=\{)|'\s*,\s*(?=\{)"
)
"""Where a value may begin; each way with a letter or sign, by which it is found quickly."""
_ROW = re.compile(rb"([0-9a-f]{1,8}):(?:T([0-9a-f]{1,8}),)?")
MAX_COUPLES = 60
"""Names with their values that are looked for in a script."""
_WORD = re.compile(r"[A-Za-z0-9]+")
MIN_WORD = 3
"""Letters of the shortest word by which a script is told to speak of something."""
BEGIN = 4
QUOTES = "\"'`"
"""What texts stand between in scripts."""
MAX_QUOTED = 600
"""Characters between quotes that are looked at, …"""
MAX_BLANK = 40
"""… and between a key's colon and its value."""
_DECODER = json.JSONDecoder(strict=False)


class Embedded(NamedTuple):
    """The JSON of one script or attribute; a list where it holds several values."""

    node: int
    value: Any
    attribute: str = ""
    """The attribute that holds it; empty for a script's own text."""
    rows: dict[str, int] | None = None
    """For a stream of rows: the script that each row of *value* begins in."""


def embedded(
    document: Document, words: Sequence[str] = (), speaks: Callable[[str], bool] = bool
) -> list[Embedded]:
    """The JSON of *document* whose text holds one of *words*, if any are given, and *speaks*.

    It never raises.
    """
    found: list[Embedded] = []
    stream: list[tuple[int, str]] = []
    budget = MAX_TEXT
    for node in document.places_of("script")[:MAX_SCRIPTS]:
        text = document.content(node)
        if len(text) < MIN_TEXT or len(text) > budget:
            continue
        if FLIGHT in text:
            budget -= len(text)
            stream += [(node, piece) for piece in _pieces(text)]
        elif holds(text, words) and speaks(text):
            kind = document.attribute(node, "type").strip().lower()
            if kind.startswith(OTHER_TYPES):
                continue
            budget -= len(text)
            values = _document(text, kind) if JSON_TYPE in kind else _values(text, words)
            if values:
                found.append(Embedded(node, values[0] if len(values) == 1 else values))
    whole = "".join(piece for _, piece in stream)
    if whole and holds(whole, words) and speaks(whole):
        found.append(_flight(stream))
    found += _attributes(document, words, speaks)
    return found


def carries(
    document: Document, words: Sequence[str], couples: Sequence[tuple[str, str]], least: int
) -> bool:
    """Whether JSON that holds one of *words* may say *least* of some names with their values.

    It costs a fraction of reading it.
    """
    asked = [(written(name), written(value)) for name, value in couples[:MAX_COUPLES]]
    texts = [document.content(node) for node in document.places_of("script")[:MAX_SCRIPTS]]
    texts += [value for _, _, value in document.bracketed(MIN_TEXT)]
    stream = "".join(text for text in texts if FLIGHT in text)
    for text in [*texts, stream]:
        if len(text) < MIN_TEXT or not holds(text, words):
            continue
        said = (None for name, value in asked if holds(text, name) and holds(text, value))
        if next(islice(said, least - 1, None), 0) is None:
            return True
    return False


def written(name: str) -> tuple[str, ...]:
    """What a text that says *name* must hold, one of them: its longest word, or how it begins."""
    longest = max(_WORD.findall(name), key=len, default="")
    if len(longest) >= MIN_WORD:
        return (longest,)
    begin = name[:BEGIN]
    coded = json.dumps(begin)[1:-1]
    return (begin, coded, coded.upper().replace("\\U", "\\u")) if begin else ()


def holds(text: str, words: Sequence[str]) -> bool:
    """Whether *text* holds one of *words*; any text does where there are none."""
    for word in words:
        if word in text:
            return True
    return not words


def quoted(text: str, word: str) -> Iterator[str]:
    r"""The texts that hold *word* and are values of a script's things, as they are written.

    >>> list(quoted('a = {"name": "Levi\'s 501", by: \'Levi\'}; say("Levi")', "Levi"))
    ["Levi's 501", 'Levi']
    """
    # values may stand in a table, or be given to a function that names them
    listed = text[:MIN_TEXT].lstrip().startswith("[") or ("}(" in text and "return" in text)
    place = text.find(word)
    while place >= 0:
        end = place + len(word)
        for quote in QUOTES:
            begin = text.rfind(quote, max(0, place - MAX_QUOTED), place)
            close = text.find(quote, end, end + MAX_QUOTED) if begin >= 0 else -1
            before = text[max(0, begin - MAX_BLANK) : begin] if close >= 0 else ""
            if close >= 0 and (listed or before.rstrip("\\ \t\r\n").endswith(":")):
                yield text[begin + 1 : close].rstrip("\\")
        place = text.find(word, end)


def _document(text: str, kind: str) -> list[Any]:
    """The values of a script that is JSON as a whole."""
    try:
        return [msgspec.json.decode(text)]
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return loose_json(text) if kind.startswith(SCRIPT_TYPES) else _values(f"={text}", ())


def _values(text: str, words: Sequence[str]) -> list[Any]:
    """The values that a script's code assigns, returns or hands on, up to the last of *words*."""
    values: list[Any] = []
    place = end = tries = wasted = 0
    last = max((text.rfind(word) for word in words), default=len(text))
    # what stands in a value is not looked at again, but for the quote it may end with
    while match := _BEGINS.search(text, max(place, end - 1), last):
        place = match.end()
        tries += 1
        if tries > MAX_TRIES or wasted > MAX_WASTED or len(values) >= MAX_VALUES:
            break
        value, end, read = _value(text, place)
        if isinstance(value, (dict, list)) and value:
            values.append(value)
        else:
            wasted += read
            end = place
    return values


def _value(text: str, place: int) -> tuple[Any, int, int]:
    """The value that begins at *place*, where it ends, and how many characters that took."""
    try:
        if text[place] in "'`":
            value, end = literal_at(text, place)
        else:
            value, end = _DECODER.raw_decode(text, place)
        if isinstance(value, str):
            value = json.loads(value, strict=False)
    except json.JSONDecodeError as error:
        value, end = literal_at(text, place)
        return value, end, end - place + error.pos - (0 if error.doc is not text else place)
    except (RecursionError, ValueError):
        return None, place, MAX_WASTED
    return value, end, end - place


def _pieces(text: str) -> Iterator[str]:
    """The pieces of a stream that a script hands on."""
    place = text.find(FLIGHT)
    while place >= 0:
        try:
            value, end = _DECODER.raw_decode(text, place + len(FLIGHT))
        except (RecursionError, ValueError):
            return
        if isinstance(value, list) and value and isinstance(value[-1], str):
            yield value[-1]
        place = text.find(FLIGHT, end)


def _flight(stream: list[tuple[int, str]]) -> Embedded:
    """The rows of a stream by their ids: JSON, or a text whose length stands before it."""
    whole = "".join(piece for _, piece in stream).encode("utf-8", "replace")
    begins, scripts, size = [], [], 0
    for node, piece in stream:
        begins.append(size)
        scripts.append(node)
        size += len(piece.encode("utf-8", "replace"))
    rows: dict[str, Any] = {}
    nodes: dict[str, int] = {}
    place = at = 0
    while place < len(whole):
        match = _ROW.match(whole, place)
        if match is None:
            end = whole.find(b"\n", place)
            place = end + 1 if end >= 0 else len(whole)
            continue
        while at + 1 < len(begins) and begins[at + 1] <= place:
            at += 1
        name = match[1].decode()
        if match[2]:
            end = match.end() + int(match[2], 16)
            value: Any = whole[match.end() : end].decode("utf-8", "replace")
        else:
            stop = whole.find(b"\n", place)
            end = stop + 1 if stop >= 0 else len(whole)
            value = _row(whole[match.end() : end])
        if value is not None:
            rows[name], nodes[name] = value, scripts[at]
        place = max(end, match.end())
    return Embedded(stream[0][0], rows, rows=nodes)


def _row(text: bytes) -> Any:
    """What a row says, if it is data."""
    if not text.startswith((b"[", b"{")):
        return None
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


def _attributes(
    document: Document, words: Sequence[str], speaks: Callable[[str], bool]
) -> list[Embedded]:
    """The JSON in attributes of elements."""
    found: list[Embedded] = []
    for node, name, text in document.bracketed(MIN_TEXT):
        told = holds(text, words) and speaks(text)
        value = next(iter(loose_json(text)), None) if told else None
        if isinstance(value, (dict, list)) and value:
            found.append(Embedded(node, value, name))
            if len(found) >= MAX_ATTRIBUTES:
                break
    return found
