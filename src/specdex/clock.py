"""Moments as they are written down, and how long a server asks to be left alone."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

__all__ = ["now", "retry_after"]


def now() -> str:
    """The time, in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def retry_after(header: str, moment: datetime | None = None) -> float | None:
    """The seconds that a ``Retry-After`` asks to wait from *moment* on; None where it asks none.

    It is a number of seconds, or a date.

    >>> retry_after("120")
    120.0
    """
    said = header.strip()
    if said.isascii() and said.isdigit():
        return float(said)
    try:
        until = parsedate_to_datetime(said)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - (moment or datetime.now(UTC))).total_seconds())
