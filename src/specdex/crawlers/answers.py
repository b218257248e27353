"""What a server answered: whether it is a page, and the page itself."""

from typing import TYPE_CHECKING

from specdex.clock import now
from specdex.records import Page, Visit

if TYPE_CHECKING:
    from scrapy.http import Response

__all__ = ["NOT_MODIFIED", "is_html", "may_be_html", "page_of", "validating_headers"]

NOT_MODIFIED = 304
HTML_TYPES = ("text/html", "application/xhtml+xml", "application/xml", "text/xml")
HTML_SIGNS = (b"<html", b"<!doctype html", b"<head", b"<body")
SNIFFED = 1024
TAG_SIGNS = ('"', "W/")
"""How an ETag begins; anything else that validates is a date."""


def page_of(response: "Response", visit: Visit) -> Page:
    """The page that *response* brings for *visit*."""
    rendered = "playwright" in response.flags
    # where a proxy stands between, the address would be the proxy's
    proxied = response.request is not None and "proxy" in response.request.meta
    return Page(
        url=response.url,
        body=response.body,
        id=visit.url,
        site=visit.site,
        content_type=_header(response, "Content-Type"),
        encoding=str(getattr(response, "encoding", "") or "") if rendered else "",
        status=response.status,
        fetched=now(),
        validator=_header(response, "ETag") or _header(response, "Last-Modified"),
        ip="" if proxied else str(response.ip_address or ""),
    )


def validating_headers(page: Page) -> dict[str, str]:
    """What asks a server for *page* only where it has changed; nothing where it cannot tell."""
    if not page.validator:
        return {}
    tagged = page.validator.startswith(TAG_SIGNS)
    return {"If-None-Match" if tagged else "If-Modified-Since": page.validator}


def may_be_html(content_type: bytes) -> bool:
    """Whether a Content-Type leaves room for HTML; none at all does."""
    kind = content_type.decode("latin-1").partition(";")[0].strip().lower()
    return not kind or kind in HTML_TYPES


def is_html(response: "Response") -> bool:
    """Whether *response* is a page, by its type or, where that says little, by its first bytes."""
    kind = response.headers.get("Content-Type") or b""
    if kind and b"xml" not in kind.replace(b"xhtml", b""):
        return may_be_html(kind)
    start = response.body[:SNIFFED].lower()
    return any(sign in start for sign in HTML_SIGNS)


def _header(response: "Response", name: str) -> str:
    return (response.headers.get(name) or b"").decode("latin-1").strip()
