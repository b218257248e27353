"""Types of pages: one product, a collection of products, or anything else."""

from dataclasses import dataclass

from specdex.crawling.links import PageLink
from specdex.crawling.model import CrawlingModel, learned
from specdex.crawling.page_type_features import page_row
from specdex.html import Document

__all__ = ["COLLECTION", "OTHER", "PRODUCT", "PageType", "page_type"]

PRODUCT, COLLECTION, OTHER = "product", "collection", "other"
PRODUCT_THRESHOLD, COLLECTION_THRESHOLD = 0.3, 0.25
"""How sure each must be; chosen with sites left out."""


@dataclass(frozen=True, slots=True)
class PageType:
    """How surely a page is one product's, and how surely it lists products."""

    product: float
    collection: float

    @property
    def name(self) -> str:
        """The likelier of the two where it is likely enough, ``other`` else.

        >>> PageType(0.9, 0.4).name, PageType(0.1, 0.1).name
        ('product', 'other')
        """
        product, collection = (
            self.product / PRODUCT_THRESHOLD,
            self.collection / COLLECTION_THRESHOLD,
        )
        if max(product, collection) < 1:
            return OTHER
        return PRODUCT if product >= collection else COLLECTION


def page_type(
    document: Document,
    links: tuple[PageLink, ...] | None = None,
    model: CrawlingModel | None = None,
) -> PageType:
    """What *document* is, by its address, markup, scripts, text and lists."""
    told = model or learned()
    row = page_row(document, links)
    return PageType(
        float(told.product.probability(row)[0]), float(told.collection.probability(row)[0])
    )
