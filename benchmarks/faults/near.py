"""A crawler that fetches from the demo web within this process: a journey without a network."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from specdex.crawlers.journey import Journey
from specdex.crawlers.lanes import Wishes
from specdex.crawlers.wire import Answer, Order, Robots
from specdex.demo.web import LINKS_HOST, SEARCH_HOST, DemoWeb
from specdex.ports import Recorder, Walk
from specdex.records import Backlink, Page, SearchResult
from specdex.settings import Budget

__all__ = ["NearCrawler", "NearProviders"]

MAX_REDIRECTS = 6
WHEN = "2026-01-01T00:00:00+00:00"
FINE = 200


class NearCrawler:
    """Fetches from *web*; *told* hears the addresses of pages once they are safe."""

    def __init__(
        self,
        web: DemoWeb,
        told: Callable[[list[str]], None] = lambda _: None,
        budget: Budget | None = None,
    ) -> None:
        self.web = web
        self.told = told
        self.budget = budget or Budget()
        self._wishes: defaultdict[str, Wishes] = defaultdict(Wishes)
        self._met: set[str] = set()

    def crawl(
        self, walks: Sequence[Walk], recorder: Recorder, watch: Callable[[], None] | None = None
    ) -> None:
        """Walk all sites to their end."""
        journey = Journey(walks, recorder, self.budget, known=self._wishes)
        answers: list[Answer] = []
        while not journey.is_over():
            with recorder.together():
                for answer in answers:
                    journey.hear(answer)
                orders = list(journey.orders())
            self.told([each.page.url for each in answers if each.page])
            answers = [self._fetch(order) for order in orders]
            if watch:
                watch()
        recorder.close()

    def _fetch(self, order: Order) -> Answer:
        robots = self._robots(urlsplit(order.visit.url).hostname or "")
        url, answer = order.visit.url, self.web.answer(order.visit.url)
        for _ in range(MAX_REDIRECTS):
            if not answer.location:
                break
            url = urljoin(url, answer.location)
            answer = self.web.answer(url)
        size = len(answer.body)
        if answer.status != FINE:
            reason = f"the site answered {answer.status}"
            return Answer(order.lane, None, answer.status, size, reason, robots)
        page = Page(
            url,
            answer.body,
            id=order.visit.url,
            site=order.visit.site,
            content_type=answer.content_type,
            status=FINE,
            fetched=WHEN,
        )
        return Answer(order.lane, page, FINE, size, "", robots)

    def _robots(self, host: str) -> tuple[Robots, ...]:
        """What the robots.txt of *host* names, the first time it is met."""
        if host in self._met:
            return ()
        self._met.add(host)
        answer = self.web.answer(f"http://{host}/robots.txt")
        lines = answer.body.decode("utf-8", "replace").splitlines()
        named = tuple(
            line.partition(":")[2].strip() for line in lines if line.lower().startswith("sitemap:")
        )
        return (Robots(f"http://{host}/robots.txt", 0.0, named),) if answer.status == FINE else ()


class NearProviders:
    """The demo web's own search engine and link index, asked within this process."""

    def __init__(self, web: DemoWeb) -> None:
        self.web = web

    def search(self, query: str, limit: int) -> list[SearchResult]:
        """The results of one page."""
        said = self._said(SEARCH_HOST, "search", {"q": query, "format": "json"})
        return [SearchResult(each["url"], each["title"]) for each in said["results"]][:limit]

    def backlinks(self, site: str, limit: int) -> list[Backlink]:
        """The pages that link to *site*."""
        said = self._said(LINKS_HOST, "backlinks", {"site": site})
        return [Backlink(site, each["url"]) for each in said["backlinks"]][:limit]

    def _said(self, host: str, place: str, asked: Mapping[str, str]) -> Any:
        return json.loads(self.web.answer(f"http://{host}/{place}?{urlencode(asked)}").body)
