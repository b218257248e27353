"""TOML files that people write: what they say, or which line is wrong, and why, in plain words."""

import re
import tomllib
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import msgspec

from specdex.errors import InputError

__all__ = ["TomlFile", "in_words", "tables_of"]

T = TypeVar("T")
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list of texts",
    "object": "a table",
}
"""Kinds of values, as they are told."""
MAX_DOTS = 1000
"""Parts of a name; reading one takes the square of their number."""
_NO_NAME = re.compile(r"[=,{}\[\]#\n]")
_PROBLEM = re.compile(
    r"Expected `(?P<wanted>[^`]+)`, got `(?P<given>[^`]+)` - at `\$\.(?P<name>[^`]+)`"
)
"""How a value of the wrong kind is reported."""
_MISSING = re.compile(r"missing required field `(\w+)`")
_HEADER = re.compile(r"^\s*\[\s*([^\]]+?)\s*\]")
_AT_LINE = re.compile(r"\(at line (\d+)")
_OPENS_BELOW = re.compile(r"=\s*(?:\"\"\"|''')\s*$")
"""A text that begins on the line after its name."""


def tables_of(text: str) -> dict[str, Any]:
    """What *text* of a stranger says; a ValueError where it is no TOML, or hides an abyss."""
    if any(part.count(".") > MAX_DOTS for part in _NO_NAME.split(text)):
        raise ValueError(f"a name has more than {MAX_DOTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


@dataclass(frozen=True, slots=True)
class TomlFile:
    """The *text* of the file called *origin*."""

    text: str
    origin: str

    def tables(self) -> dict[str, Any]:
        """All that it says; an InputError where it is no TOML."""
        try:
            return tables_of(self.text)
        except ValueError as error:
            at = _AT_LINE.search(str(error))
            line = at[1] if at else str(max(1, len(self.text.splitlines())))
            raise InputError(f"{self.origin}, line {line}: not TOML: {error}") from error

    def read(self, kind: type[T], table: str, data: Any, **given: Any) -> T:
        """The *data* of a *table*, as a *kind* of dataclass, with what is *given* besides."""
        group, _, which = table.partition(".")
        if not isinstance(data, dict):
            raise self.wrong(group, which, f"{which} is no table: write [{table}]")
        known = {each.name for each in fields(kind)} - given.keys()  # type: ignore[arg-type]
        for name in data:
            if name not in known:
                of = f" of {group.removesuffix('s')} {which!r}" if which else ""
                raise self.wrong(table, name, f"unknown setting {name!r}{of}")
        try:
            return msgspec.convert({**data, **given}, kind)
        except msgspec.ValidationError as error:
            name, sentence = in_words(str(error))
            raise self.wrong(table, name.partition("[")[0], sentence) from error

    def wrong(self, table: str, name: str, sentence: str, before: str = "") -> InputError:
        """The error that says what is wrong with *name* of *table*.

        *before* is the part of the value in front of the mistake.
        """
        line = self._line(table, name)
        if "\n" in before or self._opens_below(line):
            line += before.count("\n") + self._opens_below(line)
        return InputError(f"{self.origin}, line {line}: {sentence}")

    def _line(self, table: str, name: str) -> int:
        """The line of *name* in *table*; that of the table, or 1, where it does not stand there."""
        here, found = "", 1
        for number, line in enumerate(self.text.splitlines(), 1):
            header = _HEADER.match(line)
            if header:
                here = header[1].replace('"', "").replace("'", "")
                if here == table or (not table and here.partition(".")[0] == name):
                    found = number
            elif (
                here == table and name and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line)
            ):
                return number
        return found

    def _opens_below(self, line: int) -> bool:
        lines = self.text.splitlines()
        return line <= len(lines) and _OPENS_BELOW.search(lines[line - 1]) is not None


def in_words(problem: str) -> tuple[str, str]:
    """Which setting a report of msgspec's is about, and what is wrong with it.

    >>> in_words("Expected `int`, got `str` - at `$.discovery.rounds`")
    ('discovery.rounds', 'discovery.rounds must be a whole number, not a text')
    """
    missing = _MISSING.search(problem)
    if missing:
        return missing[1], f"it has no {missing[1]}"
    found = _PROBLEM.fullmatch(problem)
    if not found:
        return "", problem
    wanted, given = (
        " or ".join(KINDS.get(each, each) for each in kinds.split(" | "))
        for kinds in found.group("wanted", "given")
    )
    return found["name"], f"{found['name']} must be {wanted}, not {given}"
