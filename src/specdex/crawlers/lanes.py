"""A lane: one site's walk, the visits it still wants, and what it may still cost."""

import heapq
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count

from specdex.crawlers.wire import GONE
from specdex.html import Document, needs_scripts, parse
from specdex.ports import Walk
from specdex.records import Failure, Page, PageKind, Sight, Visit
from specdex.settings import Budget, Limits
from specdex.urls import canonical, is_web, same_site

__all__ = ["Dates", "Lane", "Purse", "Scripts", "Wishes"]

TRIALS = 2
"""Pages that have to agree before a site is rendered, or never rendered."""
RICHER = 1.5
"""How much more text a browser has to show for its trouble."""
KEPT = 3
"""Pages whose date in a sitemap must have been true before a site's dates are believed."""
SECONDS = 60.0
FIRST = 100.0
"""The priority of the sitemaps that a robots.txt names."""
MAX_SITEMAPS = 10


@dataclass(slots=True)
class Purse:
    """What a whole crawl has spent of its budget."""

    budget: Budget
    pages: int = 0
    received: int = 0

    def is_empty(self) -> bool:
        """Whether nothing more may be fetched."""
        return (
            self.pages >= self.budget.max_crawl_pages
            or self.received >= self.budget.max_crawl_bytes
        )


@dataclass(slots=True)
class Scripts:
    """Whether a site needs a browser, as far as its pages have told."""

    mode: str = "auto"
    """auto, never or always."""
    richer: int = 0
    poorer: int = 0

    def wanted(self) -> bool:
        """Whether pages of this site are to be rendered at once."""
        return self.mode == "always" or (self.mode == "auto" and self.richer >= TRIALS)

    def worth_a_try(self, document: Document) -> bool:
        """Whether this page, which came without its scripts having run, shall be rendered too."""
        undecided = self.mode == "auto" and self.poorer < TRIALS and not self.wanted()
        return undecided and document.page.status < 400 and needs_scripts(document)  # noqa: PLR2004

    def compare(self, bare: int, rendered: int) -> None:
        """Learn from one page's text, in characters, without and with a browser."""
        if rendered > RICHER * max(bare, 1):
            self.richer += 1
        else:
            self.poorer += 1


@dataclass(slots=True)
class Dates:
    """Whether a site's sitemaps tell truly when its products changed, as far as pages have told."""

    kept: int = 0
    broken: bool = False

    def spare(self, visit: Visit, outdated: Page | None) -> bool:
        """Whether the page at hand need not be asked for again."""
        return self.kept >= KEPT and not self.broken and _is_current(visit, outdated)

    def learn(self, visit: Visit, outdated: Page | None, *, changed: bool) -> None:
        """Hold what a sitemap says against a page that was asked for all the same."""
        if _is_current(visit, outdated):
            self.broken = self.broken or changed
            self.kept += not changed


def _is_current(visit: Visit, outdated: Page | None) -> bool:
    """Whether a sitemap says that a product's page has not changed since it was fetched."""
    product = visit.expected is PageKind.PRODUCT
    return product and outdated is not None and "" < visit.changed < outdated.fetched


@dataclass(slots=True)
class Wishes:
    """What a site asked of earlier journeys, and when it was last spoken to."""

    delay: float = 0.0
    """Seconds between two requests that its robots.txt asks for."""
    sitemaps: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Those that a robots.txt names, by the host and port whose it is."""
    last: float = 0.0
    """When its last answer came."""


@dataclass(slots=True)
class Lane:
    """One site's walk and the visits it still wants, best first."""

    walk: Walk
    budget: Budget
    purse: Purse | None = None
    """What all lanes share."""
    scripts: Scripts = field(default_factory=lambda: Scripts("never"))
    dates: Dates = field(default_factory=Dates)
    spent: int = 0
    """Pages asked for."""
    received: int = 0
    """Bytes that came."""
    began: float = 0.0
    """When it first asked for a page."""
    queue: list[tuple[float, int, Visit]] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    wishes: Wishes = field(default_factory=Wishes)
    """Shared with other lanes, and later ones, of the same site."""
    met: set[str] = field(default_factory=set)
    """The hosts and ports whose sitemaps are queued."""
    order: "count[int]" = field(default_factory=count)

    def add(self, visits: Iterable[Visit]) -> None:
        """Queue *visits*, each address once."""
        for visit in visits:
            key = canonical(visit.url)
            if key not in self.asked and _is_whole(visit.url):
                self.asked.add(key)
                heapq.heappush(self.queue, (-visit.priority, next(self.order), visit))

    def sitemaps_at(self, place: str) -> Sequence[str]:
        """The site's own sitemaps that the robots.txt of *place* is known to name, the first."""
        home = f"http://{self.walk.site}/"
        named = self.wishes.sitemaps.get(place, ())
        return [url for url in named if _is_whole(url) and is_web(url) and same_site(url, home)][
            :MAX_SITEMAPS
        ]

    def add_sitemaps(self, urls: Sequence[str]) -> None:
        """Queue the sitemaps that a robots.txt names, for a walk that reads such."""
        if getattr(self.walk, "sitemaps", False):
            site = self.walk.site
            self.add(Visit(url, site, FIRST, 0, PageKind.SITEMAP, ("sitemap",)) for url in urls)

    def take(self) -> Visit | None:
        """The next visit within the budget; None where the lane has ended."""
        while self.queue and not self.is_spent():
            visit = heapq.heappop(self.queue)[2]
            if visit.depth <= self.budget.max_depth:
                self.spent += 1
                self.pay()
                return visit
            self.miss(visit)
        return None

    def end(self) -> None:
        """Forget what will not be asked for any more."""
        self.queue.clear()
        self.asked.clear()

    def is_spent(self) -> bool:
        """Whether the site's budget, or the crawl's, is used up."""
        late = self.began and time.monotonic() - self.began > SECONDS * self.budget.max_site_minutes
        return (
            self.spent >= self.budget.max_pages
            or self.received >= self.budget.max_site_bytes
            or bool(late)
            or (self.purse is not None and self.purse.is_empty())
        )

    def pay(self, pages: int = 1) -> None:
        """Take *pages* from the crawl's budget at once, before another lane can; or give back."""
        if self.purse is not None:
            self.purse.pages += pages

    def ask(self) -> None:
        """Note that a request goes out."""
        self.began = self.began or time.monotonic()

    def receive(self, size: int) -> None:
        """Note an answer of *size* bytes."""
        self.wishes.last = time.monotonic()
        self.received += size
        if self.purse is not None:
            self.purse.received += size

    def parse(self, page: Page) -> Document:
        """*page* as parsed, within the budget."""
        return parse(page, Limits(max_bytes=self.budget.max_bytes))

    def see(self, visit: Visit, document: Document) -> Sight | Failure:
        """What the walk makes of *document*; where it wants to go is queued.

        A walk that stumbles over a page goes on elsewhere.
        """
        try:
            sight = self.walk.see(visit, document)
            self.add(sight.visits)
        except Exception as error:  # noqa: BLE001 - a stranger's walk; a crawl never dies on a page
            reason = f"the walk stumbled over it: {type(error).__name__}: {error}"
            return Failure(visit.url, "crawl", reason)
        return sight

    def wait(self) -> float:
        """The seconds left of the pause that the site asks for."""
        return max(0.0, self.wishes.last + self.wishes.delay - time.monotonic())

    def miss(self, visit: Visit, status: int = GONE) -> None:
        """Tell the walk that a page will not come."""
        page = Page(visit.url, b"", site=self.walk.site, status=status)
        self.see(visit, self.parse(page))


def _is_whole(url: str) -> bool:
    """Whether *url* can be written down; half a character cannot, and is asked for by nobody."""
    try:
        return url.isascii() or bool(url.encode())
    except UnicodeEncodeError:
        return False
