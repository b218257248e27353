"""Where a walk begins: links of pages that may lead to the category, and how surely; sitemaps.

A sitemap lists what a site itself knows of; it is read without trusting a byte of it.
"""

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from enum import StrEnum
from itertools import islice
from urllib.parse import unquote, urlsplit

from lxml import etree

from specdex.crawling.addresses import is_facet, is_trap, url_pattern
from specdex.crawling.category import Category, fold, folded
from specdex.crawling.frontier import Role, Step
from specdex.crawling.links import PageLink
from specdex.crawling.model import AnchorClassifier
from specdex.lexicon import alternatives
from specdex.text import words
from specdex.urls import canonical, is_web, same_site

__all__ = [
    "BY_ADDRESS",
    "EntryVotes",
    "SiteAddresses",
    "Sitemap",
    "SitemapEntry",
    "Strategy",
    "chosen_sitemaps",
    "entry_score",
    "extends",
    "harmonic_mean",
    "looks_like_a_name",
    "moment",
    "named_steps",
    "parse_sitemap",
    "search_scores",
]

BY_ADDRESS = 0.85
"""A category named in the address only is a little less sure than one named in the anchor."""
SHELF, ELECTRONIC, DEPARTMENT, EVERYWHERE, MENU, TILE = 0.38, 0.34, 0.3, 0.25, 0.22, 0.18
"""How much a link may lead to the category without naming it: a shelf that often holds it,
electronics, any department, a list of everything, another entry of a menu, another short link."""
PRODUCT_NAME = 0.35
"""A link that names a model is a product, not a category."""
MAX_MENU_WORDS = 4
MAX_CATEGORY_WORDS = 6
_MODEL = re.compile(r"\b(?=\w*\d)(?=\w*[a-z])[\w-]{3,}\b", re.IGNORECASE)
_ENDING = re.compile(r"\.\w{2,5}$")


def slug(url: str) -> str:
    """The last part of the path of *url*, as words.

    >>> slug("http://a.example/c/12-digital-cameras.html?x=1")
    '12 digital cameras'
    """
    segments = [each for each in unquote(urlsplit(url).path).split("/") if each]
    return " ".join(words(_ENDING.sub("", segments[-1]).replace("_", " "))) if segments else ""


def looks_like_a_name(anchor: str) -> bool:
    """Whether *anchor* reads like the name of a product: long, or with a model number.

    >>> looks_like_a_name("Canon PowerShot SX60 HS"), looks_like_a_name("Digital cameras")
    (True, False)
    """
    return len(words(anchor)) > MAX_CATEGORY_WORDS or bool(_MODEL.search(anchor))


def extends(url: str, above: str) -> bool:
    """Whether the path of *url* lies below that of *above*."""
    root, path = urlsplit(above).path.rstrip("/"), urlsplit(url).path.rstrip("/")
    return len(path) > len(root) > 0 and path.startswith((f"{root}/", f"{root}-", f"{root}_"))


def entry_score(link: PageLink, anchor: str, category: Category) -> float:
    """How surely *link* leads to pages of *category*, from 0 to 1."""
    by_anchor = category.match(anchor)
    by_address = BY_ADDRESS * category.match(slug(link.url))
    if looks_like_a_name(anchor):
        return PRODUCT_NAME * max(by_anchor, by_address)
    if by_anchor:
        return by_anchor
    return max(by_address, _department_score(link, anchor, category))


def _department_score(link: PageLink, anchor: str, category: Category) -> float:
    said = words(fold(anchor))
    if not said or len(said) > MAX_MENU_WORDS:
        return 0.0
    if category.is_shelf(anchor):
        return SHELF
    if any(word in folded("categories.electronics") for word in said):
        return ELECTRONIC
    if any(word in folded("links.departments") for word in said):
        return DEPARTMENT
    if " ".join(said) in folded("links.everything"):
        return EVERYWHERE
    return MENU if link.framed else TILE


class Strategy(StrEnum):
    """How an entry page was proposed."""

    HOME = "from the home page"
    TARGET = "from target pages"
    SEARCH = "by search"


def harmonic_mean(scores: Iterable[float]) -> float:
    """The harmonic mean of *scores*; 0 where there is none, or one is 0.

    >>> harmonic_mean([1.0, 0.5])
    0.6666666666666666
    """
    found = list(scores)
    if not found or min(found) <= 0:
        return 0.0
    return len(found) / sum(1 / score for score in found)


def search_scores(urls: Sequence[str]) -> dict[str, float]:
    """What a search engine's ranking says of each result, from 1 down.

    >>> search_scores(["a", "b"])
    {'a': 1.0, 'b': 0.5}
    """
    size = len(urls)
    return {url: (size - place) / size for place, url in enumerate(urls)}


@dataclass(slots=True)
class EntryVotes:
    """What the three strategies say of each candidate, by canonical address.

    A strategy may speak of a candidate often: from the home page the best path counts, from the
    target pages the average, by search the rank.
    """

    said: dict[str, dict[Strategy, tuple[float, int]]] = field(default_factory=dict)

    def vote(self, key: str, strategy: Strategy, score: float) -> None:
        """Let *strategy* speak of the candidate at *key*."""
        votes = self.said.setdefault(key, {})
        total, count = votes.get(strategy, (0.0, 0))
        if strategy is Strategy.TARGET:
            votes[strategy] = (total + score, count + 1)
        else:
            votes[strategy] = (max(total, score), 1)

    def joined(self, key: str) -> float:
        """The harmonic mean of what the strategies say that have spoken; 0 where fewer than two."""
        votes = self.said.get(key, {})
        if len(votes) < 2:  # noqa: PLR2004 - one alone is no agreement
            return 0.0
        return harmonic_mean(total / count for total, count in votes.values())


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
        lines = (line.strip() for line in body.decode("utf-8", "replace").splitlines())
        listed = (SitemapEntry(canonical(line)) for line in lines if is_web(line))
        return Sitemap(pages=tuple(islice(listed, MAX_ENTRIES)))
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
