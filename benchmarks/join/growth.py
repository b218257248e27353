"""Ever larger collections: copies of real ones, each of other products."""

import re
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

from benchmarks.data import lines
from benchmarks.link.sets import alaska_specification
from specdex.records import Specification

__all__ = ["copy_of", "grown"]

COLLECTIONS = (
    "alaska/camera-specs.jsonl.xz",
    "alaska/monitor-specs.jsonl.xz",
    "dexter/monitor.jsonl.xz",
    "dexter/notebook.jsonl.xz",
    "dexter/tv.jsonl.xz",
)
_CODE = re.compile(r"\w*(?:[a-z]\d|\d[a-z]|\d{6})\w*", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_DIGIT = re.compile(r"\d")


def copy_of(specification: Specification, number: int) -> Specification:
    """The specification of another product: every digit of its codes is *number* higher.

    >>> copy_of(Specification("https://a.example/1", title="Nikon D3200, 24 MP"), 3).title
    'Nikon D6533, 24 MP'
    """

    def moved(text: str) -> str:
        return _CODE.sub(lambda code: _DIGIT.sub(_higher, code.group()), text)

    def _higher(digit: re.Match[str]) -> str:
        return str((int(digit.group()) + number) % 10)

    fragments = tuple(
        replace(
            fragment,
            pairs=tuple(replace(pair, value=moved(pair.value)) for pair in fragment.pairs),
        )
        for fragment in specification.fragments
    )
    return replace(
        specification,
        url=f"{specification.url}#{number}",
        title=moved(specification.title),
        fragments=fragments,
    )


def _titled(line: dict[str, Any]) -> dict[str, Any]:
    """A line of DEXTER's collections, with a title from its address."""
    path = line["url"].partition("://")[2].rstrip("/")
    return {**line, "id": path, "title": " ".join(_WORD.findall(path.rpartition("/")[2]))}


def grown(data: Path, count: int) -> list[Specification]:
    """An equal part of every collection, and copies of other products where that is not enough."""
    known = [
        alaska_specification(line if "id" in line else _titled(line))
        for name in COLLECTIONS
        for line in lines(data / name)
    ]
    step = max(1, len(known) // count)
    found: list[Specification] = []
    for number, each in enumerate(cycle(known[::step])):
        if number == count:
            return found
        copy = number // len(known[::step])
        found.append(copy_of(each, copy) if copy else each)
    return found
