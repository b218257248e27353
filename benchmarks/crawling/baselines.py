"""Walks to compare with: everything in the order it is found, and what the sitemaps list."""

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from specdex.crawling.addresses import FILES
from specdex.crawling.links import site_links
from specdex.crawling.sitemaps import Sitemap, parse_sitemap
from specdex.html import Document
from specdex.records import PageKind, Sight, Visit
from specdex.urls import canonical, same_site

__all__ = ["BreadthFirstWalk", "SitemapWalk"]

ERROR = 400


class BreadthFirstWalk:
    """Follows every link of a site, nearest to the home page first; judges nothing."""

    sitemaps = False

    def __init__(self, site: str, home: str) -> None:
        self.site = site
        self.home = home
        self.known = {canonical(home)}

    def start(self) -> Sequence[Visit]:
        """The home page."""
        return (Visit(self.home, self.site),)

    def see(self, visit: Visit, document: Document) -> Sight:
        """All links of the page that are new."""
        depth = visit.depth + 1
        found = []
        for link in site_links(document):
            if link.key not in self.known and not FILES.search(urlsplit(link.url).path):
                self.known.add(link.key)
                found.append(Visit(link.url, self.site, -float(depth), depth))
        return Sight(visit, visits=tuple(found))


class SitemapWalk:
    """Fetches what a site's sitemaps list, and follows no link."""

    sitemaps = True

    def __init__(self, site: str, home: str) -> None:
        self.site = site
        self.home = home
        self.known = set[str]()

    def start(self) -> Sequence[Visit]:
        """The sitemap at its usual place."""
        return self._files([self.home.rstrip("/") + "/sitemap.xml"])

    def see(self, visit: Visit, document: Document) -> Sight:
        """What a sitemap lists; nothing for a page."""
        if visit.expected is not PageKind.SITEMAP or document.page.status >= ERROR:
            return Sight(visit)
        listed: Sitemap = parse_sitemap(document.page.body)
        pages = tuple(
            Visit(entry.url, self.site) for entry in listed.pages if self._is_new(entry.url)
        )
        return Sight(visit, visits=(*self._files(each.url for each in listed.sitemaps), *pages))

    def _files(self, urls: Iterable[str]) -> tuple[Visit, ...]:
        return tuple(
            Visit(url, self.site, 1.0, 0, PageKind.SITEMAP) for url in urls if self._is_new(url)
        )

    def _is_new(self, url: str) -> bool:
        key = canonical(url)
        if key in self.known or not same_site(url, self.home):
            return False
        self.known.add(key)
        return True
