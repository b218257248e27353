"""A walk to given pages and no further: home pages to judge, hubs to read."""

from collections.abc import Sequence

from specdex.html import Document
from specdex.records import PageKind, Sight, Visit

__all__ = ["PageWalk"]


class PageWalk:
    """Sees the pages at *urls* of one site, in this order, and follows no link.

    They are taken for pages of this *kind* and, where one is named, of a *category*.
    """

    def __init__(
        self, site: str, urls: Sequence[str], kind: PageKind = PageKind.OTHER, category: str = ""
    ) -> None:
        self.site = site
        self.urls = tuple(urls)
        self.kind = kind
        self._of = category

    def start(self) -> Sequence[Visit]:
        """All the pages."""
        return tuple(
            Visit(url, self.site, priority=-float(place), expected=self.kind)
            for place, url in enumerate(self.urls)
        )

    def see(self, visit: Visit, document: Document) -> Sight:
        """A page of the kind asked for; nowhere to go from it."""
        if not len(document):
            return Sight(visit, PageKind.OTHER)
        return Sight(visit, self.kind, self._of)
