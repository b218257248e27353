"""Reading the TOML file of a domain: its shape, and the line of whatever is wrong."""

import re
import tomllib
from dataclasses import dataclass
from typing import Any

from specdex.errors import InputError
from specdex.text import letters_and_digits

__all__ = ["DomainFile", "Role", "read_domain"]

TEXTS = frozenset({"name", "about", "parent"})
LISTS = frozenset({"categories", "qualifiers", "without"})
ROLE_TEXTS = frozenset({"about", "pattern", "unit"})
ROLE_FLAGS = frozenset({"title", "offer"})
ROLES = "roles"
SYNONYMS = "synonyms"
DIGIT = r"\d"
"""What the value of a role with a unit must hold where no pattern is given."""

_HEADER = re.compile(r"^\s*\[\s*([^\]]+?)\s*\]")
_LINE = re.compile(r"\(at line (\d+)")


@dataclass(frozen=True, slots=True)
class Role:
    """One attribute of a domain."""

    name: str
    synonyms: tuple[str, ...] = ()
    about: str = ""
    pattern: str = ""
    """A regular expression that a value must contain a match of; empty: anything goes."""
    unit: str = ""
    """What the number is counted in, for people and for ``audit``."""
    title: bool = False
    """Where no label says it, the record's title does."""
    offer: bool = False
    """It belongs to the offer (price, stock), not to the product."""

    def fits(self, value: str) -> bool:
        """Whether *value* may be one of this role."""
        pattern = self.pattern or (DIGIT if self.unit else "")
        return not pattern or re.search(pattern, value, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class DomainFile:
    """What stands in a domain file."""

    text: str
    origin: str
    name: str
    about: str = ""
    parent: str = ""
    categories: tuple[str, ...] = ()
    qualifiers: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    roles: tuple[Role, ...] = ()

    def wrong(self, name: str, role: str, sentence: str) -> InputError:
        """The error that says what is wrong with *name* of *role* (or of the whole file)."""
        return _wrong(self.text, self.origin, (role, name), sentence)


def read_domain(text: str, origin: str) -> DomainFile:
    """What the TOML *text* says; an InputError names *origin*, the line and what is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _LINE.search(str(error))
        line = at[1] if at else len(text.splitlines())
        raise InputError(f"{origin}, line {line}: not TOML: {error}") from error
    known = TEXTS | LISTS | {ROLES}
    for name, value in data.items():
        if name not in known:
            raise _wrong(text, origin, ("", name), f"unknown setting {name!r}")
        if name != ROLES:
            _check(text, origin, ("", name), value, wants_text=name in TEXTS)
    tables = data.get(ROLES, {})
    if not isinstance(tables, dict) or not tables:
        raise _wrong(text, origin, ("", ROLES), "it has no roles: write [roles.NAME]")
    if "name" not in data:
        raise InputError(f"{origin}, line 1: it has no name")
    named: dict[str, Any] = {name: data[name] for name in TEXTS if name in data}
    named |= {name: tuple(data[name]) for name in LISTS if name in data}
    roles = tuple(_role(text, origin, name, table) for name, table in tables.items())
    return DomainFile(text=text, origin=origin, roles=roles, **named)


def _role(text: str, origin: str, name: str, table: Any) -> Role:
    if not isinstance(table, dict):
        raise _wrong(text, origin, ("", name), f"{name} is no table: write [roles.{name}]")
    for setting, value in table.items():
        where = (name, setting)
        if setting not in ROLE_TEXTS | ROLE_FLAGS | {SYNONYMS}:
            raise _wrong(text, origin, where, f"unknown setting {setting!r} of role {name!r}")
        if setting in ROLE_FLAGS:
            if not isinstance(value, bool):
                raise _wrong(text, origin, where, f"{setting} must be true or false")
            continue
        _check(text, origin, where, value, wants_text=setting in ROLE_TEXTS)
    read = Role(name, **{**table, SYNONYMS: tuple(table.get(SYNONYMS, ()))})
    _check_words(text, origin, read)
    return read


def _check_words(text: str, origin: str, role: Role) -> None:
    for synonym in role.synonyms:
        if not letters_and_digits(synonym):
            sentence = f"the synonym {synonym!r} has no letters"
            raise _wrong(text, origin, (role.name, SYNONYMS), sentence)
    try:
        re.compile(role.pattern)
    except re.error as error:
        sentence = f"the pattern of {role.name!r} is no regular expression: {error}"
        raise _wrong(text, origin, (role.name, "pattern"), sentence) from error


def _check(text: str, origin: str, where: tuple[str, str], value: Any, *, wants_text: bool) -> None:
    if wants_text:
        if not isinstance(value, str):
            raise _wrong(text, origin, where, f"{where[1]} must be a text")
    elif not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _wrong(text, origin, where, f"{where[1]} must be a list of texts")


def _wrong(text: str, origin: str, where: tuple[str, str], sentence: str) -> InputError:
    return InputError(f"{origin}, line {_line(text, *where)}: {sentence}")


def _line(text: str, role: str, name: str) -> int:
    """The line where *name* of *role* stands; that of the role's table, or 1, where none does."""
    table, found = "", 1
    wanted = f"{ROLES}.{role}" if role else ""
    within = {wanted} if role else {"", ROLES}
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            table = header[1].replace('"', "").replace("'", "")
            if table == (wanted or f"{ROLES}.{name}"):
                found = number
        elif table in within and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line):
            return number
    return found
