"""The verb table: pages in, one row a product out."""

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace

from specdex.errors import InputError
from specdex.exporters.collection import Collection
from specdex.html import parse
from specdex.page_sources.streams import STDIN, opened
from specdex.pipeline.export import specifications_at
from specdex.pipeline.extract import Extraction, extract, is_run, pages_at
from specdex.pipeline.join import Joined, join
from specdex.pipeline.learn import DEFAULT_METHOD
from specdex.ports import Engine
from specdex.records import Failure, Page, Specification
from specdex.urls import is_web
from specdex.wrappers.knowledge import Knowledge
from specdex.wrappers.learner import WrapperLearner

__all__ = ["Reading", "collection_of", "learned", "read_all"]

LEARNED_FROM = range(3, 201)
"""A site with so many pages is read again with what they teach together."""
MOST_PAGES = 2_000
"""More pages are not held in memory to learn from."""
SNIFFED = 1 << 16
"""Bytes at the beginning of a file that tell what its lines hold."""
_SAYS = re.compile(rb'"(fragments|attributes|html)"\s*:')
"""A line of extract, or one like it, has the first two; a page has the last."""


Key = tuple[str, str, str]
"""What tells a page: its site, id and address."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read, and what had to be left out."""

    specifications: tuple[Specification, ...] = ()
    failures: tuple[Failure, ...] = ()
    silent: int = 0
    """How many pages show no specification."""
    homeless: int = 0
    """How many do not say which site they are from."""


def read_all(
    locations: Iterable[str],
    mapped: Extraction,
    engine: Engine,
    watch: Callable[[Iterator[Specification | Failure]], Iterable[Specification | Failure]] = iter,
) -> Reading:
    """Read the pages, runs and lines of specifications at all *locations*.

    A page without a site is a site of its own: two such pages may well be of one product.
    """
    read: list[Specification] = []
    failures: list[Failure] = []
    silent = homeless = 0
    for each in watch(_each(locations, mapped, engine)):
        if isinstance(each, Failure):
            failures.append(each)
        elif not each.pairs:
            silent += 1
        else:
            homeless += not each.site
            own = each.id or each.url or f"page {len(read) + 1}"
            read.append(replace(each, site=each.site or own, url=each.url or own))
    return Reading(tuple(read), tuple(failures), silent, homeless)


def learned(reading: Reading, locations: Iterable[str], mapped: Extraction) -> Reading:
    """*reading* with the pages of each site read again, as the site prints its data."""
    said = {(each.site, each.id, each.url): each for each in reading.specifications}
    if len(said) > MOST_PAGES:
        return reading
    for site, pages in _by_site(said, locations).items():
        known = [(parse(page, mapped.limits), said[_key(page)]) for page in pages]
        learner = WrapperLearner(
            method=DEFAULT_METHOD, knowledge=Knowledge.of(said.values(), without=site)
        ).fit([document for document, _ in known], [before for _, before in known])
        if learner.wrappers_:
            for document, before in known:
                fragments = learner.read(document, before).fragments
                said[_key(before)] = replace(before, fragments=fragments or before.fragments)
    return replace(reading, specifications=tuple(said.values()))


def _by_site(said: Container[Key], locations: Iterable[str]) -> dict[str, list[Page]]:
    """The pages that were read and can be read again, of sites with enough of them."""
    sites: defaultdict[str, list[Page]] = defaultdict(list)
    files = [each for each in locations if each != STDIN and not (is_web(each) or is_run(each))]
    for page in pages_at(each for each in files if not _holds_specifications(each)):
        if isinstance(page, Page) and page.site and _key(page) in said:
            sites[page.site].append(page)
    return {site: pages for site, pages in sites.items() if len(pages) in LEARNED_FROM}


def _key(page: Page | Specification) -> Key:
    return page.site, page.id, page.url


def collection_of(
    specifications: tuple[Specification, ...], engine: Engine | None = None
) -> Collection:
    """What *specifications* say together, to be exported."""
    joined: Joined = join(specifications, engine=engine)
    by_url = {each.url: each for each in specifications}
    return Collection(
        lambda: joined.products, by_url.get, joined.attributes, joined.correspondences
    )


def _each(
    locations: Iterable[str], mapped: Extraction, engine: Engine
) -> Iterator[Specification | Failure]:
    for location in locations:
        if is_run(location) or _holds_specifications(location):
            yield from specifications_at([location])
        else:
            yield from extract(pages_at([location]), mapped, engine)


def _holds_specifications(location: str) -> bool:
    """Whether the lines of a file, or of standard input, were read from pages already."""
    if is_web(location):
        return False
    if location == STDIN:
        peek = getattr(sys.stdin.buffer, "peek", None)
        beginning = peek(SNIFFED)[:SNIFFED] if peek else b""
    else:
        try:
            with opened(location) as stream:
                beginning = stream.peek(SNIFFED)
        except InputError:
            return False
    first = _SAYS.search(beginning) if beginning.lstrip().startswith(b"{") else None
    return first is not None and first[1] != b"html"
