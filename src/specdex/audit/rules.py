"""Audit rules: a readable TOML file, checked before anything is judged.

::

    name = "drugs"

    [attributes.authentication_code]
    columns = ["approval number"]
    code = true
    floor = 0.8

    [rules.R1]
    practice = "unapproved"
    confidence = 0.90
    when = "not exists S (E.authentication_code = S.authentication_code)"
    because = "the approval number {E.authentication_code} is in no row of the register"
"""

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from specdex.audit.conditions import ConditionError, parse_condition, references
from specdex.audit.logic import Formula
from specdex.errors import InputError

__all__ = ["PLACEHOLDER", "Comparison", "Rule", "RuleBook", "parse_rules", "shipped_rules"]

_HEADER = re.compile(r"^\s*\[\s*([^\]]+?)\s*\]")
_AT_LINE = re.compile(r"\(at line (\d+)")
_OPENS_BELOW = re.compile(r"=\s*(?:\"\"\"|''')\s*$")
"""A text that begins on the line after its name."""
CERTAIN = 1.0
_NEGATED = re.compile(r"not\s+(.+)")
PLACEHOLDER = re.compile(r"\{([ES])\.(\w+)\}")


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of the file *origin*."""

    text: str
    origin: str

    def wrong(self, table: str, name: str, sentence: str, before: str = "") -> InputError:
        """The error that says what is wrong with *name* of *table*.

        *before* is the part of the value in front of the mistake.
        """
        line = self.line(table, name)
        if "\n" in before or self._opens_below(line):
            line += before.count("\n") + self._opens_below(line)
        return InputError(f"{self.origin}, line {line}: {sentence}")

    def not_toml(self, error: Exception) -> InputError:
        """The error that says that the file is no TOML."""
        at = _AT_LINE.search(str(error))
        line = at[1] if at else str(max(1, len(self.text.splitlines())))
        return InputError(f"{self.origin}, line {line}: not TOML: {error}")

    def line(self, table: str, name: str) -> int:
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


class Comparison(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How two values of an attribute are compared."""

    columns: tuple[str, ...] = ()
    """What the register calls it, where it does not use the attribute's own name."""
    code: bool = False
    """Only letters and digits count."""
    floor: float = 0.0
    """Values that are equal to this degree or less are different."""
    ignore: tuple[str, ...] = ()
    """Words that do not count: legal forms of companies, say."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition and what follows from it, with what confidence."""

    name: str
    practice: str
    confidence: float
    condition: Formula
    because: str
    clears: bool = False
    """It speaks against the practice: its conclusion is *not* the practice."""


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of one file."""

    name: str
    rules: tuple[Rule, ...]
    attributes: tuple[tuple[str, Comparison], ...] = ()
    origin: str = ""
    text: str = ""

    def comparison(self, attribute: str) -> Comparison:
        """How values of *attribute* are compared."""
        return dict(self.attributes).get(attribute, Comparison())

    def check(self, roles: Collection[str], columns: Collection[str], register: str) -> None:
        """Raise an InputError where a rule speaks of what no page or no register can say."""
        for rule in self.rules:
            for each in references(rule.condition):
                known = roles if each.record == "E" else columns
                if each.attribute not in known:
                    where = "the domain" if each.record == "E" else f"the register {register}"
                    raise Lines(self.text, self.origin).wrong(
                        f"rules.{rule.name}", "when", f"{each}: {where} has no {each.attribute!r}"
                    )


class _RuleTable(msgspec.Struct, forbid_unknown_fields=True):
    practice: str
    confidence: float
    when: str
    because: str


def parse_rules(text: str, origin: str) -> RuleBook:
    """The rules that the TOML *text* of the file *origin* writes down.

    An InputError names the file, the line and what is wrong.
    """
    lines = Lines(text, origin)
    data = _toml(text, lines)
    for name in data:
        if name not in {"name", "about", "rules", "attributes"}:
            raise lines.wrong("", name, f"unknown setting {name!r}")
    tables = data.get("rules")
    if not isinstance(tables, dict) or not tables:
        raise lines.wrong("", "rules", "it has no rules: write [rules.NAME]")
    attributes = data.get("attributes", {})
    if not isinstance(attributes, dict):
        raise lines.wrong("", "attributes", "attributes must be tables: write [attributes.NAME]")
    return RuleBook(
        name=str(data.get("name", origin)),
        rules=tuple(_rule(lines, name, table) for name, table in tables.items()),
        attributes=tuple((name, _comparison(lines, name, t)) for name, t in attributes.items()),
        origin=origin,
        text=text,
    )


def _toml(text: str, lines: Lines) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise lines.not_toml(error) from error


def _table(lines: Lines, path: str, table: Any, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        named = re.search(r"\$\.(\w+)|field `(\w+)`", str(error))
        name = (named[1] or named[2]) if named else ""
        raise lines.wrong(path, name, str(error)) from error


def _comparison(lines: Lines, name: str, table: Any) -> Comparison:
    path = f"attributes.{name}"
    read: Comparison = _table(lines, path, table, Comparison)
    if not 0 <= read.floor < CERTAIN:
        raise lines.wrong(
            path, "floor", f"floor must be from 0 up to, not including, 1: {read.floor}"
        )
    return read


def _rule(lines: Lines, name: str, table: Any) -> Rule:
    path = f"rules.{name}"
    read: _RuleTable = _table(lines, path, table, _RuleTable)
    if not 0 < read.confidence <= CERTAIN:
        sentence = f"confidence must be above 0 and at most 1: {read.confidence}"
        raise lines.wrong(path, "confidence", sentence)
    if not read.practice.strip():
        raise lines.wrong(path, "practice", "the practice has no name")
    try:
        condition = parse_condition(read.when)
    except ConditionError as error:
        sentence = f"the condition of {name}: {error}"
        raise lines.wrong(path, "when", sentence, read.when[: error.position]) from error
    _check_reasons(lines, path, read, condition)
    negated = _NEGATED.fullmatch(read.practice.strip())
    practice = negated[1] if negated else read.practice.strip()
    return Rule(name, practice, read.confidence, condition, read.because, negated is not None)


def _check_reasons(lines: Lines, path: str, read: _RuleTable, condition: Formula) -> None:
    known = {str(each) for each in references(condition)}
    for record, attribute in PLACEHOLDER.findall(read.because):
        if f"{record}.{attribute}" not in known:
            sentence = f"{{{record}.{attribute}}} is no part of the condition"
            raise lines.wrong(path, "because", sentence)


@cache
def shipped_rules(name: str) -> RuleBook:
    """The rules of that name that come with specdex; an InputError where there are none."""
    folder = files("specdex.audit").joinpath("rulebooks")
    known = sorted(each.name.removesuffix(".toml") for each in folder.iterdir())
    if name not in known:
        raise InputError(f"no rules called {name!r}; there are: {', '.join(known)}")
    text = folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse_rules(text, f"{name}.toml")
