"""A crawler that asks no shop: the same walks through what an archive holds of a site."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from specdex.crawlers.journey import Journey
from specdex.crawlers.wire import Answer, Order, Robots
from specdex.ports import PageArchive, Recorder, Walk
from specdex.records import Failure, Page
from specdex.settings import Budget

__all__ = ["ArchiveCrawler"]

LIST = "/sitemap-of-the-archive.txt"
"""Where a walk finds the addresses that the archive holds: as if the site had a sitemap of them."""
MAX_LISTED = 50_000
"""As many as a sitemap may have."""
BREATH = 0.5
"""Seconds at most until it is looked whether a walk goes on."""
NOT_FOUND = 404


class ArchiveCrawler:
    """Fetches what walks decide from *archive*, within *budget*."""

    def __init__(self, archive: PageArchive, budget: Budget | None = None) -> None:
        self.archive = archive
        self.budget = budget or Budget()

    def crawl(
        self, walks: Sequence[Walk], recorder: Recorder, watch: Callable[[], None] | None = None
    ) -> None:
        """Walk all sites to their end; *watch* is called after every turn."""
        try:
            journey = Journey(walks, recorder, self.budget)
            while not journey.is_over():
                with recorder.together():
                    orders = list(journey.orders())
                    for order in orders:
                        journey.hear(self._answer(order))
                if watch:
                    watch()
                if not orders:
                    time.sleep(min(journey.patience(), BREATH))
        finally:
            recorder.close()

    def _answer(self, order: Order) -> Answer:
        visit = order.visit
        home = f"https://{visit.site}"
        listing = home + LIST
        if visit.url == listing:
            addresses = self.archive.addresses(visit.site)[:MAX_LISTED]
            body = "\n".join(addresses).encode("utf-8", "replace")
            page: Page | Failure = Page(listing, body, site=visit.site, content_type="text/plain")
        else:
            page = self.archive.page(visit.url, visit.site)
        robots = (Robots(visit.url, 0.0, (listing,)),)
        if isinstance(page, Failure):
            return Answer(order.lane, status=NOT_FOUND, reason=page.reason, robots=robots)
        kept = replace(page, id=visit.url, site=visit.site)
        return Answer(order.lane, kept, page.status, len(page.body), robots=robots)
