"""Tags with so many attributes that lxml, quadratic in them, would hang."""

import re
from collections.abc import Iterator

__all__ = ["crowded", "suspicious"]

LONG_TAG = 8192
"""Only a stretch without ``>`` as long as this can hide a tag with too many attributes."""
BLANKS = b" \t\n\r\x0b\x0c"
RAW = (b"script", b"style", b"textarea", b"title")
"""Elements whose content is no markup."""
_NAME = re.compile(rb"<([a-zA-Z][^\s/>]*+)")
_VALUE = re.compile(rb"=\s*+(?:\"[^\"]*+\"|'[^']*+')")
"""A quote opens a value only behind an equals sign."""
_REST = re.compile(rb"(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+")


def crowded(body: bytes, most: int) -> bool:
    """Whether a tag of *body* has more than *most* attributes."""
    if not suspicious(body, most):
        return False
    return any(
        len(tag) > LONG_TAG and _words(_VALUE.sub(b"= ", tag), most) > most for tag in _tags(body)
    )


def suspicious(body: bytes, most: int) -> bool:
    """Whether a tag might have more than *most* attributes, at a glance; often a script does."""
    return any(
        len(stretch) > LONG_TAG and _words(stretch, most + 1) > most for stretch in body.split(b">")
    )


def _words(stretch: bytes, most: int) -> int:
    """How many words *stretch* has behind its first, counted no further than needed."""
    return len(stretch.split(None, most + 2)) - 1


def _tags(body: bytes) -> Iterator[bytes]:
    """The start tags of *body*, comments and scripts passed over; linear in its length."""
    lower = body.lower()
    at = body.find(b"<")
    while at >= 0:
        if body.startswith(b"<!--", at):
            end = body.find(b"-->", at + 4)
        elif match := _NAME.match(body, at):
            end, name = _end(body, match.end()), match[1].lower()
            yield body[at:end]
            if name in RAW:
                end = lower.find(b"</" + name, end)
        else:
            end = at + 1
        at = body.find(b"<", end) if end >= 0 else -1


def _end(body: bytes, at: int) -> int:
    """Where a tag ends: at its ``>``, be that in quotes or not, whichever is further."""
    match = _REST.match(body, at)
    quoted = match.end() if match else at
    plain = body.find(b">", at)
    return max(quoted, plain if plain >= 0 else len(body))
