"""What was made of the last Document is kept, since every step asks for it, until it is forgotten.

A page's tables of contents point at each other and at the Document. Forgetting them when the page
is done frees all of it at once; otherwise the search for cyclic garbage does, later and dearer.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from specdex.html.document import Document

__all__ = ["Kept", "forget"]

Made = TypeVar("Made")
_ALL: list["Kept[object]"] = []


class Kept(Generic[Made]):
    """*make* that remembers what it made of the last Document. For functions of a module."""

    __slots__ = ("_last", "_make")

    def __init__(self, make: Callable[[Document], Made]) -> None:
        self._make = make
        self._last: tuple[Document | None, Made | None] = (None, None)
        _ALL.append(self)  # type: ignore[arg-type]

    def __call__(self, document: Document) -> Made:
        """What was made of *document*."""
        known, made = self._last
        if known is not document or made is None:
            made = self._make(document)
            self._last = (document, made)
        return made

    def forget(self, document: Document) -> None:
        """Let go of what was made of *document*, and close it where it can be closed."""
        known, made = self._last
        if known is document:
            self._last = (None, None)
            close = getattr(made, "close", None)
            if close is not None:
                close()


def forget(document: Document) -> None:
    """Let go of all that was made of *document*: nobody asks about it any more."""
    for kept in _ALL:
        kept.forget(document)
