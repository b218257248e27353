"""Labelled pages for crawling: pagers, types of pages, whole shops."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import msgspec
from lxml import etree
from lxml.cssselect import CSSSelector

from benchmarks.data import lines
from specdex.crawling.links import printed
from specdex.errors import InputError
from specdex.html import Document, parse
from specdex.records import Page
from specdex.urls import canonical, host, registrable_domain

__all__ = [
    "PAGERS",
    "PAGE_TYPES",
    "SHOPS",
    "Answer",
    "LabelledPager",
    "LabelledType",
    "Snapshot",
    "extra_pagers",
    "extra_types",
    "labelled_pagers",
    "labelled_types",
    "snapshots",
]

PAGERS = "pagination/autopager.jsonl.xz"
PAGE_TYPES = "pagetypes/wcxb.jsonl.xz"
SHOPS = "shops/*.jsonl.xz"
MORE_LISTS = "listings/*.jsonl.xz"
SHOP_LISTS = "listings/shops.jsonl.xz"
MORE_PRODUCTS = "specs/modern.jsonl.xz"
MAX_REDIRECTS = 5
NOT_FOUND = 404


@dataclass(frozen=True, slots=True)
class LabelledPager:
    """A page, and which of its links lead to the next page of what it shows."""

    document: Document
    nodes: frozenset[int] | None
    """The links by node, where the labels say; None where they only say the address."""
    addresses: frozenset[str]
    scripted: bool = False
    """Whether the labelled element has no address: only a script knows where it leads."""

    @property
    def host(self) -> str:
        """What is left out together."""
        return registrable_domain(host(self.document.page.url))

    def is_next(self, node: int, key: str) -> bool:
        """Whether the link at *node* to *key* is labelled."""
        return key in self.addresses if self.nodes is None else node in self.nodes


@dataclass(frozen=True, slots=True)
class LabelledType:
    """A page and its type."""

    document: Document
    type: str

    @property
    def site(self) -> str:
        """What is left out together."""
        return registrable_domain(host(self.document.page.url)) or self.document.page.site


@dataclass(frozen=True, slots=True)
class Answer:
    """What a site said."""

    url: str
    """The address that answered, after redirects."""
    page: Page
    requests: int = 1


class Snapshot:
    """A whole shop as it was served, and what is true of it."""

    def __init__(self, path: Path) -> None:
        self.name = path.name.partition(".")[0]
        truth = path.with_name(f"{self.name}.truth.json")
        try:
            self.truth: dict[str, Any] = msgspec.json.decode(truth.read_bytes())
        except (OSError, msgspec.DecodeError) as error:
            raise InputError(f"cannot read {truth}: {error}") from error
        self.pages: Mapping[str, dict[str, Any]] = {
            line["url"].partition("#")[0]: line for line in lines(path)
        }

    @property
    def home(self) -> str:
        """The home page."""
        return str(self.truth["home"])

    def answer(self, url: str) -> Answer:
        """What the shop says to a GET of *url*, redirects followed."""
        line, requests = self.pages.get(url), 1
        while line is not None and line.get("location") and requests < MAX_REDIRECTS:
            url = urljoin(url, line["location"])
            line, requests = self.pages.get(url), requests + 1
        if line is None:
            return Answer(url, Page(url, b"", status=NOT_FOUND), requests)
        body = (line["html"] or "").encode("utf-8", "replace")
        kind = line["content_type"] or ""
        page = Page(url, body, status=line["status"], content_type=kind, encoding="utf-8")
        return Answer(url, page, requests)


def snapshots(data: Path) -> Iterator[Snapshot]:
    """The shops of the labelled data."""
    found = sorted(data.glob(SHOPS))
    if not found:
        raise InputError(f"no snapshots of shops at {data / SHOPS}")
    return (Snapshot(path) for path in found)


def _document(line: Mapping[str, Any]) -> Document:
    body = line["html"].encode("utf-8", "replace")
    return parse(Page(line["url"] or "", body, site=line.get("site") or "", encoding="utf-8"))


def labelled_pagers(data: Path) -> Iterator[LabelledPager]:
    """Pages whose next links are labelled by CSS selectors."""
    for line in lines(data / PAGERS):
        document = _document(line)
        chosen = line["css"].get("next")
        elements = _selected(document, chosen) if chosen else []
        links = [link for link in map(_link, elements) if link is not None]
        addresses = {printed(document.base, link.get("href") or "") for link in links} - {""}
        yield LabelledPager(
            document,
            frozenset(
                node for node, element in enumerate(document.nodes.elements) if element in links
            ),
            frozenset(map(canonical, addresses)),
            scripted=bool(chosen) and not addresses,
        )


def _selected(document: Document, chosen: str) -> list[etree._Element]:
    found = CSSSelector(chosen)(document.element(0).getroottree())
    return [each for each in found if etree.iselement(each)] if isinstance(found, list) else []


def _link(element: etree._Element) -> etree._Element | None:
    """The link that an element is, stands in or holds."""
    around = (element, *element.iterancestors("a"), *element.iterdescendants("a"))
    return next((each for each in around if each.tag == "a" and each.get("href")), None)


def extra_pagers(data: Path) -> Iterator[LabelledPager]:
    """Listing pages whose next page is labelled by its address."""
    for path in sorted(data.glob(MORE_LISTS)):
        for line in lines(path):
            if line.get("pagination"):
                document = _document(line)
                following = line["pagination"].get("next") or ""
                address = printed(document.base, following)
                keys = frozenset({canonical(address)} if address else ())
                yield LabelledPager(document, None, keys)


def labelled_types(data: Path) -> Iterator[LabelledType]:
    """Pages of many sites by type, as the set calls them."""
    for line in lines(data / PAGE_TYPES):
        yield LabelledType(_document(line), line["type"])


def extra_types(data: Path) -> Iterator[LabelledType]:
    """Further product pages and lists of products, of other sets; no page of the snapshots."""
    for line in lines(data / MORE_PRODUCTS):
        yield LabelledType(_document(line), "product")
    for line in lines(data / SHOP_LISTS):
        if line["kind"] == "listing":
            yield LabelledType(_document(line), "collection")
