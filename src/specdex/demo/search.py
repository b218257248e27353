"""A search engine and a link index over all pages of the demo web."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import count
from math import log
from urllib.parse import urlsplit

__all__ = ["Found", "Index"]

_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_HIDDEN = re.compile(r"<(head|script|style)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_LINK = re.compile(r'href="http://([^/"]+)')
_PER_HOST = 3
_REMEMBERED = 100
"""Queries whose further pages are likely to be asked for."""
_TEXTS = 1 << 15
"""Texts whose words are remembered: pages print the same ones again and again."""
_CONTEXT = 80
_TITLE_WEIGHT = 3.0
_NEEDED = 0.5
"""The share of the query's weight a page must answer to."""


@dataclass(frozen=True, slots=True)
class Found:
    """A page of the index."""

    url: str
    title: str
    text: str
    host: str

    def around(self, query: str) -> str:
        """The text around the first word of the query that occurs."""
        low = self.text.lower()
        places = (low.find(word) for word in _words(query))
        place = next((place for place in places if place >= 0), 0)
        return self.text[max(0, place - _CONTEXT) : place + _CONTEXT].strip()


class Index:
    """Words and links of pages, built once from (url, html)."""

    def __init__(self, pages: Iterable[tuple[str, str]]) -> None:
        self._pages: list[Found] = []
        self._places: dict[str, list[int]] = defaultdict(list)
        self._titles: dict[str, set[int]] = defaultdict(set)
        self._links: dict[str, list[str]] = defaultdict(list)
        self.search = lru_cache(_REMEMBERED)(self._search)
        """The pages that answer a query best, at most a few of each site, in the same order."""
        for url, html in pages:
            self._add(url, html)

    def _add(self, url: str, html: str) -> None:
        title = unescape(title_found[1]) if (title_found := _TITLE.search(html)) else url
        parts = unescape(_TAG.sub(" ", _HIDDEN.sub(" ", html))).split()
        number = len(self._pages)
        here = urlsplit(url).hostname or ""
        self._pages.append(Found(url, title, " ".join(parts), here))
        named = set(_words(title))
        for word in named:
            self._titles[word].add(number)
        for word in named.union(*map(_words, set(parts))):
            self._places[word].append(number)
        for host in sorted(set(_LINK.findall(html)) - {here}):
            self._links[host].append(url)

    def _search(self, query: str) -> tuple[Found, ...]:
        scores: dict[int, float] = defaultdict(float)
        met: dict[int, float] = defaultdict(float)
        whole = 0.0
        for word in dict.fromkeys(_words(query)):
            places, named = self._places.get(word, ()), self._titles.get(word, ())
            weight = log(1 + len(self._pages) / (1 + len(places)))
            whole += weight
            for number in places:
                scores[number] += weight * (_TITLE_WEIGHT if number in named else 1.0)
                met[number] += weight
        hits = [number for number in scores if met[number] >= _NEEDED * whole]
        hits.sort(key=lambda number: (-met[number], -scores[number], number))
        of_host: dict[str, Iterator[int]] = defaultdict(count)
        ranked = [self._pages[number] for number in hits]
        return tuple(page for page in ranked if next(of_host[page.host]) < _PER_HOST)

    def backlinks(self, host: str) -> list[str]:
        """The pages of other sites that link to the host, one of each site before seconds."""
        turns: dict[str, Iterator[int]] = defaultdict(count)
        linked = [(urlsplit(url).hostname or "", url) for url in self._links.get(host, [])]
        ranked = sorted((next(turns[site]), site, url) for site, url in linked)
        return [url for _, _, url in ranked]


@lru_cache(maxsize=_TEXTS)
def _words(text: str) -> tuple[str, ...]:
    """Lower-case words; a hyphenated one (an mpn) counts whole and in parts."""
    found: list[str] = []
    for word in _WORD.findall(text.lower()):
        found.append(word)
        if "-" in word:
            found.extend(word.split("-"))
    return tuple(found)
