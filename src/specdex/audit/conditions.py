"""The conditions of rules: a small language over E (what a page says) and S (a register's row).

::

    condition  = term { "or" term }
    term       = factor { "and" factor }
    factor     = "not" factor | "exists" "S" "(" condition ")" | "(" condition ")" | test
    test       = "has" REFERENCE | REFERENCE ( "=" | "!=" | "~" ) ( REFERENCE | "TEXT" )
    REFERENCE  = "E." NAME | "S." NAME

``~`` asks whether values are near and yet not the same: a misprint, or an imitation.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from specdex.audit.logic import Both, Either, Formula, Leaf, Negation, leaves

__all__ = [
    "Compared",
    "ConditionError",
    "Exists",
    "Has",
    "Reference",
    "asks_row",
    "parse_condition",
    "references",
]

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"[^"]*"|'[^']*')|(?P<reference>[ES]\.\w+)|(?P<word>\w+)|(?P<sign>!=|[=~()]))"""
)
EXTRACTED, REGISTER = "E", "S"
MAX_DEPTH = 40
"""Conditions are not nested deeper."""


class ConditionError(ValueError):
    """A condition that cannot be read; says what is wrong and where it stands."""

    def __init__(self, sentence: str, position: int) -> None:
        super().__init__(sentence)
        self.position = position


@dataclass(frozen=True, slots=True)
class Reference:
    """An attribute of E or S."""

    record: str
    attribute: str

    def __str__(self) -> str:
        return f"{self.record}.{self.attribute}"


@dataclass(frozen=True, slots=True)
class Compared(Leaf):
    """Two values are the same, to a degree; or *near*: alike, but not the same."""

    left: Reference
    right: Reference | str
    near: bool = False

    def __str__(self) -> str:
        right = self.right if isinstance(self.right, Reference) else f'"{self.right}"'
        return f"{self.left} {'~' if self.near else '='} {right}"


@dataclass(frozen=True, slots=True)
class Has(Leaf):
    """A value is given at all."""

    what: Reference

    def __str__(self) -> str:
        return f"has {self.what}"


@dataclass(frozen=True, slots=True)
class Exists(Leaf):
    """The part holds for a row of the register."""

    part: Formula

    def __str__(self) -> str:
        return f"exists S ({self.part})"


def references(condition: Formula) -> Iterator[Reference]:
    """The attributes that *condition* speaks of."""
    for test in leaves(condition):
        match test:
            case Compared(left, right):
                yield left
                if isinstance(right, Reference):
                    yield right
            case Has(what):
                yield what
            case Exists(part):
                yield from references(part)


def asks_row(condition: Formula) -> bool:
    """Whether *condition* asks something of a single row, outside of any ``exists``."""
    tests = (test for test in leaves(condition) if not isinstance(test, Exists))
    return any(each.record == REGISTER for test in tests for each in references(test))


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    position: int


def parse_condition(text: str) -> Formula:
    """The condition that *text* writes down; a ConditionError says what is wrong.

    >>> print(parse_condition('not exists S (E.code = S.code)'))
    not (exists S (E.code = S.code))
    """
    parser = _Parser(list(_tokens(text)), len(text))
    condition = parser.condition(0)
    parser.end()
    return condition


def _tokens(text: str) -> Iterator[_Token]:
    position = 0
    while text[position:].strip():
        match = _TOKEN.match(text, position)
        if match is None:
            position += len(text[position:]) - len(text[position:].lstrip())
            raise ConditionError(f"{text[position]!r} means nothing here", position)
        kind = match.lastgroup or ""
        yield _Token(kind, match[kind], match.start(kind))
        position = match.end()


class _Parser:
    """Reads tokens from first to last."""

    def __init__(self, tokens: list[_Token], length: int) -> None:
        self.tokens = tokens
        self.at = 0
        self.length = length

    def peek(self) -> str:
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def take(self, *wanted: str) -> bool:
        """Step over the next token if it is one of *wanted*."""
        if self.peek() not in wanted or not self.peek():
            return False
        self.at += 1
        return True

    def wrong(self, sentence: str) -> ConditionError:
        here = self.tokens[self.at] if self.at < len(self.tokens) else None
        found = f", not {here.text!r}" if here else ", but it ends here"
        return ConditionError(sentence + found, here.position if here else self.length)

    def end(self) -> None:
        if self.at < len(self.tokens):
            raise self.wrong("expected 'and', 'or' or the end")

    def condition(self, depth: int) -> Formula:
        parts = [self.term(depth)]
        while self.take("or"):
            parts.append(self.term(depth))
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def term(self, depth: int) -> Formula:
        parts = [self.factor(depth)]
        while self.take("and"):
            parts.append(self.factor(depth))
        return parts[0] if len(parts) == 1 else Both(tuple(parts))

    def factor(self, depth: int) -> Formula:
        if depth > MAX_DEPTH:
            raise self.wrong("it is nested too deep; expected something simpler")
        if self.take("not"):
            return Negation(self.factor(depth + 1))
        if self.take("exists"):
            if not self.take(REGISTER):
                raise self.wrong("expected 'S' behind 'exists'")
            return Exists(self.inner(depth))
        if self.peek() == "(":
            return self.inner(depth)
        return self.test()

    def inner(self, depth: int) -> Formula:
        if not self.take("("):
            raise self.wrong("expected '('")
        condition = self.condition(depth + 1)
        if not self.take(")"):
            raise self.wrong("expected ')'")
        return condition

    def test(self) -> Formula:
        if self.take("has"):
            return Has(self.reference())
        left, sign = self.reference(), self.peek()
        if not self.take("=", "!=", "~"):
            raise self.wrong("expected '=', '!=' or '~'")
        compared = Compared(left, self.operand(), near=sign == "~")
        return Negation(compared) if sign == "!=" else compared

    def operand(self) -> Reference | str:
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "text":
            self.at += 1
            return self.tokens[self.at - 1].text[1:-1]
        return self.reference()

    def reference(self) -> Reference:
        if self.at >= len(self.tokens) or self.tokens[self.at].kind != "reference":
            raise self.wrong("expected E.attribute or S.attribute")
        self.at += 1
        record, _, attribute = self.tokens[self.at - 1].text.partition(".")
        return Reference(record, attribute)
