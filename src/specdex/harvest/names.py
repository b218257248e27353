"""What shops call the category: in the user's words, and as their own trails and menus teach.

Search results for known products lead to pages of a candidate that show them. What stands in the
trails of such pages is what that shop calls the category, in whatever language; and what the known
shops call it may be what others call it, too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from specdex.crawling.links import site_links
from specdex.crawling.navigation import is_name, shared_name, trail_names
from specdex.crawling.target_pages import product_score, signals
from specdex.html import Document
from specdex.pipeline.crawl import documents
from specdex.ports import RunLike
from specdex.records import Milestone, PageKind, Specification, StoredPage, UrlPattern
from specdex.settings import HarvestSettings
from specdex.text import letters_and_digits
from specdex.urls import canonical, host

__all__ = ["HITS", "CategoryNames", "hit_lines"]

HITS = "hits"
"""The milestone that keeps where a round's candidates show known products."""
PAGES = 3
"""Pages of a shop whose trails are read."""
OF_PRODUCT, MOST_HITS = 2, 6
"""Pages of a candidate that are looked at: so many of each known product, and in all."""
CERTAIN = 2
"""Pages that show known products before they speak for a site."""
AGREEING = 2
"""Shops that must call the category so before others are taken to."""
BETWEEN = " > "
"""What stands between the steps of a trail."""
SURE = 0.5
"""From so much on a page shows a product."""


def hit_lines(hits: Mapping[str, Iterable[tuple[str, str]]], sites: Iterable[str]) -> str:
    """Pages and the products they were found for, of some *sites*, as a milestone keeps them.

    Of what was found for one product the first few: lists name it, too.
    """
    lines = []
    for site in sites:
        found: dict[str, list[str]] = {}
        for url, product in hits.get(site, ()):
            found.setdefault(product, []).append(f"{url} {product}")
        lines += [line for said in found.values() for line in said[:OF_PRODUCT]][:MOST_HITS]
    return "\n".join(lines)


@dataclass
class CategoryNames:
    """The names of the category of the harvest that *settings* describe."""

    run: RunLike
    settings: HarvestSettings
    _shops: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    def of(self, site: str, shops: Iterable[str]) -> tuple[str, ...]:
        """What *site* may call the category: its own word, the user's, those of known *shops*."""
        own = trail_names(self._hit_pages(site))
        counts = Counter(name for shop in shops for name in self._of_shop(shop))
        others = (name for name, count in counts.items() if count >= AGREEING)
        return tuple(dict.fromkeys((*own, *self.settings.names, *others)))

    def hits(self, sites: Sequence[str]) -> list[str]:
        """The pages of *sites* that are said to show known products."""
        wanted = frozenset(sites)
        return [url for url, _ in self._said() if host(url) in wanted]

    def shown(self, site: str) -> Sequence[Document]:
        """The pages of *site* that show known products; none where that may be chance."""
        pages = self._hit_pages(site)
        return pages if len(pages) >= CERTAIN else ()

    def _said(self) -> list[tuple[str, str]]:
        marks = self.run.store.read(Milestone, category=self.settings.category, name=HITS)
        lines = (line for each in marks for line in each.mark.splitlines())
        return [(url, product) for url, _, product in (line.partition(" ") for line in lines)]

    def _hit_pages(self, site: str) -> list[Document]:
        """Those of them that do show one of the products.

        Only pages that were looked at for this count, not those that a walk came to since: so a
        harvest that goes on calls the category as it did when it began to walk.
        """
        stored = self.run.store.read(StoredPage, site=site)
        looked = {page.url for page in stored if not page.depth}
        said = {
            url: product
            for url, product in self._said()
            if host(url) == site and canonical(url) in looked
        }
        return [
            document
            for url, document in documents(self.run, said)
            if letters_and_digits(said[url]) in letters_and_digits(document.text)
            and product_score(signals(document)) >= SURE
        ]

    def _of_shop(self, shop: str) -> tuple[str, ...]:
        if shop not in self._shops:
            stored = self.run.store.read(
                StoredPage, site=shop, kind=PageKind.PRODUCT, category=self.settings.category
            )
            urls = sorted(page.url for page in stored)[:PAGES]
            # as they were read: no page is parsed for its trail alone
            read = (each for url in urls for each in self.run.store.read(Specification, url=url))
            found = shared_name((_said_of(each, "name"), _trail(each)) for each in read)
            found = found or self._of_menu(shop)
            if found:
                self._shops[shop] = found
            return found
        return self._shops[shop]

    def _of_menu(self, shop: str) -> tuple[str, ...]:
        """What the home page of *shop* calls the way to the category: trails say nothing."""
        patterns = self.run.store.read(UrlPattern, site=shop, category=self.settings.category)
        entries = {each.example for each in patterns if each.kind is PageKind.ENTRY}
        homes = (
            each.url for each in self.run.store.read(StoredPage, site=shop, kind=PageKind.HOME)
        )
        links = (link for _, page in documents(self.run, homes) for link in site_links(page))
        named = (link.anchor for link in links if entries & {link.url, link.key})
        return tuple(name for name in named if is_name(name))[:1]


def _trail(specification: Specification) -> list[str]:
    return _said_of(specification, "breadcrumbs").split(BETWEEN)


def _said_of(specification: Specification, name: str) -> str:
    return next((each.value for each in specification.fields if each.name == name), "")
