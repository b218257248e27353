"""Sitemaps: the addresses a site itself lists, read without trusting a byte of it."""

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from urllib.parse import unquote, urlsplit

from lxml import etree

from specdex.crawling.addresses import is_facet, is_trap, url_pattern
from specdex.crawling.category import Category
from specdex.crawling.entry_pages import BY_ADDRESS, looks_like_a_name, slug
from specdex.crawling.frontier import Role, Step
from specdex.crawling.model import AnchorClassifier
from specdex.lexicon import alternatives
from specdex.text import words
from specdex.urls import canonical, is_web, same_site

__all__ = [
    "SiteAddresses",
    "Sitemap",
    "SitemapEntry",
    "chosen_sitemaps",
    "moment",
    "named_steps",
    "parse_sitemap",
]

GZIP_MAGIC = b"\x1f\x8b"
GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS
MAX_BYTES = 50 << 20
"""What the protocol allows a sitemap to be, unpacked."""
MAX_ENTRIES = 50_000
MAX_SITEMAPS = 3
"""Further files of a sitemap's index that one walk asks for."""
GOOD_FILES = re.compile(r"produ[ck]t|(?<!s)item|artikel|catalog|katalog|shop|store", re.IGNORECASE)
LIST_FILES = re.compile(r"categor|kategor|collection|taxonom", re.IGNORECASE)
BAD_FILES = re.compile(alternatives("addresses.other_sitemaps"), re.IGNORECASE)
"""What a sitemap's own address says of its content."""
SURE = 0.6
NAMED_DIRECTORY = 0.8
"""A product whose address lies in a directory named after the category."""
MIN_DIRECTORY = 3
LIKELY_NAME = 0.9
"""How surely a product's name in its address must read like those found."""
FROM_NAME = 0.6
"""What such a name is worth: one that disappoints ends the trial."""
MAX_ADDRESSES = 50_000
MAX_NAMED = 2_000
TRAIL = "sitemap"


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


def chosen_sitemaps(entries: Sequence[SitemapEntry], home: str) -> list[SitemapEntry]:
    """The files of a sitemap index that most likely list products in the site's own language."""
    tongue = [part for part in urlsplit(home).path.lower().split("/") if part]
    ranked = []
    for place, entry in enumerate(entries):
        name = urlsplit(entry.url).path.lower()
        if not same_site(entry.url, home) or (
            BAD_FILES.search(name) and not GOOD_FILES.search(name)
        ):
            continue
        score = 2 * bool(GOOD_FILES.search(name)) + bool(LIST_FILES.search(name))
        spoken = any(
            f"-{part}." in name or f"/{part}/" in name for part in (*tongue, "en", "en-gb")
        )
        ranked.append((-score, not spoken, place, entry))
    return [entry for *_, entry in sorted(ranked, key=lambda each: each[:3])[:MAX_SITEMAPS]]


def named_steps(sitemap: Sitemap, category: Category, home: str) -> Iterable[Step]:
    """The lists and products that name the category in their address."""
    below: dict[str, list[str]] = defaultdict(list)
    for entry in sitemap.pages:
        url = entry.url
        if not same_site(url, home) or is_trap(url) or is_facet(url):
            continue
        name = slug(url)
        said = 0.0 if looks_like_a_name(name) else category.match(name)
        if said >= SURE:
            yield _step(url, Role.LISTING, BY_ADDRESS * said, name)
        else:
            below[unquote(urlsplit(url).path).rstrip("/").rpartition("/")[0]].append(url)
    for directory, urls in below.items():
        if len(urls) >= MIN_DIRECTORY and category.match(slug(f"http://x{directory}/")) >= SURE:
            for url in urls[:MAX_NAMED]:
                yield _step(url, Role.PRODUCT, NAMED_DIRECTORY, slug(url), inside=True)


def _step(url: str, role: Role, score: float, name: str, *, inside: bool = False) -> Step:
    shape = f"{TRAIL} {url_pattern(url)}"
    return Step(canonical(url), url, role, score, shape, 1, (TRAIL, name), inside)


@dataclass(slots=True)
class SiteAddresses:
    """All addresses that a site's sitemaps list, for when its lists are exhausted."""

    known: dict[str, str] = field(default_factory=dict)
    """Canonical address and address as listed."""
    changed: dict[str, str] = field(default_factory=dict)
    """When a page last changed, by canonical address, where a sitemap tells."""
    asked: int = 0
    """How many further files were asked for."""

    def room(self, wanted: int) -> int:
        """How many of the *wanted* further files may be asked for; they count from now on."""
        granted = max(0, min(wanted, MAX_SITEMAPS - self.asked))
        self.asked += granted
        return granted

    def add(self, sitemap: Sitemap) -> None:
        """Remember what *sitemap* lists."""
        for entry in sitemap.pages:
            if len(self.known) >= MAX_ADDRESSES:
                break
            key = canonical(entry.url)
            self.known.setdefault(key, entry.url)
            if entry.changed:
                self.changed[key] = entry.changed

    def alike(
        self, patterns: frozenset[str], names: AnchorClassifier, seen: set[str]
    ) -> Iterable[Step]:
        """Unseen addresses of a product's pattern whose names read like the products found."""
        for key, url in self.known.items():
            if key in seen or url_pattern(url) not in patterns:
                continue
            name = slug(url)
            likely = names.score(name) if len(words(name)) > 1 else 0.0
            if likely >= LIKELY_NAME:
                yield _step(url, Role.PRODUCT, FROM_NAME * likely, name)
