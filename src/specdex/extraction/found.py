"""What the structural readers pass among each other: a pair as found, not yet a record."""

from enum import IntEnum
from typing import NamedTuple

__all__ = ["Evidence", "Found"]


class Evidence(IntEnum):
    """Why a text was taken for a label, weakest first."""

    PLACE = 0
    """It comes first of two."""
    DASH = 1
    """A dash follows it."""
    BOLD = 2
    """It stands out."""
    COLON = 3
    """A colon follows it."""
    MARKUP = 4
    """Its tag says so: th, dt, label."""


class Found(NamedTuple):
    """A name and a value, and where the value stands."""

    name: str
    value: str
    group: str
    node: int
    evidence: Evidence
