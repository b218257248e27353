"""Moments as they are written down, and how long a server asks to be left alone."""

import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

__all__ = ["next_second", "now", "retry_after"]

GLANCE = 0.02
"""Seconds between two looks at the clock."""


def now() -> str:
    """The time, in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def next_second() -> str:
    """The next moment that is written down otherwise, waited for: all before it is earlier."""
    before = now()
    while now() == before:
        time.sleep(GLANCE)
    return now()


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
