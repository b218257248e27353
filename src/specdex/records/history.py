"""What pages said before: their prices over time, and what they said last."""

from dataclasses import dataclass

__all__ = ["GONE", "Observation", "Version"]

GONE = "gone"
"""The availability of what is not there any more."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What a page asked for its product from a moment on, until another says otherwise."""

    url: str
    time: str
    site: str = ""
    category: str = ""
    price: str = ""
    currency: str = ""
    availability: str = ""

    @property
    def terms(self) -> tuple[str, str, str]:
        """Price, currency and availability."""
        return self.price, self.currency, self.availability


@dataclass(frozen=True, slots=True)
class Version:
    """What a page said of its product until a moment."""

    url: str
    time: str
    """When it was found to say something else."""
    site: str = ""
    category: str = ""
    title: str = ""
    said: tuple[tuple[str, str], ...] = ()
    """Names and values."""
