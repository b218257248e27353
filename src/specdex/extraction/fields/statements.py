"""Statements: what one piece of evidence says of a field, and how several are weighed."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from specdex.identifiers import gtin_in
from specdex.text import letters_and_digits

__all__ = ["Statement", "again", "believed", "plain_form", "surest", "weigh"]

BEGINNING = 60
"""Descriptions that begin alike are the same."""
CERTAIN = 0.99
"""No statement is believed more than this."""


plain_form = lru_cache(maxsize=2048)(letters_and_digits)
"""Names and numbers as they are compared, remembered: a site repeats its brands."""


class Statement:
    """A value for a field, the node it stands in, who read it, and how much it is believed."""

    __slots__ = ("confidence", "name", "node", "reader", "value", "xpath")

    def __init__(  # noqa: PLR0913, PLR0917 - a record; many are made
        self, name: str, value: str, node: int, reader: str, confidence: float, xpath: str = ""
    ) -> None:
        self.name = name
        self.value = value
        self.node = node
        self.reader = reader
        self.confidence = confidence
        self.xpath = xpath
        """The node's address where it is known already."""


def _beginning(value: str) -> str:
    return value[:BEGINNING]


_FORMS: dict[str, Callable[[str], str]] = {
    "price": str,
    "gtin": gtin_in,
    "availability": str,
    "currency": str,
    "image": str,
    "description": _beginning,
}


def believed(statement: Statement, confidence: float) -> Statement:
    """The same *statement*, believed so much."""
    return Statement(
        statement.name,
        statement.value,
        statement.node,
        statement.reader,
        confidence,
        statement.xpath,
    )


def again(statement: Statement, reader: str, confidence: float) -> Statement:
    """The same *statement* from another *reader*."""
    return Statement(
        statement.name, statement.value, statement.node, reader, confidence, statement.xpath
    )


def surest(statements: Iterable[Statement]) -> list[Statement]:
    """Of each value the statement that is believed most: what one hand wrote is one voice."""
    best: dict[str, Statement] = {}
    for each in statements:
        known = best.get(each.value)
        if known is None or known.confidence < each.confidence:
            best[each.value] = each
    return list(best.values())


def weigh(statements: Iterable[Statement]) -> Statement | None:
    """The best of *statements* on one field: readers that agree strengthen each other.

    A reader has one voice a value; its strongest statement gives the spelling and the node.
    """
    groups: dict[str, list[Statement]] = {}
    for statement in statements:
        form = _FORMS.get(statement.name, plain_form)(statement.value)
        if form:
            group = groups.get(form)
            if group is None:
                groups[form] = [statement]
            else:
                group.append(statement)
    best: Statement | None = None
    most = 0.0
    for group in groups.values():
        belief = min(CERTAIN, 1.0 - _doubt(group))
        if best is None or belief > most:
            best, most = _strongest(group), belief
    return None if best is None else believed(best, most)


def _doubt(group: list[Statement]) -> float:
    """How likely it is that all readers of one value are wrong."""
    if len(group) == 1:
        return 1.0 - max(0.0, group[0].confidence)
    voices: dict[str, float] = {}
    for statement in group:
        voices[statement.reader] = max(voices.get(statement.reader, 0.0), statement.confidence)
    doubt = 1.0
    for voice in voices.values():
        doubt *= 1.0 - voice
    return doubt


def _strongest(group: list[Statement]) -> Statement:
    """The first of those that are believed most."""
    strongest = group[0]
    for statement in group:
        if statement.confidence > strongest.confidence:
            strongest = statement
    return strongest
