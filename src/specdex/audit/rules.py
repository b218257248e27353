"""What offers are held against: a register, and audit rules, a TOML file checked beforehand.

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
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from specdex.audit.conditions import ConditionError, parse_condition, references
from specdex.audit.logic import Formula
from specdex.errors import InputError
from specdex.text import letters_and_digits
from specdex.toml import TomlFile

__all__ = [
    "PLACEHOLDER",
    "Comparison",
    "Register",
    "RegisterRow",
    "Rule",
    "RuleBook",
    "parse_rules",
    "shipped_rules",
]

CERTAIN = 1.0
_NEGATED = re.compile(r"not\s+(.+)")
PLACEHOLDER = re.compile(r"\{([ES])\.(\w+)\}")


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two values of an attribute are compared."""

    columns: tuple[str, ...] = ()
    """What the register calls it, where it does not use the attribute's own name."""
    code: bool = False
    """Only letters and digits count."""
    floor: float = 0.0
    """Values that are equal to this degree or less are different."""
    ignore: tuple[str, ...] = ()
    """Words that do not count: legal forms of companies, say."""
    strengths: bool = False
    """A number behind the name, and what follows it, is a strength or a package and no name."""


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
                    raise TomlFile(self.text, self.origin).wrong(
                        f"rules.{rule.name}", "when", f"{each}: {where} has no {each.attribute!r}"
                    )


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """One row, by the names of its columns."""

    number: int
    """Its line in a text file, else its place in the table, from 1 on."""
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Register:
    """A whole register."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[RegisterRow, ...]

    def attributes(self, book: RuleBook, attributes: Sequence[str]) -> dict[str, int]:
        """Which column holds each of *attributes*, for those that one does."""
        places = {letters_and_digits(name): place for place, name in enumerate(self.columns)}
        found: dict[str, int] = {}
        for attribute in attributes:
            for name in (attribute, *book.comparison(attribute).columns):
                if letters_and_digits(name) in places:
                    found[attribute] = places[letters_and_digits(name)]
                    break
        return found


@dataclass(frozen=True, slots=True)
class _RuleTable:
    practice: str
    confidence: float
    when: str
    because: str


def parse_rules(text: str, origin: str) -> RuleBook:
    """The rules that the TOML *text* of *origin* writes; an InputError names the wrong line."""
    file = TomlFile(text, origin)
    data = file.tables()
    for name in data:
        if name not in {"name", "about", "rules", "attributes"}:
            raise file.wrong("", name, f"unknown setting {name!r}")
    tables = data.get("rules")
    if not isinstance(tables, dict) or not tables:
        raise file.wrong("", "rules", "it has no rules: write [rules.NAME]")
    attributes = data.get("attributes", {})
    if not isinstance(attributes, dict):
        raise file.wrong("", "attributes", "attributes must be tables: write [attributes.NAME]")
    return RuleBook(
        name=str(data.get("name", origin)),
        rules=tuple(_rule(file, name, table) for name, table in tables.items()),
        attributes=tuple((name, _comparison(file, name, t)) for name, t in attributes.items()),
        origin=origin,
        text=text,
    )


def _comparison(file: TomlFile, name: str, table: Any) -> Comparison:
    path = f"attributes.{name}"
    read = file.read(Comparison, path, table)
    if not 0 <= read.floor < CERTAIN:
        raise file.wrong(
            path, "floor", f"floor must be from 0 up to, not including, 1: {read.floor}"
        )
    return read


def _rule(file: TomlFile, name: str, table: Any) -> Rule:
    path = f"rules.{name}"
    read = file.read(_RuleTable, path, table)
    if not 0 < read.confidence <= CERTAIN:
        sentence = f"confidence must be above 0 and at most 1: {read.confidence}"
        raise file.wrong(path, "confidence", sentence)
    if not read.practice.strip():
        raise file.wrong(path, "practice", "the practice has no name")
    try:
        condition = parse_condition(read.when)
    except ConditionError as error:
        sentence = f"the condition of {name}: {error}"
        raise file.wrong(path, "when", sentence, read.when[: error.position]) from error
    _check_reasons(file, path, read, condition)
    negated = _NEGATED.fullmatch(read.practice.strip())
    practice = negated[1] if negated else read.practice.strip()
    return Rule(name, practice, read.confidence, condition, read.because, negated is not None)


def _check_reasons(file: TomlFile, path: str, read: _RuleTable, condition: Formula) -> None:
    known = {str(each) for each in references(condition)}
    for record, attribute in PLACEHOLDER.findall(read.because):
        if f"{record}.{attribute}" not in known:
            sentence = f"{{{record}.{attribute}}} is no part of the condition"
            raise file.wrong(path, "because", sentence)


@cache
def shipped_rules(name: str) -> RuleBook:
    """The rules of that name that come with specdex; an InputError where there are none."""
    folder = files("specdex.audit").joinpath("rulebooks")
    known = sorted(each.name.removesuffix(".toml") for each in folder.iterdir())
    if name not in known:
        raise InputError(f"no rules called {name!r}; there are: {', '.join(known)}")
    text = folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse_rules(text, f"{name}.toml")
