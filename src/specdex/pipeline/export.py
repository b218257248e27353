"""Which exporter writes a file, and specifications from lines and runs."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from specdex import plugins
from specdex.errors import InputError
from specdex.ports import Exporter
from specdex.records import Failure, Specification, specification_from_line
from specdex.runs import RunFolder

__all__ = ["exporter_for", "specifications_at"]

COMPRESSED = ".gz"


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


def specifications_at(
    locations: Iterable[str], stdin: IO[bytes]
) -> Iterator[Specification | Failure]:
    """The specifications in runs and in files of lines that ``specdex extract`` printed."""
    for location in locations:
        if location == "-":
            yield from _lines("standard input", stdin)
        elif RunFolder.is_one(Path(location)):
            with RunFolder(Path(location)) as run:
                yield from run.store.read(Specification)
        else:
            yield from _file(location)


def _file(location: str) -> Iterator[Specification | Failure]:
    try:
        with Path(location).open("rb") as lines:
            yield from _lines(location, lines)
    except OSError as error:
        raise InputError(f"cannot read {location}: {error.strerror or error}") from error


def _lines(name: str, lines: Iterable[bytes]) -> Iterator[Specification | Failure]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield specification_from_line(json.loads(line))
            except (ValueError, InputError, AttributeError, TypeError, LookupError) as error:
                yield Failure(name, "read", f"line {number} of {name} is no specification: {error}")
