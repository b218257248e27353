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

_PRINTED = re.compile(r"[^\s,;|()]+")


def groups_by_code(
    specifications: Sequence[Specification], sites: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """The places of specifications, on two sites or more, that share a code rare on each site.

    A code is a word of letters and digits in a title or for a value: a model or part number, or a
    GTIN. Which name it has does not matter, so no language does.
    """
    places: dict[str, set[int]] = defaultdict(set)
    for place, specification in enumerate(specifications):
        for code in _codes(specification):
            places[code].add(place)
    kept = {tuple(sorted(found)) for found in places.values() if _telling(found, sites)}
    return tuple(sorted(kept))


def _telling(places: set[int], sites: Sequence[str]) -> bool:
    if not 1 < len(places) <= MAX_PAGES:
        return False
    pages = Counter(sites[place] for place in places)
    return len(pages) > 1 and max(pages.values()) <= MAX_PAGES_A_SITE


def _codes(specification: Specification) -> Iterator[str]:
    values = [field.value for field in specification.fields]
    values += [pair.value for pair in specification.pairs]
    short = [value for value in values if len(value.split()) <= MAX_WORDS]
    for printed in [*short, *_PRINTED.findall(specification.title)]:
        if len(printed) >= MIN_CODE and any(sign.isdigit() for sign in printed):
            code = letters_and_digits(printed)
            if _is_code(code) and measure(printed) is None:
                yield code


def _is_code(code: str) -> bool:
    if code.isdigit():
        return LONG_NUMBER <= len(code) <= MAX_CODE
    return MIN_CODE <= len(code) <= MAX_CODE and any(sign.isalpha() for sign in code)
