"""Traps for crawlers, made when asked for: endless filters, orders, calendars, session ids."""

import re
from calendar import monthrange
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from specdex.demo.sheets import Sheet
from specdex.demo.shops import Offer

__all__ = [
    "FILTER",
    "SORT",
    "calendar_sheet",
    "filtered",
    "in_session",
    "sorted_offers",
    "start_of",
    "with_session",
]

FILTER = "filter"
SORT = "sort"

_MONTH = re.compile(r"/events/(\d{4})-(\d{2})")
_MONTHS = 12
_SESSION = re.compile(r"/s/([0-9a-f]{8})(/.*)", re.DOTALL)
_LOCAL_LINK = re.compile(r'href="(/[^"]*)"')


def filtered(offers: tuple[Offer, ...], chosen: str) -> tuple[Offer, ...]:
    """The offers of the last brand named in a comma-separated filter."""
    brand = chosen.lower().rpartition(",")[2]
    return tuple(offer for offer in offers if offer.product.brand.lower() == brand)


def sorted_offers(offers: tuple[Offer, ...], order: str) -> tuple[Offer, ...]:
    """The offers by price, or by newness (their number in the world)."""
    if order == "0":
        return tuple(sorted(offers, key=lambda offer: float(offer.amount)))
    return tuple(sorted(offers, key=lambda offer: offer.product.id, reverse=True))


def start_of(host: str) -> str:
    """The month a site's calendar opens at."""
    return f"2026-{1 + len(host) % _MONTHS:02d}"


def calendar_sheet(template: str, frame: Mapping[str, Any], path: str) -> Sheet | None:
    """The page of one month, whatever month it is; None for other paths."""
    found = _MONTH.fullmatch(path)
    if not found:
        return None
    year, month = int(found[1]), int(found[2])
    if not (1 <= month <= _MONTHS and year):
        return None
    count = year * _MONTHS + month - 1
    around = [f"/events/{n // _MONTHS:04d}-{n % _MONTHS + 1:02d}" for n in (count - 1, count + 1)]
    days = range(1, monthrange(year, month)[1] + 1)
    return Sheet(
        template,
        lambda: {
            **frame,
            "month": f"{year:04d}-{month:02d}",
            "days": days,
            "before": around[0],
            "after": around[1],
        },
    )


def in_session(path: str) -> tuple[str, str] | None:
    """The path without its session id and the id of the next request; None without a session."""
    found = _SESSION.fullmatch(path)
    if not found:
        return None
    return found[2], blake2b(path.encode(), digest_size=4).hexdigest()


def with_session(html: str, session: str) -> str:
    """The page with the session id in all its local links."""
    return _LOCAL_LINK.sub(rf'href="/s/{session}\1"', html)
