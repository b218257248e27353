"""URLs: canonical form, hosts, registrable domains; all offline."""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urljoin, urlsplit

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

__all__ = [
    "absolute",
    "bare",
    "canonical",
    "host",
    "is_web",
    "query",
    "registrable_domain",
    "same_site",
]

DEFAULT_PORTS = {"http": 80, "https": 443}
REMEMBERED = 1 << 12
"""Addresses whose host is known: each is asked for again and again."""
_CANONICAL = re.compile(
    r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*/(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*/)*"
    r"(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*)?(?:\?[A-Za-z0-9_-]+=[A-Za-z0-9_.-]+)?"
)
"""Most addresses are written in a way that nothing is to be changed about."""


@lru_cache(maxsize=REMEMBERED)
def host(url: str) -> str:
    """The host of *url* in lower case without ``www.``; empty where there is none.

    >>> host("https://www.Shop.example:8080/a")
    'shop.example'
    """
    try:
        name = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return name.lower().rstrip(".").removeprefix("www.")


@cache
def _suffixes() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415 - hardly ever needed

    return PublicSuffixList()


@cache
def registrable_domain(name: str) -> str:
    """The part of a host name that somebody registered, by the bundled public-suffix list.

    >>> registrable_domain("foto.shop.co.uk")
    'shop.co.uk'
    """
    plain = name.lower()
    # nothing is registered below a name of two parts, and the list is long to read
    return plain if plain.count(".") <= 1 else str(_suffixes().privatesuffix(plain) or plain)


def same_site(one: str, other: str) -> bool:
    """Whether two URLs belong to one registrable domain."""
    mine, theirs = host(one), host(other)
    if not mine or mine == theirs:
        return bool(mine)
    return registrable_domain(mine) == registrable_domain(theirs)


def is_web(url: str) -> bool:
    """Whether *url* is http or https with a host."""
    try:
        parts = urlsplit(url)
        return parts.scheme in DEFAULT_PORTS and bool(parts.hostname)
    except ValueError:
        return False


def canonical(url: str) -> str:
    """One spelling for one address: sorted query, no fragment, no default port; idempotent.

    >>> canonical("HTTP://Shop.Example:80/a/../b?z=1&a=2#top")
    'http://shop.example/b?a=2&z=1'
    """
    if _CANONICAL.fullmatch(url):
        return url
    from w3lib.url import canonicalize_url, safe_url_string  # noqa: PLC0415 - slow to start

    try:
        clean = canonicalize_url(safe_url_string(url.strip()))
        parts = urlsplit(clean)
        port = parts.port
    except ValueError:
        return url
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        return clean
    netloc = parts.hostname if ":" not in parts.hostname else f"[{parts.hostname}]"
    if port is not None and port != DEFAULT_PORTS[parts.scheme]:
        netloc = f"{netloc}:{port}"
    found = parts._replace(netloc=netloc, path=_without_dots(parts.path) or "/").geturl()
    # one object for one address: crawls keep many of them, in more than one place
    return url if found == url else found


def bare(url: str) -> str:
    """An address without what differs between two captures of one page.

    >>> bare("https://www.shop.example/p/1/") == bare("http://shop.example/p/1")
    True
    """
    return canonical(url).partition("://")[2].removeprefix("www.").rstrip("/")


def absolute(base: str, href: str) -> str:
    """The canonical web address that *href* means on the page *base*; empty where it is none."""
    href = href.strip()
    if _CANONICAL.fullmatch(href):
        return href
    try:
        target = urljoin(base, href)
    except ValueError:
        return ""
    return canonical(target) if is_web(target) else ""


def query(url: str) -> tuple[tuple[str, str], ...]:
    """The query of *url* as names and values, in order."""
    try:
        return tuple(parse_qsl(urlsplit(url).query, keep_blank_values=True))
    except ValueError:
        return ()


def _without_dots(path: str) -> str:
    """*path* with its dot segments resolved as RFC 3986 5.2.4 says."""
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/".join(kept)
