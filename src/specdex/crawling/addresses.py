"""What an address tells of its page: a waste of time, a page of a list, or one like others seen."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlsplit

from specdex.lexicon import alternatives
from specdex.records import PageKind, StoredPage, UrlPattern
from specdex.urls import canonical, query

__all__ = [
    "counts_on",
    "is_facet",
    "is_first",
    "is_trap",
    "learn_patterns",
    "list_of",
    "page_number",
    "same_list",
    "url_pattern",
    "without_session",
]

AVOIDED_PATHS = re.compile(
    rf"(?:^|[/_.=-])(?:{alternatives('addresses.avoided')})(?:$|[/_.=&?-])", re.IGNORECASE
)
FILES = re.compile(rf"\.(?:{alternatives('addresses.file_endings')})$", re.IGNORECASE)
SESSIONS = re.compile(rf"^(?:{alternatives('addresses.session_parameters')})$", re.IGNORECASE)
FACETS = re.compile(rf"^(?:{alternatives('addresses.facet_parameters')})$", re.IGNORECASE)
TIMES = re.compile(
    r"(?:^|[/?&=_-])(?:19|20)\d\d[-/](?:0?[1-9]|1[0-2])(?:[-/](?:0?[1-9]|[12]\d|3[01]))?(?:$|[/&_?-])|"
    r"[?&](?:month|year|day|date|week|monat|jahr|tag|mois|annee|mes)=",
    re.IGNORECASE,
)
"""Addresses of days: a calendar never ends."""

REMEMBERED = 1 << 13
"""A site's pages repeat their links."""
MAX_URL = 400
MAX_SEGMENTS = 9
MAX_REPEATS = 2
"""A path segment that stands more often than this in one address is a loop."""
MAX_PARAMETERS = 6
_PATH_SESSION = re.compile(
    r";(?:jsessionid|phpsessid|sid)=[^/?#;]*|/\(S\([a-z0-9]{24}\)\)", re.IGNORECASE
)
PAGERS = re.compile(rf"^(?:{alternatives('addresses.pager_parameters')})$", re.IGNORECASE)
PAGER_PATHS = re.compile(
    rf"(?:^|[/_,;.-])(?:{alternatives('addresses.pager_steps')})"
    r"[/_,;=:-]?(\d{1,5})(?=$|[/_,;.?-])|/(\d{1,4})(?:\.\w{2,5})?/?$",
    re.IGNORECASE,
)
"""Query parameters and steps that number the pages of a list."""

MAX_NUMBER = 5_000
_COUNTED = re.compile(r"(?:[-_](\d{1,3}))?(\.\w{2,5})?/?$")
"""A number at the end of a path, before its suffix."""
MIN_SEEN = 2
"""Pages that make a pattern."""
MAX_PATTERNS = 20
"""Patterns of one kind that are kept of one site."""
MAX_VALUE = 30
SLUG = "*"
_DIGITS = re.compile(r"\d+")
_PARTS = re.compile(r"[-_+ .]")
KINDS = (PageKind.ENTRY, PageKind.INDEX, PageKind.PRODUCT)


def without_session(url: str) -> str:
    """*url* without the parts that name a visitor.

    >>> without_session("http://a.example/p;jsessionid=1F?sid=9&id=4")
    'http://a.example/p?id=4'
    """
    url = _PATH_SESSION.sub("", url)
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    if not any(SESSIONS.match(name) for name, _ in parse_qsl(parts.query, keep_blank_values=True)):
        return url
    kept = [
        piece
        for piece in parts.query.split("&")
        if not SESSIONS.match(unquote(piece.split("=")[0]))
    ]
    return parts._replace(query="&".join(kept)).geturl()


@lru_cache(maxsize=REMEMBERED)
def is_trap(url: str) -> bool:
    """Whether *url* leads away from products, or nowhere.

    >>> is_trap("http://a.example/cart"), is_trap("http://a.example/calendar?month=5")
    (True, True)
    >>> is_trap("http://a.example/cameras/eos-700d")
    False
    """
    if len(url) > MAX_URL:
        return True
    parts = urlsplit(url)
    segments = [segment for segment in parts.path.split("/") if segment]
    loops = max(Counter(segments).values(), default=0) > MAX_REPEATS
    if len(segments) > MAX_SEGMENTS or loops or FILES.search(parts.path):
        return True
    if len(query(url)) > MAX_PARAMETERS:
        return True
    address = f"{unquote(parts.path)}?{unquote(parts.query)}"
    return bool(TIMES.search(address) or AVOIDED_PATHS.search(address))


@lru_cache(maxsize=REMEMBERED)
def is_facet(url: str) -> bool:
    """Whether *url* sorts, filters or dresses a list that has an address of its own."""
    return any(FACETS.match(name) for name, _ in query(url))


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
            known = example.setdefault((page.kind, pattern), page.url)
            example[page.kind, pattern] = min(known, page.url)
    return tuple(
        UrlPattern(site, category, kind, pattern, count, example[kind, pattern])
        for kind, counts in seen.items()
        for pattern, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))[
            :MAX_PATTERNS
        ]
        if count >= MIN_SEEN or kind is PageKind.ENTRY
    )
