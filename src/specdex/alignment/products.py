"""Which pages seem to speak of one product? Only well enough to compare their values."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from specdex.quantities import measure
from specdex.records import Specification
from specdex.text import letters_and_digits

__all__ = ["groups_by_code"]

MIN_CODE, MAX_CODE = 5, 25
LONG_NUMBER = 12
"""Digits alone are a code from this length on: a GTIN."""
MAX_PAGES_A_SITE = 2
"""A code on more pages of one site does not stand for a product."""
MAX_PAGES = 60
MAX_WORDS = 3
MAX_PRINTED = 2 * MAX_CODE

_DIGIT = re.compile(r"\d")
_PRINTED = re.compile(r"[^\s,;|()]+")


def groups_by_code(
    specifications: Sequence[Specification], sites: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """The places of specifications, on two sites or more, that share a code rare on each site.

    A code is a word of letters and digits in a title or for a value: a model or part number, or a
    GTIN. Which name it has does not matter, so no language does.
    """
    places: dict[str, set[int]] = defaultdict(set)
    codes: dict[str, str] = {}
    for place, specification in enumerate(specifications):
        for printed in _printed(specification):
            code = codes.get(printed)
            if code is None:
                code = codes[printed] = _code(printed)
            if code:
                places[code].add(place)
    kept = {tuple(sorted(found)) for found in places.values() if _telling(found, sites)}
    return tuple(sorted(kept))


def _telling(places: set[int], sites: Sequence[str]) -> bool:
    if not 1 < len(places) <= MAX_PAGES:
        return False
    pages = Counter(sites[place] for place in places)
    return len(pages) > 1 and max(pages.values()) <= MAX_PAGES_A_SITE


def _printed(specification: Specification) -> Iterator[str]:
    """What may be a code."""
    yield from (field.value for field in specification.fields)
    yield from (pair.value for pair in specification.pairs)
    yield from _PRINTED.findall(specification.title)


def _code(printed: str) -> str:
    """The code that *printed* is, or nothing."""
    if not MIN_CODE <= len(printed) <= MAX_PRINTED or _DIGIT.search(printed) is None:
        return ""
    code = letters_and_digits(printed) if len(printed.split()) <= MAX_WORDS else ""
    least = LONG_NUMBER if code.isdigit() else MIN_CODE
    return code if least <= len(code) <= MAX_CODE and measure(printed) is None else ""
