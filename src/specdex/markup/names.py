"""Names of schema.org as they are compared."""

from functools import lru_cache

__all__ = ["local_name"]


@lru_cache(maxsize=4096)
def local_name(name: str) -> str:
    """The last part of a type's or property's name, in lower case.

    >>> local_name("https://schema.org/Product"), local_name("schema:hasVariant")
    ('product', 'hasvariant')
    """
    return name.rstrip("/#").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2].lower()
