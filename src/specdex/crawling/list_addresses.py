"""Addresses of lists: which page of which list an address means."""

import re
from functools import lru_cache
from urllib.parse import urlsplit

from specdex.crawling.traps import FACETS
from specdex.lexicon import alternatives
from specdex.urls import canonical, query

__all__ = ["counts_on", "is_first", "list_of", "page_number", "same_list"]

PAGERS = re.compile(rf"^(?:{alternatives('addresses.pager_parameters')})$", re.IGNORECASE)
PAGER_PATHS = re.compile(
    rf"(?:^|[/_,;.-])(?:{alternatives('addresses.pager_steps')})"
    r"[/_,;=:-]?(\d{1,5})(?=$|[/_,;.?-])|/(\d{1,4})(?:\.\w{2,5})?/?$",
    re.IGNORECASE,
)
"""Query parameters and steps that number the pages of a list."""

MAX_NUMBER = 5_000
REMEMBERED = 1 << 13
"""A site's pages repeat their links."""
_COUNTED = re.compile(r"(?:[-_](\d{1,3}))?(\.\w{2,5})?/?$")
"""A number at the end of a path, before its suffix."""


@lru_cache(maxsize=REMEMBERED)
def page_number(url: str) -> int | None:
    """The number or offset of the page *url* within its list, if its address has one.

    >>> page_number("http://a.example/tv?page=3"), page_number("http://a.example/tv/page/2/")
    (3, 2)
    """
    for name, value in query(url):
        if PAGERS.match(name) and value.isdigit() and int(value) <= MAX_NUMBER:
            return int(value)
    match = PAGER_PATHS.search(urlsplit(url).path)
    number = match and (match.group(1) or match.group(2))
    return int(number) if number else None


@lru_cache(maxsize=REMEMBERED)
def list_of(url: str) -> str:
    """What names the list that *url* is a page of: no page number, no parameters that only sort."""
    parts = urlsplit(canonical(url))
    kept = [
        f"{name}={value}"
        for name, value in query(url)
        if not (PAGERS.match(name) and (not value or value.isdigit())) and not FACETS.match(name)
    ]
    path = PAGER_PATHS.sub("", parts.path).rstrip("/")
    path = path.removesuffix("/page").removesuffix("/index.html").removesuffix(".html")
    return f"{parts.hostname}{path}?{'&'.join(sorted(kept))}"


def same_list(one: str, other: str) -> bool:
    """Whether two addresses differ in nothing but the number of the page."""
    return list_of(one) == list_of(other)


def is_first(url: str) -> bool:
    """Whether *url* is the first page of a list by its number: it was there without it, too."""
    named = {name: value for name, value in query(url) if PAGERS.match(name) and value.isdigit()}
    return any(
        value == "0" or (value == "1" and name != "start") for name, value in named.items()
    ) or (not named and page_number(url) == 1)


def counts_on(url: str, here: str) -> bool:
    """Whether the path of *url* ends in the number after that of *here*; no number is the first.

    >>> counts_on("http://a.example/tv-2", "http://a.example/tv")
    True
    """
    if urlsplit(url).hostname != urlsplit(here).hostname:
        return False
    (one, number), (other, before) = (_counted(urlsplit(each).path) for each in (url, here))
    return one == other and number is not None and number == (before or 1) + 1


def _counted(path: str) -> tuple[str, int | None]:
    """A path without its number, and the number."""
    match = _COUNTED.search(path)
    if match is None:
        return path, None
    stem = path[: match.start()] + (match.group(2) or "")
    return stem, int(match.group(1)) if match.group(1) else None
