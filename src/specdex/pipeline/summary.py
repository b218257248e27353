"""What a run holds, site by site."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from specdex.records import Failure, PageKind, Site, Specification, StoredPage
from specdex.runs import RunFolder
from specdex.urls import host

__all__ = ["SiteSummary", "summary"]


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """One site of a run."""

    site: Site
    pages: int
    products: int
    specifications: int
    pairs: int
    failures: int

    def line(self) -> dict[str, Any]:
        """As a JSON line."""
        return {
            "site": self.site.host,
            "status": self.site.status.value,
            "round": self.site.round,
            "pages": self.pages,
            "products": self.products,
            "specifications": self.specifications,
            "pairs": self.pairs,
            "failures": self.failures,
            "reason": self.site.reason,
        }


def summary(run: RunFolder) -> list[SiteSummary]:
    """Every site that *run* knows, in the order it came to know them."""
    pages: Counter[str] = Counter()
    products: Counter[str] = Counter()
    captures: set[tuple[str, int]] = set()
    for page in run.store.read(StoredPage):
        # one capture may have several addresses: a redirect's both ends
        pages[page.site] += (page.file, page.offset) not in captures
        captures.add((page.file, page.offset))
        products[page.site] += page.kind is PageKind.PRODUCT
    specifications: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    for specification in run.store.read(Specification):
        specifications[specification.site] += bool(specification.pairs)
        pairs[specification.site] += len(specification.pairs)
    failures = Counter(host(failure.url) for failure in run.store.read(Failure))
    return [
        SiteSummary(
            site,
            pages[site.host],
            products[site.host],
            specifications[site.host],
            pairs[site.host],
            failures[site.host],
        )
        for site in run.store.read(Site)
    ]
