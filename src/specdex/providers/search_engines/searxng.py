"""SearXNG: a search engine of one's own that asks many others, over its JSON interface."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from specdex.providers.client import (
    ANYWHERE,
    Asker,
    Market,
    Question,
    Spend,
    checked_address,
    free,
    paged,
    results_of,
)
from specdex.records import SearchResult

__all__ = ["SearxngEngine"]

MAX_PAGES = 10
FORBIDDEN = 403


class SearxngEngine:
    """The SearXNG instance at *address*; its settings must allow the ``json`` format."""

    def __init__(
        self,
        address: str,
        proxy: str = "",
        timeout: float = 20.0,
        market: Market = ANYWHERE,
        spend: Spend = free,
    ) -> None:
        self.address = checked_address(address)
        # it knows a country only beside a language
        self._market = {"language": str(market)} if market.language else {}
        self._asker = Asker(proxy, timeout, _refusal, spend)

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most *limit* different results, best first; asks for pages until there are enough."""
        seen: list[SearchResult] = []
        return paged(lambda number: self._page(query, number, seen), MAX_PAGES, limit)

    def _page(
        self, query: str, number: int, seen: list[SearchResult]
    ) -> tuple[list[SearchResult], bool]:
        """The results of a page, added to those *seen*, and whether there may be more."""
        asked = urlencode({"q": query, "format": "json", "pageno": number + 1, **self._market})
        first = number == 0
        data = self._asker.ask(
            Question(f"{self.address}/search?{asked}"), lambda data: _wrong(data, first=first)
        )
        found = results_of(data["results"], "content")
        seen += found
        return found, bool(found) and len(seen) != data.get("number_of_results")


def _refusal(status: int, data: Any) -> str:
    """SearXNG forbids what its settings do not allow: as they come, they do not allow JSON."""
    del data
    if status != FORBIDDEN:
        return ""
    return f"refuses ({status}): its search.formats must list json, and its limiter let us pass"


def _wrong(data: Any, *, first: bool) -> str:
    """What is wrong with an answer: nothing found because nobody was asked is no empty answer."""
    results = data.get("results") if isinstance(data, dict) else None
    if not isinstance(results, list):
        return "did not answer like SearXNG: no list of results"
    # a later page is often empty because an engine has but one
    if first and not results and data.get("unresponsive_engines"):
        return f"could not ask its engines: {_names(data)}"
    return ""


def _names(data: dict[str, Any]) -> str:
    """The engines that did not answer; an entry is a name or a list that begins with it."""
    engines = data["unresponsive_engines"]
    if not isinstance(engines, list):
        return "all of them"
    named = [each[0] if isinstance(each, list) and each else each for each in engines]
    return ", ".join(sorted({str(each) for each in named}))
