"""What a walk may know before it begins: an earlier crawl, or a search within the site."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from specdex.crawling.anchors import AnchorClassifier
from specdex.crawling.category import Category
from specdex.crawling.model import learned
from specdex.records import PageKind, UrlPattern

__all__ = ["NOTHING", "WalkMemory"]


@dataclass(frozen=True, slots=True)
class WalkMemory:
    """Addresses and patterns that a walk starts with."""

    entries: tuple[str, ...] = ()
    """Entry pages of the category, as an earlier crawl found them."""
    products: frozenset[str] = frozenset()
    indexes: frozenset[str] = frozenset()
    """URL patterns of product pages and of lists."""
    hits: tuple[str, ...] = ()
    """What a search engine finds for the category on this site, best first."""
    anchors: Mapping[str, AnchorClassifier] | None = None
    """The classifiers ``entry`` and ``index`` of the category; None for those that ship."""

    def classifier(self, kind: str, category: Category) -> AnchorClassifier:
        """The classifier of *kind* that a walk to *category* begins with, its own to teach."""
        told = self.anchors
        if told is None:
            shipped = learned().anchors
            told = next((shipped[name] for name in category.keys if name in shipped), {})
        return told[kind].copy() if kind in told else AnchorClassifier()

    @classmethod
    def of(cls, patterns: Iterable[UrlPattern], hits: tuple[str, ...] = ()) -> "WalkMemory":
        """What *patterns* of an earlier crawl say."""
        known = list(patterns)
        return cls(
            entries=tuple(each.example for each in known if each.kind is PageKind.ENTRY),
            products=frozenset(each.pattern for each in known if each.kind is PageKind.PRODUCT),
            indexes=frozenset(each.pattern for each in known if each.kind is PageKind.INDEX),
            hits=hits,
        )


NOTHING = WalkMemory()
"""A site never seen before."""
