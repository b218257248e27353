"""A backlink service over HTTP: ``GET {address}/backlinks?site=HOST&limit=N``."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from specdex.providers.client import Asker, Question, Spend, checked_address, free
from specdex.records import Backlink
from specdex.urls import is_web

__all__ = ["BacklinkService"]


class BacklinkService:
    """The service at *address*; it answers ``{"site": …, "backlinks": [{"url": …}, …]}``."""

    def __init__(
        self, address: str, proxy: str = "", timeout: float = 20.0, spend: Spend = free
    ) -> None:
        self.address = checked_address(address)
        self._asker = Asker(proxy, timeout, spend=spend)

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """At most *limit* different pages elsewhere that link to *site*."""
        asked = urlencode({"site": site, "limit": limit})
        data = self._asker.ask(Question(f"{self.address}/backlinks?{asked}"), _wrong)
        found = dict.fromkeys(url for each in data["backlinks"] if (url := _url(each)))
        return tuple(Backlink(site, url) for url in found)[:limit]


def _wrong(data: Any) -> str:
    listed = isinstance(data, dict) and isinstance(data.get("backlinks"), list)
    return "" if listed else "did not answer with a list of backlinks"


def _url(each: Any) -> str:
    url = str(each.get("url") or "") if isinstance(each, dict) else ""
    return url if is_web(url) else ""
