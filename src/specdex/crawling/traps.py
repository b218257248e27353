"""Addresses that waste a crawl: sessions, calendars, facets, loops, files and back offices."""

import re
from collections import Counter
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlsplit

from specdex.lexicon import alternatives
from specdex.urls import query

__all__ = ["is_facet", "is_file", "is_trap", "without_session"]

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
MAX_URL = 400
MAX_SEGMENTS = 9
MAX_REPEATS = 2
"""A path segment that stands more often than this in one address is a loop."""
MAX_PARAMETERS = 6
_PATH_SESSION = re.compile(
    r";(?:jsessionid|phpsessid|sid)=[^/?#;]*|/\(S\([a-z0-9]{24}\)\)", re.IGNORECASE
)


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
    if len(segments) > MAX_SEGMENTS or _loops(segments) or FILES.search(parts.path):
        return True
    if len(query(url)) > MAX_PARAMETERS:
        return True
    address = f"{unquote(parts.path)}?{unquote(parts.query)}"
    return bool(TIMES.search(address) or AVOIDED_PATHS.search(address))


def is_file(url: str) -> bool:
    """Whether the address of *url* ends like a picture, a script or a document."""
    return bool(FILES.search(urlsplit(url).path))


@lru_cache(maxsize=REMEMBERED)
def is_facet(url: str) -> bool:
    """Whether *url* sorts, filters or dresses a list that has an address of its own."""
    return any(FACETS.match(name) for name, _ in query(url))


def _loops(segments: list[str]) -> bool:
    return any(count > MAX_REPEATS for count in Counter(segments).values())
