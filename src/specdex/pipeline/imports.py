"""The verb import: pages at hand become a run, as if a crawl had brought them home."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from specdex.clock import now
from specdex.crawling.page_types import COLLECTION, PRODUCT, page_type
from specdex.html import parse
from specdex.pipeline.crawl import RunRecorder
from specdex.pipeline.extract import Extraction
from specdex.pipeline.learn import learn_run_site
from specdex.ports import Engine, RunLike
from specdex.records import (
    Failure,
    Page,
    PageKind,
    Sight,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    Visit,
)
from specdex.urls import host

__all__ = ["LEARNED_FROM", "Imported", "Look", "Origin", "import_pages", "learn_sites_of"]

REASON = "imported"
KINDS = {PRODUCT: PageKind.PRODUCT, COLLECTION: PageKind.INDEX}
LEARNED_FROM = 3
"""A site with fewer pages teaches nothing together."""
ALWAYS = "9"
"""Later than any time: whatever a run has of a site may be renewed."""
BATCH = 20
"""Pages that are put on the disk at one go."""
Seen = tuple[PageKind, Specification]
Kept = tuple[Page, PageKind, Specification]


@dataclass(frozen=True, slots=True)
class Origin:
    """What is said of pages that do not say it themselves."""

    category: str = ""
    site: str = ""


@dataclass(slots=True)
class Imported:
    """What an import came to."""

    pages: int = 0
    read: int = 0
    """How many have a specification."""
    homeless: int = 0
    """How many do not say which site they are from."""
    sites: dict[str, int] = field(default_factory=dict)
    """Their pages with a specification."""
    failures: list[Failure] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    """The pages without a specification."""
    twice: list[str] = field(default_factory=list)
    """Addresses that an earlier page had: of such pages the last is kept."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is mapped over pages: of which kind each is, and what it says. Picklable."""

    mapped: Extraction

    def __call__(self, page: Page | Failure) -> Seen | Failure:
        """What *page* is and says; a Failure passes through."""
        if isinstance(page, Failure):
            return page
        try:
            document = parse(page, self.mapped.limits)
            said = self.mapped.read(document)
            if said.pairs:
                return PageKind.PRODUCT, said
            return KINDS.get(page_type(document).name, PageKind.OTHER), said
        except Exception as error:  # noqa: BLE001 - whatever a page provokes, a batch goes on
            return Failure.of(page.url, "extract", error)

    def lost(self, page: Page | Failure) -> Failure:
        """What is said of a *page* that killed its worker."""
        return self.mapped.lost(page)


def import_pages(
    pages: Iterable[Page | Failure], run: RunLike, look: Look, engine: Engine, origin: Origin
) -> Imported:
    """Keep *pages* in *run* with what they say; what it has already is kept once.

    A page of the same address that has changed takes the place of the earlier one. Pages whose
    site nobody knows are sites of their own: two such pages may well be of one product.
    """
    done = Imported()
    recorder = RunRecorder(run)
    kept = _seen(pages, look, engine, origin, done)
    while batch := list(islice(kept, BATCH)):
        with recorder.together():
            for page, kind, said in batch:
                recorder.since[page.site] = ALWAYS
                category = page.category if kind is PageKind.PRODUCT else ""
                sight = Sight(Visit(page.url, page.site), kind, category)
                recorder.take(page, sight, said if kind is PageKind.PRODUCT else None)
        run.store.add(_sites(run, batch))
    run.store.add(done.failures)
    return done


def _seen(
    pages: Iterable[Page | Failure], look: Look, engine: Engine, origin: Origin, done: Imported
) -> Iterator[Kept]:
    """Each page that could be read, with what it is; what it comes to is counted in *done*."""
    waiting: deque[Page | Failure] = deque()
    known: set[str] = set()

    def fed() -> Iterator[Page | Failure]:
        for each in pages:
            waiting.append(_placed(each, origin, done))
            yield waiting[-1]

    for seen in engine.map(look, fed()):
        page = waiting.popleft()
        done.pages += 1
        if isinstance(seen, Failure):
            done.failures.append(seen)
        if isinstance(seen, Failure) or isinstance(page, Failure):
            continue
        kind, said = seen
        done.read += bool(said.pairs)
        done.silent += [] if said.pairs else [page.id or page.url]
        done.twice += [page.url] if page.url in known else []
        known.add(page.url)
        done.sites[page.site] = done.sites.get(page.site, 0) + bool(said.pairs)
        about = replace(said, url=page.url, site=page.site, category=page.category)
        yield page, kind, about


def _placed(page: Page | Failure, origin: Origin, done: Imported) -> Page | Failure:
    """*page* with a site and a category."""
    if isinstance(page, Failure):
        return page
    site = page.site or host(page.url) or origin.site
    done.homeless += not site
    site = site or page.id or page.url or f"page {done.pages + 1}"
    url = page.url or f"urn:page:{site}"
    category = page.category or origin.category
    return replace(page, url=url, site=site, category=category, fetched=page.fetched or now())


def _sites(run: RunLike, batch: Iterable[Kept]) -> Iterator[Site]:
    """The sites of *batch* that the run does not know yet, trusted as whoever gave them is."""
    named = dict.fromkeys((page.site, page.category) for page, _, _ in batch)
    for site, category in named:
        if not run.store.count(Site, host=site, category=category):
            yield Site(site, SiteStatus.ACCEPTED, category, 1.0, crawled=True, reason=REASON)


def learn_sites_of(run: RunLike, sites: Iterable[str], mapped: Extraction) -> Iterator[str]:
    """Learn how each of *sites* prints its data and read its pages again; which were learned."""
    for site in sites:
        if run.store.count(StoredPage, site=site, kind=PageKind.PRODUCT) >= LEARNED_FROM:
            learn_run_site(run, site, mapped)
            yield site
