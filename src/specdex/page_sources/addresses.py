"""Where a saved page came from: what browsers and shops wrote into it."""

import re
from email import message_from_bytes
from email.message import Message
from html import unescape
from typing import NamedTuple
from urllib.parse import urlsplit

from specdex.records import Page
from specdex.urls import host, is_web

__all__ = ["Address", "address_in", "archived_page"]

LOOKED_AT = 1 << 20
"""Bytes at the beginning of a page among which its address is looked for."""
_SAVED = re.compile(
    rb"<!--\s{0,20}saved from url=\(\d{1,6}\)(\S{1,4000})"
    rb"|Page saved with SingleFile\s{1,20}url:\s{0,20}(\S{1,4000})",
    re.IGNORECASE,
)
_TAG = re.compile(rb"<(link|meta|base)\s([^<>]{1,5000})>", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"([a-z:-]{1,40})\s{0,9}=\s{0,9}(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_OVERLONG = re.compile(
    rb"^content-type:(?:[^\r\n]|(?:\r\n?|\n)[ \t]){2000}", re.IGNORECASE | re.MULTILINE
)
"""A header over which Python's reader would take the square of its length."""
MAX_PARTS = 50_000
"""Of an MHTML file."""
_END = re.compile(rb"<body[\s>]", re.IGNORECASE)


class Address(NamedTuple):
    """The address of a page, as far as it is known."""

    url: str = ""
    site: str = ""


def address_in(body: bytes) -> Address:
    """What a page says of its own address: the browser that saved it, canonical, og:url, base.

    A shop that calls its home page canonical everywhere tells its site, not the page.

    >>> address_in(b"<!-- saved from url=(0022)http://shop.example/k1 --><html>")
    Address(url='http://shop.example/k1', site='shop.example')
    """
    start = body[:LOOKED_AT]
    saved = _SAVED.search(start)
    if saved:
        url = _text(saved[1] or saved[2])
        if is_web(url):
            return Address(url, host(url))
    body_at = _END.search(start)
    told = _told(start[: body_at.start()] if body_at else start)
    for name in ("canonical", "og:url", "base"):
        url = told.get(name, "")
        if is_web(url):
            exact = name != "base" and urlsplit(url).path.strip("/")
            return Address(url if exact else "", host(url))
    return Address()


def _told(head: bytes) -> dict[str, str]:
    """The addresses in the elements of a page's *head*, the first of each kind."""
    found: dict[str, str] = {}
    for tag in _TAG.finditer(head):
        said = {
            match[1].lower(): match[2] or match[3] or match[4] or b""
            for match in _ATTRIBUTE.finditer(tag[2])
        }
        rel = said.get(b"rel", b"").lower().split()
        named = said.get(b"property", said.get(b"name", b"")).lower()
        kind = tag[1].lower()
        if kind == b"link" and b"canonical" in rel:
            found.setdefault("canonical", _text(said.get(b"href", b"")))
        elif kind == b"meta" and named == b"og:url":
            found.setdefault("og:url", _text(said.get(b"content", b"")))
        elif kind == b"base":
            found.setdefault("base", _text(said.get(b"href", b"")))
    return found


def _text(raw: bytes) -> str:
    return unescape(raw.decode("utf-8", "replace")).strip()


def archived_page(data: bytes) -> Page | None:
    """The page in an MHTML file, as browsers save it; None where there is none.

    None, too, where it has more parts, or longer headers, than any browser writes.
    """
    if _OVERLONG.search(data) or data.count(b"\n--") > MAX_PARTS:
        return None
    try:
        message = message_from_bytes(data)
        part = next(
            (each for each in message.walk() if each.get_content_type() == "text/html"), None
        )
        body = part.get_payload(decode=True) if part else None
    except (ValueError, LookupError, RecursionError):
        return None
    if part is None or not isinstance(body, bytes):
        return None
    url = _header(message, "Snapshot-Content-Location") or _header(part, "Content-Location")
    address = Address(url, host(url)) if is_web(url) else address_in(body)
    return Page(address.url, body, site=address.site, content_type=_header(part, "Content-Type"))


def _header(message: Message, name: str) -> str:
    return " ".join(str(message[name] or "").split())
