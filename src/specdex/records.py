"""The things that flow through the house: frozen, hashable, picklable, each with a JSON form.

>>> pair = Pair("Weight", "675 g", xpath="/html/body/table/tr[1]", reader="structure")
>>> from_json(Pair, to_json(pair)) == pair
True
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from specdex.errors import InputError

__all__ = [
    "KEYS",
    "Backlink",
    "Candidate",
    "Claim",
    "Correspondence",
    "Failure",
    "Field",
    "Fragment",
    "FragmentKind",
    "Link",
    "Match",
    "Offer",
    "Page",
    "PageKind",
    "Pair",
    "Product",
    "ProductId",
    "SearchResult",
    "Sight",
    "Site",
    "SiteStatus",
    "Specification",
    "StoredPage",
    "Visit",
    "Vote",
    "extract_line",
    "from_json",
    "to_json",
]

R = TypeVar("R")


class FragmentKind(StrEnum):
    """How a fragment is marked up."""

    TABLE = "table"
    LIST = "list"
    DL = "dl"
    DIV = "div"


class PageKind(StrEnum):
    """What a page of a site is for."""

    HOME = "home"
    ENTRY = "entry"
    """The first page of a category."""
    INDEX = "index"
    """Any page that lists products of the category."""
    PRODUCT = "product"
    OTHER = "other"
    UNKNOWN = ""


class SiteStatus(StrEnum):
    """How far a site has come in a harvest."""

    SEED = "seed"
    CANDIDATE = "candidate"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Failure:
    """A step that failed for one URL, kept as data."""

    url: str
    step: str
    """The verb that failed: read, fetch, parse, detect, extract …"""
    reason: str
    """One sentence for a person."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as fetched."""

    url: str
    body: bytes
    id: str = ""
    """What the caller calls this page; the URL where nobody said."""
    site: str = ""
    category: str = ""
    content_type: str = ""
    """The Content-Type header, if any."""
    encoding: str = ""
    """The charset where it is known for certain (a decoded source); beats header and meta."""
    status: int = 200
    fetched: str = ""
    """When, in ISO 8601, UTC."""


@dataclass(frozen=True, slots=True)
class StoredPage:
    """Where a fetched page lies, and what it turned out to be."""

    url: str
    site: str
    file: str = ""
    """The WARC file, relative to the run folder."""
    offset: int = -1
    length: int = 0
    status: int = 0
    content_type: str = ""
    fetched: str = ""
    kind: PageKind = PageKind.UNKNOWN
    category: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A hyperlink as printed, its target made absolute."""

    source: str
    """The URL of the page it stands on."""
    target: str
    anchor: str = ""
    xpath: str = ""
    rel: str = ""


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that a walk wants to see."""

    url: str
    site: str
    priority: float = 0.0
    """Higher is fetched earlier."""
    depth: int = 0
    expected: PageKind = PageKind.UNKNOWN
    trail: tuple[str, ...] = ()
    """The anchor texts that led here, from the home page on."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a walk concluded from one page."""

    visit: Visit
    kind: PageKind = PageKind.OTHER
    category: str = ""
    visits: tuple[Visit, ...] = ()
    """Where to go from here."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A name and its value, as printed, and where they came from."""

    name: str
    value: str
    group: str = ""
    """The section heading above the pair, if any."""
    xpath: str = ""
    """The element that holds the value."""
    reader: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may hold a specification: its place among a Document's nodes."""

    node: int
    kind: FragmentKind
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Fragment:
    """The element on a page that holds a specification, with the pairs read from it."""

    xpath: str
    kind: FragmentKind
    pairs: tuple[Pair, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Field:
    """One of the main product's own fields (name, brand, price, sku …)."""

    name: str
    value: str
    xpath: str = ""
    reader: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Specification:
    """What one page says about its main product."""

    url: str
    id: str = ""
    site: str = ""
    category: str = ""
    title: str = ""
    fragments: tuple[Fragment, ...] = ()
    fields: tuple[Field, ...] = ()
    failures: tuple[Failure, ...] = ()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs of all fragments, in page order."""
        return tuple(pair for fragment in self.fragments for pair in fragment.pairs)


@dataclass(frozen=True, slots=True)
class Offer:
    """One product record on a listing page."""

    xpath: str
    name: str = ""
    url: str = ""
    price: str = ""
    image: str = ""


@dataclass(frozen=True, slots=True)
class ProductId:
    """An identifier of a product, as one page of one site gives it."""

    value: str
    kind: str
    """sku, mpn, gtin or model."""
    site: str
    url: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Correspondence:
    """One site's name for an attribute."""

    site: str
    name: str
    attribute: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Match:
    """Two specifications that speak of one product."""

    one: str
    """The URL of the first specification, …"""
    other: str
    """… and of the second."""
    confidence: float = 1.0
    evidence: str = ""
    """What convinced, in words: ``gtin 4006381333931``."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One value of a product's attribute, and the pages that print it."""

    attribute: str
    value: str
    urls: tuple[str, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Product:
    """What all sites say about one product, fused."""

    id: str
    title: str = ""
    category: str = ""
    ids: tuple[str, ...] = ()
    """As ``kind:value``."""
    urls: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    """The value believed for each attribute, …"""
    disputed: tuple[Claim, ...] = ()
    """… and the values that lost."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One hit of a search engine."""

    url: str
    title: str = ""
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class Backlink:
    """A page elsewhere that links to a site."""

    site: str
    """The site that is linked to."""
    url: str
    """The page that links: a hub, perhaps."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Why a site was proposed: one query's or one hub's vote in one round."""

    site: str
    strategy: str
    """search or backlink."""
    evidence: str
    """The query or the hub."""
    weight: float = 1.0
    round: int = 1


@dataclass(frozen=True, slots=True)
class Site:
    """A website, by host, and how far it has come."""

    host: str
    status: SiteStatus = SiteStatus.CANDIDATE
    category: str = ""
    score: float = 0.0
    round: int = 0
    crawled: bool = False
    """True once its walk has ended; a resumed harvest does not walk it again."""
    reason: str = ""
    """Why it was accepted or rejected."""


KEYS: dict[type, tuple[str, ...]] = {
    Site: ("host", "category"),
    Vote: ("site", "strategy", "evidence", "round"),
    Link: ("source", "target", "xpath"),
    StoredPage: ("url",),
    Specification: ("url",),
    ProductId: ("value", "kind", "url"),
    Correspondence: ("site", "name"),
    Match: ("one", "other"),
    Product: ("id",),
    Failure: ("url", "step", "reason"),
}
"""What a store keeps, and which fields tell two records of a kind apart."""


def to_json(record: Any) -> Any:
    """A record as plain JSON values (dicts, lists, strings, numbers)."""
    return msgspec.to_builtins(record)


def from_json(kind: type[R], data: Any) -> R:
    """The record of *kind* that *data* describes; an InputError names what does not fit."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise InputError(f"not a {kind.__name__}: {error}") from error


def extract_line(specification: Specification) -> dict[str, Any]:
    """The line that ``specdex extract`` prints; its shape is a contract."""
    return {
        "id": specification.id or specification.url,
        "url": specification.url,
        "site": specification.site or None,
        "category": specification.category or None,
        "title": specification.title,
        "fragments": [_fragment_line(fragment) for fragment in specification.fragments],
        "fields": {field.name: field.value for field in specification.fields},
        "failures": [to_json(failure) for failure in specification.failures],
    }


def _fragment_line(fragment: Fragment) -> dict[str, Any]:
    return {
        "xpath": fragment.xpath,
        "kind": fragment.kind.value,
        "confidence": round(fragment.confidence, 4),
        "pairs": [[pair.name, pair.value] for pair in fragment.pairs],
        "details": [
            {
                "xpath": pair.xpath,
                "reader": pair.reader,
                "confidence": round(pair.confidence, 4),
                "group": pair.group,
            }
            for pair in fragment.pairs
        ],
    }
