"""Brave Search: an index of its own behind a web API; needs a key."""

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
    key,
    paged,
    results_of,
)
from specdex.records import SearchResult

__all__ = ["BraveEngine"]

ADDRESS = "https://api.search.brave.com"
PATH = "/res/v1/web/search"
KEY = "BRAVE_API_KEY"
TOKEN_HEADER = "X-Subscription-Token"  # noqa: S105 - the header's name
A_PAGE = 20
"""Results a page, the most that there may be."""
MAX_PAGES = 10
"""The API skips at most nine."""
MAX_QUERY, MAX_WORDS = 400, 50
"""Signs and words that a query may have."""
REFUSALS = {
    "SUBSCRIPTION_TOKEN_INVALID": f"does not know the key in {KEY}",
    "SUBSCRIPTION_NOT_FOUND": f"knows no subscription for the key in {KEY}",
    "OPTION_NOT_IN_PLAN": f"does not search for the plan of the key in {KEY}",
    "RESOURCE_NOT_ALLOWED": f"does not search for the plan of the key in {KEY}",
    "QUOTA_LIMITED": f"says that the quota of the key in {KEY} is used up",
}
"""The API's own words for what will not pass."""


class BraveEngine:
    """The Brave Search API; its key comes from ``BRAVE_API_KEY`` in the environment."""

    def __init__(
        self,
        address: str = ADDRESS,
        proxy: str = "",
        timeout: float = 20.0,
        market: Market = ANYWHERE,
        spend: Spend = free,
    ) -> None:
        self.address = checked_address(address, keyed=True)
        self._secrets = {TOKEN_HEADER: key(KEY)}
        chosen = {"country": market.country.upper(), "search_lang": market.language.lower()}
        self._market = {name: value for name, value in chosen.items() if value}
        self._asker = Asker(proxy, timeout, _refusal, spend)

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most *limit* different results, best first; asks for pages until there are enough."""
        text = " ".join(query.split()[:MAX_WORDS])[:MAX_QUERY]
        return paged(lambda number: self._page(text, number), MAX_PAGES, limit)

    def _page(self, query: str, number: int) -> tuple[list[SearchResult], bool]:
        asked = urlencode(
            {
                "q": query,
                "count": A_PAGE,
                "offset": number,
                "result_filter": "web",
                "text_decorations": "false",
                "spellcheck": "false",  # an id that looks like a mistake is none
                **self._market,
            }
        )
        question = Question(f"{self.address}{PATH}?{asked}", secrets=self._secrets)
        data = self._asker.ask(question, _wrong)
        entries = (data.get("web") or {}).get("results") or []
        said = data.get("query")
        # where the answer does not say whether there are more pages, there may be
        last = isinstance(said, dict) and said.get("more_results_available") is False
        return results_of(entries, "description"), not last


def _wrong(data: Any) -> str:
    """What is wrong with an answer; one without ``web`` says that nothing was found."""
    if not isinstance(data, dict) or data.get("type") == "ErrorResponse":
        return "did not answer like Brave Search"
    web = data.get("web")
    listed = isinstance(web, dict) and isinstance(web.get("results"), list)
    return "" if listed or web is None else "answered without a list of web results"


def _refusal(status: int, data: Any) -> str:
    """Why the API refuses, in a sentence; its code stands in ``error`` or in ``errors``."""
    del status
    if not isinstance(data, dict):
        return ""
    errors = data.get("errors")
    listed = [data.get("error"), *(errors if isinstance(errors, list) else [])]
    codes = [str(each.get("code")) for each in listed if isinstance(each, dict)]
    return next((REFUSALS[code] for code in codes if code in REFUSALS), "")
