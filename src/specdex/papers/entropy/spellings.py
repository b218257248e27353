"""Other spellings of a synonym that need no writing down: plurals and abbreviated first words."""

from collections.abc import Iterator

__all__ = ["spellings"]

PLURAL = "s"
MIN_SINGULAR = 3
"""A shorter last word gets no plural, and a shorter rest is no singular."""
LONG = 6
"""From so many letters on, the first word of several may be abbreviated, …"""
SHORT = (3, 4)
"""… to so many."""


def spellings(synonym: str) -> Iterator[str]:
    """*synonym*, its plural or singular, and both with their first word abbreviated.

    >>> list(spellings("page"))
    ['page', 'pages']
    >>> "Pub date" in spellings("Publication date")
    True
    """
    for form in (synonym, _other_number(synonym)):
        if form:
            yield form
            yield from _abbreviated(form)


def _other_number(synonym: str) -> str:
    last = synonym.rpartition(" ")[2]
    if not last.isascii() or not last.isalpha():
        return ""
    if last.lower().endswith(PLURAL):
        return synonym[:-1] if len(last) > MIN_SINGULAR + 1 else ""
    return synonym + PLURAL if len(last) >= MIN_SINGULAR else ""


def _abbreviated(synonym: str) -> Iterator[str]:
    first, _, rest = synonym.partition(" ")
    if rest and len(first) >= LONG and first.isalpha():
        for length in SHORT:
            yield f"{first[:length]} {rest}"
