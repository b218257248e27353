"""Search results kept in a file: JSON lines, one a query."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from specdex.errors import ProviderError
from specdex.records import SearchResult, json_of
from specdex.text import collapse
from specdex.urls import is_web

__all__ = ["ResultsFile"]


class ResultsFile:
    """The results in the file at *address*: ``{"query", "results": [{"url", "title"}]}`` a line."""

    def __init__(self, address: str, proxy: str = "") -> None:
        del proxy  # a file is at hand
        self.address = address

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most *limit* results kept for *query*; none where the file does not know it."""
        return self._known.get(collapse(query.lower()), ())[:limit]

    @cached_property
    def _known(self) -> dict[str, tuple[SearchResult, ...]]:
        try:
            text = Path(self.address).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ProviderError(f"cannot read {self.address}: {error}") from error
        known: dict[str, tuple[SearchResult, ...]] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                query, results = self._line(line, number)
                known[query] = (*known.get(query, ()), *results)
        return known

    def _line(self, line: str, number: int) -> tuple[str, tuple[SearchResult, ...]]:
        try:
            data = json_of(line)
            results = tuple(map(_result, data["results"]))
            return collapse(str(data["query"]).lower()), results
        except (ValueError, KeyError, TypeError) as error:
            raise ProviderError(f"{self.address}, line {number}, holds no results") from error


def _result(data: Any) -> SearchResult:
    url = str(data["url"])
    if not is_web(url):
        raise ValueError(url)
    return SearchResult(url, str(data.get("title") or ""), str(data.get("snippet") or ""))
