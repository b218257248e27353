"""The shops of the demo web as seeds to learn from, and as shops to measure on."""

from collections.abc import Iterator
from typing import Any

from benchmarks.crawling.labels import Answer
from benchmarks.crawling.score import SiteTruth
from specdex.demo import DemoWeb, build
from specdex.records import Page
from specdex.urls import canonical

__all__ = ["DemoShop", "demo_seeds", "demo_shops"]


class DemoShop:
    """One shop of the demo web, and what is true of it."""

    def __init__(self, web: DemoWeb, site: str, facts: dict[str, Any]) -> None:
        self.web = web
        self.site = site
        self.facts = facts
        self.home = str(facts["home"])

    @property
    def truth(self) -> dict[str, Any]:
        """Its categories, in the shape that seeds have."""
        return {
            "categories": {
                name: {
                    "entry": _listed(self.facts["entry"].get(name)),
                    "index": _listed(self.facts["index"].get(name)),
                    "parent_listings": (),
                    "products": products,
                }
                for name, products in self.facts["products"].items()
            }
        }

    def answer(self, url: str) -> Answer:
        """What the shop says to a GET of *url*."""
        said = self.web.answer(url)
        page = Page(url, said.body, status=said.status, content_type=said.content_type)
        return Answer(url, page)

    def truths(self) -> list[SiteTruth]:
        """What is true of each of its categories."""
        kinds = {canonical(self.home): "home page"}
        for name, pages in self.facts["products"].items():
            kinds |= dict.fromkeys(map(canonical, pages), f"product: {name}")
        return [
            SiteTruth(
                self.site,
                category,
                frozenset(map(canonical, products)),
                {**kinds, **self._lists(category)},
                traps=tuple(self.facts["traps"]),
            )
            for category, products in self.facts["products"].items()
            if products
        ]

    def _lists(self, category: str) -> dict[str, str]:
        return {
            canonical(url): "list" if name == category else "other list"
            for name, pages in self.facts["index"].items()
            for url in _listed(pages)
        }


def _listed(urls: Any) -> list[str]:
    """One address or several, as a list."""
    if not urls:
        return []
    return [urls] if isinstance(urls, str) else list(urls)


def _shops(*, seeds: bool) -> Iterator[DemoShop]:
    web = build()
    known = web.truth()
    seeded = {site for sites in known["seeds"].values() for site in sites}
    for site, facts in known["sites"].items():
        if facts["kind"] == "shop" and (site in seeded) is seeds:
            yield DemoShop(web, site, facts)


def demo_seeds() -> Iterator[DemoShop]:
    """The shops that a harvest of the demo web begins with."""
    return _shops(seeds=True)


def demo_shops() -> Iterator[DemoShop]:
    """All other shops of the demo web."""
    return _shops(seeds=False)
