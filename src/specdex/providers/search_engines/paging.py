"""Results that come in pages, each result once."""

from collections.abc import Callable, Sequence
from typing import Any

from specdex.records import SearchResult
from specdex.urls import is_web

__all__ = ["paged", "result_of"]

Turn = Callable[[int], tuple[list[SearchResult], bool]]
"""The results of the page of a number, from 0, and whether there may be more."""


def paged(turn: Turn, pages: int, limit: int) -> Sequence[SearchResult]:
    """At most *limit* different results of at most *pages* pages, up to one with nothing new."""
    found: dict[str, SearchResult] = {}
    for number in range(pages):
        if len(found) >= limit:
            break
        results, more = turn(number)
        fresh = [each for each in results if each.url not in found]
        found.update((each.url, each) for each in fresh)
        if not fresh or not more:
            break
    return tuple(found.values())[:limit]


def result_of(each: Any, title: str, snippet: str) -> SearchResult | None:
    """The result in an entry that has a ``url``; None where it has none that leads anywhere."""
    if not isinstance(each, dict) or not is_web(str(each.get("url") or "")):
        return None
    return SearchResult(str(each["url"]), str(each.get(title) or ""), str(each.get(snippet) or ""))
