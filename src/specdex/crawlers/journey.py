"""A journey: the lanes of one crawl side by side, what they see recorded, what they want ordered.

It fetches nothing by itself and knows no clock but its own: orders go out, answers come in.
"""

import heapq
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from specdex.clock import now
from specdex.crawlers.lanes import SECONDS, Lane, Purse, Scripts, Wishes
from specdex.crawlers.wire import NOT_MODIFIED, Answer, Order, Robots
from specdex.html import Document
from specdex.ports import Recorder, Walk
from specdex.records import Failure, Page, PageKind, Sight, Visit
from specdex.settings import Budget
from specdex.urls import host, registrable_domain

__all__ = ["SITES_AT_ONCE", "Journey", "validating_headers"]

SITES_AT_ONCE = 64
"""Orders that may be on their way; a site has one at a time, and the others wait in line."""
MAX_PAUSE = 30.0
"""Seconds; a longer Crawl-delay is taken for this."""
TAG_SIGNS = ('"', "W/")
"""How an ETag begins; anything else that validates is a date."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A visit that is under way, and what is at hand of its page."""

    visit: Visit
    outdated: Page | None = None
    """The version that the server is asked to renew."""
    bare: Page | None = None
    """The page as it came without its scripts having run."""


class Journey:
    """Walks many sites side by side and records what it sees; *render* is how (``Scripts``).

    *known* holds the wishes of sites by domain, from earlier journeys and for later ones.
    """

    def __init__(
        self,
        walks: Sequence[Walk],
        recorder: Recorder,
        budget: Budget,
        render: str = "never",
        known: "defaultdict[str, Wishes] | None" = None,
    ) -> None:
        purse = Purse(budget)
        self.known = defaultdict(Wishes) if known is None else known
        self.lanes = [Lane(walk, budget, purse, Scripts(render)) for walk in walks]
        self.recorder = recorder
        self.deadline = time.monotonic() + SECONDS * budget.max_minutes
        self._errands: dict[int, Errand] = {}
        """Of the lanes whose orders are on their way."""
        self._ready = deque(range(len(walks)))
        """The lanes that may ask for their next page, who waits longest first."""
        self._resting: list[tuple[float, int]] = []
        """The lanes whose site wants a pause, and until when."""
        self._urgent: list[Order] = []
        """What is asked for once more, through a browser."""
        for lane in self.lanes:
            lane.wishes = self.known[_domain(f"http://{lane.walk.site}/")]
            lane.add(lane.walk.start())

    def is_over(self) -> bool:
        """Whether nothing is on its way and nothing more will be asked for."""
        wants_more = self._ready or self._resting or self._urgent
        return not self._errands and not (wants_more and self._in_time())

    def patience(self) -> float:
        """The seconds after which there may be orders again, whatever comes until then."""
        if not self._in_time() or len(self._errands) >= SITES_AT_ONCE:
            return SECONDS
        if self._ready:
            return 0.0
        return max(0.0, self._resting[0][0] - time.monotonic()) if self._resting else SECONDS

    def orders(self) -> Iterator[Order]:
        """What to fetch now; lanes that are ready get one turn each, who waits longest first.

        Pages recorded earlier are seen again on the way, one a turn.
        """
        yield from self._urgent
        self._urgent.clear()
        while self._resting and self._resting[0][0] <= time.monotonic():
            self._ready.append(heapq.heappop(self._resting)[1])
        for _ in range(min(len(self._ready), SITES_AT_ONCE)):
            if len(self._errands) >= SITES_AT_ONCE or not self._in_time():
                return
            order = self._next(self._ready.popleft())
            if order:
                yield order

    def again(self) -> list[Order]:
        """What is on its way, once more: whoever fetched it is dead."""
        return [self._order(number, errand) for number, errand in self._errands.items()]

    def hear(self, answer: Answer) -> None:
        """See and record what came; its lane is ready for its next page."""
        lane, errand = self.lanes[answer.lane], self._errands.pop(answer.lane)
        for robots in answer.robots:
            self._obey(robots)
        lane.receive(answer.size)
        if answer.page is not None:
            document = lane.parse(answer.page)
            if self._is_bare(lane, errand, document):
                lane.pay()
                again = Errand(errand.visit, bare=answer.page)
                self._urgent.append(self._order(answer.lane, again))
                return
            self._keep(lane, errand, document)
        elif answer.status == NOT_MODIFIED:
            lane.dates.learn(errand.visit, errand.outdated, changed=False)
            self._unchanged(lane, errand)
        else:
            self._miss(lane, errand, answer)
        self._ready.append(answer.lane)

    def _in_time(self) -> bool:
        return time.monotonic() < self.deadline

    def _next(self, number: int) -> Order | None:
        """The next order of a lane; None where it has to wait, or has ended."""
        lane = self.lanes[number]
        pause = lane.wait()
        if pause:
            heapq.heappush(self._resting, (time.monotonic() + pause, number))
            return None
        visit = lane.take()
        if visit is None:
            lane.end()
            return None
        page = self.recorder.recall(visit.url)
        if page is None:
            is_page = visit.expected is not PageKind.SITEMAP
            errand = Errand(visit, self.recorder.outdated(visit.url) if is_page else None)
            if not lane.dates.spare(visit, errand.outdated):
                return self._order(number, errand)
            self._unchanged(lane, errand)
        else:
            lane.received += len(page.body)
            sight = self._see(lane, visit, lane.parse(page))
            if isinstance(sight, Failure):
                self.recorder.fail(sight)
        lane.pay(-1)
        self._ready.append(number)
        return None

    def _order(self, number: int, errand: Errand) -> Order:
        lane, visit, outdated = self.lanes[number], errand.visit, errand.outdated
        rendered = errand.bare is not None or (
            visit.expected is not PageKind.SITEMAP and lane.scripts.wanted()
        )
        self._errands[number] = errand
        lane.ask()
        headers = validating_headers(outdated) if outdated and not rendered else {}
        return Order(number, visit, headers, rendered, self.deadline - time.monotonic())

    def _is_bare(self, lane: Lane, errand: Errand, document: Document) -> bool:
        """Whether this page shall be asked for once more, through a browser."""
        if errand.bare is not None:
            lane.scripts.compare(len(lane.parse(errand.bare).text), len(document.text))
            return False
        return errand.visit.expected is not PageKind.SITEMAP and (
            not lane.scripts.wanted() and lane.scripts.worth_a_try(document)
        )

    def _keep(self, lane: Lane, errand: Errand, document: Document) -> None:
        """See and record a page; one that is as it was is recorded as such."""
        outdated = errand.outdated
        changed = outdated is None or outdated.body != document.page.body
        lane.dates.learn(errand.visit, outdated, changed=changed)
        if changed:
            self._record(document, self._see(lane, errand.visit, document))
        else:
            self._unchanged(lane, errand)

    def _unchanged(self, lane: Lane, errand: Errand) -> None:
        """See the version that is at hand again, and keep that it is still the latest."""
        if errand.outdated is not None:
            document = lane.parse(replace(errand.outdated, fetched=now()))
            self._record(document, self._see(lane, errand.visit, document))

    def _miss(self, lane: Lane, errand: Errand, answer: Answer) -> None:
        """Keep why a page did not come."""
        if errand.bare is not None:
            # no browser made it richer; what came without one counts
            lane.scripts.compare(1, 0)
            self._keep(lane, errand, lane.parse(errand.bare))
        elif errand.visit.expected is not PageKind.SITEMAP:
            reason = answer.reason or "it did not come"
            self.recorder.fail(Failure(errand.visit.url, "fetch", reason))
            self._meet(lane, errand.visit.url)
            lane.miss(errand.visit, answer.status)

    def _see(self, lane: Lane, visit: Visit, document: Document) -> Sight | Failure:
        """What a lane's walk makes of a page, fetched or recalled."""
        self._meet(lane, visit.url)
        self._meet(lane, document.page.url)
        return lane.see(visit, document)

    def _meet(self, lane: Lane, url: str) -> None:
        """Queue the sitemaps of a host before its first page is seen, also when that is recalled.

        So what is asked for next follows from what was recorded: a crawl that was stopped goes on
        as it would have.
        """
        place = _place(url)
        if place not in lane.met:
            named = self.recorder.named(lane.walk.site, place, lane.sitemaps_at(place))
            if named:
                lane.met.add(place)
                lane.add_sitemaps(named)

    def _record(self, document: Document, sight: Sight | Failure) -> None:
        if isinstance(sight, Failure):
            self.recorder.fail(sight)
        else:
            self.recorder.record(document.page, sight, document)

    def _obey(self, robots: Robots) -> None:
        """Keep the Crawl-delay that a site asks for, within reason, and the sitemaps it names."""
        wishes, place = self.known[_domain(robots.url)], _place(robots.url)
        wishes.delay = max(wishes.delay, min(robots.delay, MAX_PAUSE))
        named = (*wishes.sitemaps.get(place, ()), *robots.sitemaps)
        wishes.sitemaps[place] = tuple(dict.fromkeys(named))


def _domain(url: str) -> str:
    return registrable_domain(host(url))


def _place(url: str) -> str:
    """The host and port of *url*, whose robots.txt counts for it."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def validating_headers(page: Page) -> dict[str, str]:
    """What asks a server for *page* only where it has changed; nothing where it cannot tell."""
    if not page.validator:
        return {}
    tagged = page.validator.startswith(TAG_SIGNS)
    return {"If-None-Match" if tagged else "If-Modified-Since": page.validator}
