"""Specifications and product ids of the pages that a run has stored."""

from collections.abc import Callable

from specdex.linkage import product_ids
from specdex.pipeline.extracting import Extraction, extract
from specdex.pipeline.pages import load
from specdex.ports import Engine
from specdex.records import Failure, PageKind, ProductId, Specification, StoredPage
from specdex.stores import RunFolder

__all__ = ["extract_run"]

BATCH = 50
"""Specifications written in one transaction."""


def extract_run(
    run: RunFolder,
    mapped: Extraction,
    engine: Engine,
    advance: Callable[[], None] = lambda: None,
) -> int:
    """Read the product pages that have no specification yet; how many."""
    known = {specification.url for specification in run.store.read(Specification)}
    stored = [
        page for page in run.store.read(StoredPage, kind=PageKind.PRODUCT) if page.url not in known
    ]
    batch: list[Specification | Failure | ProductId] = []
    pages = (load(run, each) for each in stored)
    for result in extract(pages, mapped, engine):
        batch.append(result)
        if isinstance(result, Specification):
            batch += [*product_ids(result), *result.failures]
        if len(batch) >= BATCH:
            run.store.add(batch)
            batch.clear()
        advance()
    run.store.add(batch)
    return len(stored)
