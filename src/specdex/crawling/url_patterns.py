"""URL patterns: what the addresses of a site's products and lists have in common."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from specdex.records import PageKind, StoredPage, UrlPattern
from specdex.urls import query

__all__ = ["learn_patterns", "url_pattern"]

REMEMBERED = 1 << 13
MIN_SEEN = 2
"""Pages that make a pattern."""
MAX_PATTERNS = 20
"""Patterns of one kind that are kept of one site."""
MAX_VALUE = 30
SLUG = "*"
_DIGITS = re.compile(r"\d+")
_PARTS = re.compile(r"[-_+ .]")
KINDS = (PageKind.ENTRY, PageKind.INDEX, PageKind.PRODUCT)


@lru_cache(maxsize=REMEMBERED)
def url_pattern(url: str) -> str:
    """What *url* shares with the addresses of pages like its own.

    >>> url_pattern("http://a.example/cameras/eos-700d-body.html")
    '/cameras/*.html'
    >>> url_pattern("http://a.example/index.php?route=product/product&product_id=42")
    '/index.php?product_id=#&route=product/product'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    segments = [each for each in unquote(parts.path).split("/") if each]
    kept = [_DIGITS.sub("#", each) for each in segments[:-1]]
    if segments:
        kept.append(_last(segments[-1]))
    asked = sorted({f"{name}={_value(value)}" for name, value in query(url)})
    path = "/" + "/".join(kept)
    return f"{path}?{'&'.join(asked)}" if asked else path


def _last(segment: str) -> str:
    """The last part of a path: a name of several words or with digits is any name."""
    stem, dot, ending = segment.rpartition(".")
    if not dot or not ending.isalnum() or len(ending) > len("shtml"):
        stem, dot, ending = segment, "", ""
    if stem.isdigit():
        return f"#{dot}{ending}"
    named = bool(_PARTS.search(stem)) or bool(_DIGITS.search(stem))
    return f"{SLUG if named else stem}{dot}{ending}"


def _value(value: str) -> str:
    return _DIGITS.sub("#", value) if len(value) <= MAX_VALUE else SLUG


def learn_patterns(pages: Iterable[StoredPage], site: str, category: str) -> tuple[UrlPattern, ...]:
    """The patterns of the category's pages among *pages*, commonest first, with an example each."""
    seen: dict[PageKind, Counter[str]] = {kind: Counter() for kind in KINDS}
    example: dict[tuple[PageKind, str], str] = {}
    for page in pages:
        if page.kind in seen and page.category == category:
            # an entry page is kept by its own address: a later crawl begins there
            pattern = page.url if page.kind is PageKind.ENTRY else url_pattern(page.url)
            seen[page.kind][pattern] += 1
            example.setdefault((page.kind, pattern), page.url)
    return tuple(
        UrlPattern(site, category, kind, pattern, count, example[kind, pattern])
        for kind, counts in seen.items()
        for pattern, count in counts.most_common(MAX_PATTERNS)
        if count >= MIN_SEEN or kind is PageKind.ENTRY
    )
