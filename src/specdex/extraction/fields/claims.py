"""Claims: what one piece of evidence says of a field, and how claims are weighed together."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from specdex.identifiers import gtin_in
from specdex.text import letters_and_digits

__all__ = ["Claim", "believed", "plain_form", "weigh"]

BEGINNING = 60
"""Descriptions that begin alike are the same."""
CERTAIN = 0.99
"""No claim is believed more than this."""


plain_form = lru_cache(maxsize=8192)(letters_and_digits)
"""Names and numbers as they are compared, remembered: a site repeats its brands."""


class Claim:
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


def believed(claim: Claim, confidence: float) -> Claim:
    """The same *claim*, believed so much."""
    return Claim(claim.name, claim.value, claim.node, claim.reader, confidence, claim.xpath)


def weigh(claims: Iterable[Claim]) -> Claim | None:
    """The best of *claims* on one field: readers that agree strengthen each other.

    A reader has one voice a value; its strongest claim gives the spelling and the node.
    """
    groups: dict[str, list[Claim]] = {}
    for claim in claims:
        form = _FORMS.get(claim.name, plain_form)(claim.value)
        if form:
            group = groups.get(form)
            if group is None:
                groups[form] = [claim]
            else:
                group.append(claim)
    best: Claim | None = None
    most = 0.0
    for group in groups.values():
        belief = min(CERTAIN, 1.0 - _doubt(group))
        if best is None or belief > most:
            best, most = _strongest(group), belief
    return None if best is None else believed(best, most)


def _doubt(group: list[Claim]) -> float:
    """How likely it is that all readers of one value are wrong."""
    if len(group) == 1:
        return 1.0 - max(0.0, group[0].confidence)
    voices: dict[str, float] = {}
    for claim in group:
        voices[claim.reader] = max(voices.get(claim.reader, 0.0), claim.confidence)
    doubt = 1.0
    for voice in voices.values():
        doubt *= 1.0 - voice
    return doubt


def _strongest(group: list[Claim]) -> Claim:
    """The first of those that are believed most."""
    strongest = group[0]
    for claim in group:
        if claim.confidence > strongest.confidence:
            strongest = claim
    return strongest
