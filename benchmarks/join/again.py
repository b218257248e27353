"""What joining again costs when a few pages have come, and whether it comes to the same."""

import tempfile
import time
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.link.sets import link_set
from specdex.pipeline.join import join
from specdex.pipeline.rejoin import join_run
from specdex.records import (
    Attribute,
    Correspondence,
    Match,
    Observation,
    Product,
    Specification,
)
from specdex.runs import SqliteStore

__all__ = ["joined_again", "measured_again"]

LATE = 100
"""One of so many pages comes when all others are joined."""
DAYS = "2026-01-01", "2026-01-02"
KINDS: tuple[type[Any], ...] = (Attribute, Correspondence, Match, Product)

Row = dict[str, float]
Pairs = set[tuple[str, str]]


def joined_again(data: Path, count: int = 0) -> list[tuple[str, Row]]:
    """Cameras, or *count* of them, joined in two steps and at once, each time in a run of its own.

    Beside the seconds stands whether both runs hold the same, and the F1 of the pairs of pages
    that late ones are part of, against those of a join of all pages in one step.
    """
    pages = link_set(data, "camera").specifications
    return measured_again(pages[:: max(1, len(pages) // count)] if count else pages)


def measured_again(pages: Sequence[Specification]) -> list[tuple[str, Row]]:
    """The same of any *pages*."""
    late = pages[LATE // 2 :: LATE]
    gone = {each.url for each in late}
    first = [each for each in pages if each.url not in gone]
    with tempfile.TemporaryDirectory() as folder:
        steps, once = (SqliteStore(Path(folder) / f"{name}.db") for name in ("steps", "once"))
        before = _joined(steps, first, DAYS[0])
        again = _joined(steps, late, DAYS[1])
        _seen(once, first, DAYS[0])
        whole = _joined(once, late, DAYS[1])
        same = all(_held(steps, kind) == _held(once, kind) for kind in KINDS)
        found = _pairs(once.read(Product), gone)
        steps.close()
        once.close()
    wanted = _pairs(join(pages).products, gone)
    likeness = 2 * len(found & wanted) / max(1, len(found) + len(wanted))
    return [
        ("before", {"pages": len(first), "seconds": before, "of at once": before / whole}),
        ("at once", {"pages": len(pages), "seconds": whole, "of at once": 1.0}),
        (
            f"{len(late)} more",
            {
                "pages": len(pages),
                "seconds": again,
                "of at once": again / whole,
                "equal": float(same),
                "late pairs as in one join": likeness,
            },
        ),
    ]


def _seen(store: SqliteStore, pages: Sequence[Specification], day: str) -> None:
    store.add(pages)
    store.add(Observation(each.url, day, each.site, each.category) for each in pages)


def _joined(store: SqliteStore, pages: Sequence[Specification], day: str) -> float:
    _seen(store, pages, day)
    start = time.process_time()
    join_run(store, "")
    return time.process_time() - start


def _held(store: SqliteStore, kind: type[Any]) -> list[str]:
    """The records of *kind*, but for ids, which stay as they first were."""
    found = store.read(kind)
    if kind is Product:
        return sorted(repr((each.urls, each.claims, each.disputed, each.offers)) for each in found)
    return sorted(map(repr, found))


def _pairs(products: Iterable[Product], urls: set[str]) -> Pairs:
    """The pairs of pages of one product of which one is among *urls*."""
    return {
        pair
        for each in products
        if not urls.isdisjoint(each.urls)
        for pair in combinations(each.urls, 2)
        if not urls.isdisjoint(pair)
    }
