"""Claims: what one piece of evidence says of a field, and how claims are weighed together."""

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from specdex.extraction.fields.gtins import gtin_form
from specdex.text import letters_and_digits

__all__ = ["Claim", "plain_form", "weigh"]

BEGINNING = 60
"""Descriptions that begin alike are the same."""
CERTAIN = 0.99
"""No claim is believed more than this."""


plain_form = lru_cache(maxsize=8192)(letters_and_digits)
"""Names and numbers as they are compared, remembered: a site repeats its brands."""


class Claim(NamedTuple):
    """A value for a field, the node it stands in, who read it, and how much it is believed."""

    name: str
    value: str
    node: int
    reader: str
    confidence: float
    xpath: str = ""
    """The node's address where it is known already."""


def _beginning(value: str) -> str:
    return value[:BEGINNING]


_FORMS: dict[str, Callable[[str], str]] = {
    "price": str,
    "gtin": gtin_form,
    "availability": str,
    "currency": str,
    "image": str,
    "description": _beginning,
}


def weigh(claims: Iterable[Claim]) -> Claim | None:
    """The best of *claims* on one field: readers that agree strengthen each other.

    A reader has one voice a value; its strongest claim gives the spelling and the node.
    """
    groups: dict[str, list[Claim]] = {}
    for claim in claims:
        form = _FORMS.get(claim.name, plain_form)(claim.value)
        if form:
            groups.setdefault(form, []).append(claim)
    best: Claim | None = None
    for group in groups.values():
        voices: dict[str, float] = {}
        for claim in group:
            voices[claim.reader] = max(voices.get(claim.reader, 0.0), claim.confidence)
        doubt = math.prod(1.0 - voice for voice in voices.values())
        strongest = max(group, key=lambda claim: claim.confidence)
        belief = min(CERTAIN, 1.0 - doubt)
        if best is None or belief > best.confidence:
            best = strongest._replace(confidence=belief)
    return best
