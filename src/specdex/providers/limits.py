"""What an answer's headers say about how soon to ask again."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import zip_longest
from typing import Protocol

__all__ = ["Headers", "exhausted_for", "retry_after"]


class Headers(Protocol):
    """Headers by name."""

    def get(self, name: str, /) -> str | None:
        """The header called *name*; None where there is none."""
        ...


def retry_after(headers: Headers, now: datetime | None = None) -> float | None:
    """The seconds that ``Retry-After`` asks to wait: a number or a date; None where it does not.

    >>> retry_after({"Retry-After": "120"})
    120.0
    """
    said = (headers.get("Retry-After") or "").strip()
    seconds = _number(said)
    if seconds is not None:
        return seconds
    try:
        until = parsedate_to_datetime(said)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())


def exhausted_for(headers: Headers) -> float:
    """The seconds until the last of the used-up windows of ``X-RateLimit-*`` opens again.

    The headers give one number a window; a window whose limit is 0 has none.

    >>> exhausted_for({"X-RateLimit-Limit": "1, 2000", "X-RateLimit-Remaining": "0, 1999",
    ...                "X-RateLimit-Reset": "1, 86400"})
    1.0
    """
    left, reset, limit = (
        [_number(part.strip()) for part in (headers.get(f"X-RateLimit-{name}") or "").split(",")]
        for name in ("Remaining", "Reset", "Limit")
    )
    waits = [
        wait
        for remaining, wait, size in zip_longest(left, reset, limit)
        if remaining is not None and remaining <= 0 and wait is not None and size != 0
    ]
    return max(waits, default=0.0)


def _number(text: str) -> float | None:
    return float(text) if text.isascii() and text.isdigit() else None
