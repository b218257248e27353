"""Queries: what a search engine is asked for each known product."""

from collections.abc import Iterable
from dataclasses import dataclass

from specdex.text import collapse, letters_and_digits

__all__ = ["Query", "queries"]

SHORT = 6
"""An id of fewer letters and digits means other things as well; the category's name joins it."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked for one product."""

    product: str
    """The product id."""
    text: str
    """What the search engine gets."""


def queries(ids: Iterable[str], category: str = "", *, words: bool = False) -> list[Query]:
    """A query for each different id, in order: the id in quotes, after it the category's name.

    The name is left out where the id is telling enough, unless *words* asks for it always.

    >>> [query.text for query in queries(["EOS 700D", "X100"], "camera")]
    ['"EOS 700D"', '"X100" camera']
    """
    found: dict[str, Query] = {}
    for product in ids:
        name = collapse(product.replace('"', " "))
        plain = letters_and_digits(name)
        if plain and plain not in found:
            vague = words or len(plain) < SHORT
            text = f'"{name}" {category}' if vague and category else f'"{name}"'
            found[plain] = Query(product, text)
    return list(found.values())
