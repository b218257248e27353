"""Which exporter writes a file, and specifications from lines and runs."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from specdex import plugins
from specdex.errors import InputError
from specdex.page_sources.compression import Damage
from specdex.page_sources.streams import MAX_BYTES, STDIN, opened
from specdex.pipeline.extract import is_run
from specdex.ports import Exporter
from specdex.records import (
    Failure,
    Fragment,
    FragmentKind,
    Pair,
    Specification,
    specification_from_line,
)
from specdex.runs import Run

__all__ = ["exporter_for", "specifications_at"]

COMPRESSED = ".gz"
BROKEN = (ValueError, InputError, AttributeError, TypeError, LookupError, RecursionError)


def exporter_for(path: str, name: str = "") -> Exporter:
    """The exporter called *name*, else the one for the ending of *path*, else JSON lines."""
    if name:
        return _made(name)
    plain = path.lower().removesuffix(COMPRESSED)
    found = [
        (len(suffix), exporter)
        for exporter in map(_made, plugins.names("exporters"))
        for suffix in exporter.suffixes
        if plain.endswith(suffix)
    ]
    if found:
        return max(found, key=lambda each: each[0])[1]
    if path and Path(plain).suffix:
        known = ", ".join(
            suffix for each in plugins.names("exporters") for suffix in _made(each).suffixes
        )
        raise InputError(f"no format for {Path(path).name!r}; the endings are: {known}")
    return _made("jsonl")


def _made(name: str) -> Exporter:
    made: Exporter = plugins.load("exporters", name)()
    return made


def specifications_at(locations: Iterable[str]) -> Iterator[Specification | Failure]:
    """The specifications in runs, and in files of JSON lines, compressed or not; ``-`` is stdin.

    A run gives those of sites that it has not turned down. A line is what ``specdex extract``
    printed, or has ``site``, ``category`` and ``attributes``: names with a value or several.
    """
    for location in locations:
        if is_run(location):
            with Run(location) as run:
                yield from run.specifications()
        else:
            yield from _file(location)


def _file(location: str) -> Iterator[Specification | Failure]:
    name = "standard input" if location == STDIN else location
    with opened(location) as stream:
        for number in count(1):
            try:
                stream.allowance = MAX_BYTES
                line = stream.readline()
            except Damage as damage:
                yield Failure(name, "read", f"line {number} of {name}: {damage}")
                return
            if not line:
                return
            if line.strip():
                yield _specification(name, number, line)


def _specification(name: str, number: int, line: bytes) -> Specification | Failure:
    try:
        data = json.loads(line)
        attributes = data.get("attributes")
        if isinstance(attributes, dict):
            return _from_attributes(data, attributes)
        return specification_from_line(data)
    except BROKEN as error:
        return Failure(name, "read", f"line {number} of {name} is no specification: {error}")


def _from_attributes(data: Mapping[str, Any], attributes: Mapping[str, Any]) -> Specification:
    pairs = tuple(
        Pair(str(name), str(value))
        for name, values in attributes.items()
        for value in (values if isinstance(values, list) else [values])
    )
    return Specification(
        str(data.get("url") or data.get("id") or ""),
        site=str(data.get("site") or ""),
        category=str(data.get("category") or ""),
        title=str(data.get("title") or ""),
        fragments=(Fragment("", FragmentKind.TABLE, pairs),),
    )
