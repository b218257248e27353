"""Sitemaps: the addresses a site itself lists, read without trusting a byte of it."""

import zlib
from dataclasses import dataclass
from datetime import UTC, datetime, time

from lxml import etree

from specdex.urls import canonical, is_web

__all__ = ["Sitemap", "SitemapEntry", "moment", "parse_sitemap"]

GZIP_MAGIC = b"\x1f\x8b"
GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS
MAX_BYTES = 50 << 20
"""What the protocol allows a sitemap to be, unpacked."""
MAX_ENTRIES = 50_000


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """One address of a sitemap."""

    url: str
    changed: str = ""
    """Its ``lastmod``, as ``moment`` understands it."""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What one sitemap file lists: pages, or further sitemaps where it is an index."""

    pages: tuple[SitemapEntry, ...] = ()
    sitemaps: tuple[SitemapEntry, ...] = ()


def parse_sitemap(body: bytes) -> Sitemap:
    """What the sitemap in *body* (XML or lines, gzipped or not) lists; nothing where it is none.

    >>> parse_sitemap(b"<urlset><url><loc>http://a.example/</loc></url></urlset>").pages[0].url
    'http://a.example/'
    """
    body = _unpacked(body)
    if body.lstrip()[:1] != b"<" and not body.startswith(b"\xef\xbb\xbf<"):
        return Sitemap(pages=_lines(body))
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        return Sitemap()
    if root is None:
        return Sitemap()
    return Sitemap(pages=_entries(root, "url"), sitemaps=_entries(root, "sitemap"))


def moment(printed: str) -> str:
    """The latest second that a date *printed* in a sitemap can mean, UTC; empty where it is none.

    >>> moment("2024-05-01"), moment("2024-05-01T10:00:00+02:00"), moment("yesterday")
    ('2024-05-01T23:59:59+00:00', '2024-05-01T08:00:00+00:00', '')
    """
    text = printed.strip()
    try:
        found = datetime.fromisoformat(text)
        if len(text) <= len("2024-05-01"):
            # no hour is told: the page may have changed until the day was over
            found = datetime.combine(found, time(23, 59, 59))
        found = found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return ""
    return found.isoformat(timespec="seconds")


def _unpacked(body: bytes) -> bytes:
    """*body* out of its gzip, never more than a sitemap may be."""
    if not body.startswith(GZIP_MAGIC):
        return body[:MAX_BYTES]
    inflater = zlib.decompressobj(GZIP_OR_ZLIB)
    try:
        return inflater.decompress(body, MAX_BYTES)
    except zlib.error:
        return b""


def _lines(body: bytes) -> tuple[SitemapEntry, ...]:
    """The addresses of a text sitemap, one a line."""
    lines = (line.strip() for line in body.decode("utf-8", "replace").splitlines())
    return tuple(SitemapEntry(canonical(line)) for line in lines if is_web(line))[:MAX_ENTRIES]


def _entries(root: etree._Element, name: str) -> tuple[SitemapEntry, ...]:
    """The entries of *root* in elements called *name*, whatever their namespace."""
    found: list[SitemapEntry] = []
    for element in root.iter("{*}" + name):
        parts = {
            etree.QName(child).localname: child.text or "" for child in element.iterchildren("*")
        }
        url = parts.get("loc", "").strip()
        if is_web(url):
            found.append(SitemapEntry(canonical(url), moment(parts.get("lastmod", ""))))
        if len(found) == MAX_ENTRIES:
            break
    return tuple(found)
