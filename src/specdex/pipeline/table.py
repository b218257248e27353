"""The verb table: pages in, one row a product out."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from specdex.errors import InputError
from specdex.exporters.collection import Collection
from specdex.page_sources.streams import STDIN, opened
from specdex.pipeline.export import specifications_at
from specdex.pipeline.extract import Extraction, is_run, keep, pages_at
from specdex.pipeline.imports import Imported, Look, Origin, import_pages
from specdex.pipeline.join import join
from specdex.ports import Engine, RunLike
from specdex.records import Failure, Page, Specification
from specdex.urls import is_web

__all__ = ["collection_of", "gather"]

SNIFFED = 1 << 16
"""Bytes at the beginning of a file that tell what its lines hold."""
_SAYS = re.compile(rb'"(fragments|attributes|html)"\s*:')
"""A line of extract, or one like it, has the first two; a page has the last."""

Watch = Callable[[Iterator[Page | Failure], Sequence[str]], Iterable[Page | Failure]]
"""Sees the pages of some locations pass."""


def gather(
    locations: Iterable[str], run: RunLike, mapped: Extraction, engine: Engine, watch: Watch
) -> Imported:
    """Bring the pages, runs and lines of specifications at all *locations* into *run*."""
    known = {each: is_run(each) or _holds_specifications(each) for each in locations}
    unread = [each for each, is_known in known.items() if not is_known]
    given = watch(pages_at(unread), unread)
    done = import_pages(given, run, Look(mapped), engine, Origin())
    read = []
    for each in specifications_at(each for each, is_known in known.items() if is_known):
        if isinstance(each, Failure):
            done.failures.append(each)
            continue
        done.pages += 1
        own = each.id or each.url or f"page {done.pages}"
        if each.pairs:
            done.homeless += not each.site
            read.append([replace(each, site=each.site or own, url=each.url or own)])
        else:
            done.silent.append(own)
    keep(run.store, read)
    done.read += len(read)
    return done


def collection_of(
    specifications: tuple[Specification, ...], engine: Engine | None = None
) -> Collection:
    """What *specifications* say together, to be exported."""
    joined = join(specifications, engine=engine)
    by_url = {each.url: each for each in specifications}
    return Collection(
        lambda: joined.products, by_url.get, joined.attributes, joined.correspondences
    )


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
