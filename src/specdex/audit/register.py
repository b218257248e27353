"""A register: the table of authorised products that offers are held against."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.audit.rules import RuleBook
from specdex.text import letters_and_digits

__all__ = ["Register", "RegisterRow"]


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """One row, by the names of its columns."""

    number: int
    """Its line in a text file, else its place in the table, from 1 on."""
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Register:
    """A whole register."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[RegisterRow, ...]

    def attributes(self, book: RuleBook, attributes: Sequence[str]) -> dict[str, int]:
        """Which column holds each of *attributes*, for those that one does."""
        places = {letters_and_digits(name): place for place, name in enumerate(self.columns)}
        found: dict[str, int] = {}
        for attribute in attributes:
            for name in (attribute, *book.comparison(attribute).columns):
                if letters_and_digits(name) in places:
                    found[attribute] = places[letters_and_digits(name)]
                    break
        return found
