"""SearXNG: a search engine of one's own that asks many others, over its JSON interface."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from specdex.errors import ProviderError
from specdex.records import SearchResult
from specdex.search_engines.http import get_json
from specdex.urls import is_web

__all__ = ["SearxngEngine"]

MAX_PAGES = 10


class SearxngEngine:
    """The SearXNG instance at *address*; its settings must allow the ``json`` format."""

    def __init__(self, address: str, proxy: str = "", timeout: float = 20.0) -> None:
        self.address = address.rstrip("/")
        self.proxy = proxy
        self.timeout = timeout

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most *limit* different results, best first; asks for pages until there are enough."""
        found: dict[str, SearchResult] = {}
        for number in range(1, MAX_PAGES + 1):
            if len(found) >= limit:
                break
            fresh = [each for each in self._page(query, number) if each.url not in found]
            if not fresh:
                break
            found.update((each.url, each) for each in fresh)
        return tuple(found.values())[:limit]

    def _page(self, query: str, number: int) -> list[SearchResult]:
        asked = urlencode({"q": query, "format": "json", "pageno": number})
        data = get_json(f"{self.address}/search?{asked}", self.proxy, self.timeout)
        results = data.get("results") if isinstance(data, dict) else None
        if not isinstance(results, list):
            raise ProviderError(f"{self.address} did not answer like SearXNG: no list of results")
        if not results and data.get("unresponsive_engines"):
            raise ProviderError(f"{self.address} could not ask its engines: {_names(data)}")
        return [result for each in results if (result := _result(each))]


def _names(data: dict[str, Any]) -> str:
    """The engines that did not answer; an entry is a name or a list that begins with it."""
    engines = data["unresponsive_engines"]
    named = [each[0] if isinstance(each, list) and each else each for each in engines]
    return ", ".join(sorted({str(each) for each in named}))


def _result(each: Any) -> SearchResult | None:
    if not isinstance(each, dict) or not is_web(str(each.get("url") or "")):
        return None
    title, snippet = each.get("title") or "", each.get("content") or ""
    return SearchResult(str(each["url"]), str(title), str(snippet))
