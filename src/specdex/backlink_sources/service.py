"""A backlink service over HTTP: ``GET {address}/backlinks?site=HOST&limit=N``."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from specdex.backlink_sources.http import get_json
from specdex.errors import ProviderError
from specdex.records import Backlink
from specdex.urls import is_web

__all__ = ["BacklinkService"]


class BacklinkService:
    """The service at *address*; it answers ``{"site": …, "backlinks": [{"url": …}, …]}``."""

    def __init__(self, address: str, proxy: str = "", timeout: float = 20.0) -> None:
        self.address = address.rstrip("/")
        self.proxy = proxy
        self.timeout = timeout

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """At most *limit* different pages elsewhere that link to *site*."""
        asked = urlencode({"site": site, "limit": limit})
        data = get_json(f"{self.address}/backlinks?{asked}", self.proxy, self.timeout)
        links = data.get("backlinks") if isinstance(data, dict) else None
        if not isinstance(links, list):
            raise ProviderError(f"{self.address} did not answer with a list of backlinks")
        found = dict.fromkeys(url for each in links if (url := _url(each)))
        return tuple(Backlink(site, url) for url in found)[:limit]


def _url(each: Any) -> str:
    url = str(each.get("url") or "") if isinstance(each, dict) else ""
    return url if is_web(url) else ""
