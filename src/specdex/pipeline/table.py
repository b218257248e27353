"""The verb table: pages in, one row a product out."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from specdex.errors import InputError
from specdex.exporters.collection import Collection
from specdex.page_sources.streams import STDIN, opened
from specdex.pipeline.export import specifications_at
from specdex.pipeline.extract import Extraction, extract, is_run, pages_at
from specdex.pipeline.join import Joined, join
from specdex.ports import Engine
from specdex.records import Failure, Specification

__all__ = ["Reading", "collection_of", "read_all"]

SNIFFED = 1 << 16
"""Bytes at the beginning of a file that tell what its lines hold."""
_SAYS = re.compile(rb'"(fragments|attributes|html)"\s*:')
"""A line of extract, or one like it, has the first two; a page has the last."""


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


def collection_of(specifications: tuple[Specification, ...]) -> Collection:
    """What *specifications* say together, to be exported."""
    joined: Joined = join(specifications)
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
