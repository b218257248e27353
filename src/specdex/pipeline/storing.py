"""Specifications and product ids of the pages that a run has stored."""

from collections.abc import Callable
from dataclasses import replace

from specdex.linkage import product_ids
from specdex.pipeline.extract import Extraction, extract
from specdex.pipeline.pages import load
from specdex.ports import Engine
from specdex.records import Failure, PageKind, ProductId, Specification, StoredPage
from specdex.runs import RunFolder

__all__ = ["extract_run"]


def source_of(page: StoredPage) -> str:
    """Which capture of a page a specification was read from."""
    return f"{page.file}@{page.offset}"


BATCH = 50
"""Specifications written in one transaction."""


def extract_run(
    run: RunFolder,
    mapped: Extraction,
    engine: Engine,
    advance: Callable[[], None] = lambda: None,
) -> int:
    """Read the product pages that are new, or have changed since they were read; how many."""
    known = {each.url: each.source for each in run.store.read(Specification)}
    stored = {
        page.url: page
        for page in run.store.read(StoredPage, kind=PageKind.PRODUCT)
        if known.get(page.url, "never read") not in ("", source_of(page))
    }
    batch: list[Specification | Failure | ProductId] = []
    pages = (load(run, each) for each in stored.values())
    for result in extract(pages, mapped, engine):
        if isinstance(result, Specification):
            read = stored.get(result.url)
            if read:
                result = replace(result, source=source_of(read), category=read.category)  # noqa: PLW2901
        batch.append(result)
        if isinstance(result, Specification):
            batch += [*product_ids(result), *result.failures]
        if len(batch) >= BATCH:
            run.store.add(batch)
            batch.clear()
        advance()
    run.store.add(batch)
    return len(stored)
