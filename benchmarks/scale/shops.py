"""A harvest of generated shops by one worker and by several, held against the server's own log."""

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.throughput.warehouse import Warehouse
from specdex.harvest import Harvest
from specdex.records import KEYS, Failure, Milestone, Product, Specification, StoredPage
from specdex.runs import RunFolder
from specdex.settings import Budget, DiscoverySettings, HarvestSettings, Politeness

__all__ = ["Harvested", "harvest_by"]

CATEGORY = "camera"


@dataclass(frozen=True, slots=True)
class Harvested:
    """A harvest, and what the server saw of it."""

    workers: int
    seconds: float
    pages: int
    specifications: int
    at_once: int
    """The most requests that any site had at the same time."""
    gap: float
    """The shortest time between the beginnings of two requests to one site, robots.txt aside."""
    twice: int
    """Addresses that were asked for more than once."""
    held: dict[str, set[str]]
    """All that the run holds but where pages lie, by kind."""


def harvest_by(workers: int, shops: int, products: int, delay: float, folder: Path) -> Harvested:
    """Harvest so many *shops* of so many *products*, each seeded, with so many *workers*."""
    log = folder / f"log{workers}.jsonl"
    path = folder / f"run{workers}"
    with Warehouse(products, 0.0, log) as server:
        settings = HarvestSettings(
            category=CATEGORY,
            sites=tuple(f"warehouse{number}.example" for number in range(shops)),
            discovery=DiscoverySettings(rounds=0, search_within=False),
            politeness=Politeness(delay=delay, proxy=server.url, render="never"),
            budget=Budget(max_pages=3 * products + 100, max_minutes=600, max_site_minutes=600),
            workers=workers,
        )
        began = time.perf_counter()
        Harvest(settings, path).go()
        seconds = time.perf_counter() - began
    with RunFolder(path) as run:
        counts = run.store.count(StoredPage), run.store.count(Specification)
        kinds = [kind for kind in KEYS if kind not in {Failure, Milestone}]
        held = {kind.__name__: _held(run, kind) for kind in kinds}
    at_once, gap, twice = _seen(log)
    return Harvested(workers, seconds, *counts, at_once, gap, twice, held)


def _held(run: RunFolder, kind: type) -> set[str]:
    found: Iterator[Any] = run.store.read(kind)
    return {repr(_placeless(each)) for each in found}


def _placeless(record: Any) -> Any:
    """*record* without where, and when, its page was kept."""
    if isinstance(record, StoredPage):
        return replace(record, file="", offset=0, length=0, fetched="")
    if isinstance(record, Specification):
        return replace(record, source="")
    if isinstance(record, Product):
        offers = tuple(replace(offer, time="") for offer in record.offers)
        return replace(record, id="", model="", offers=offers)
    return replace(record, time="") if hasattr(record, "time") else record


def _seen(log: Path) -> tuple[int, float, int]:
    """From the server's log: the most requests at once to a site, the shortest gap, repetitions."""
    by_site: dict[str, list[tuple[float, float, str]]] = defaultdict(list)
    for line in log.read_text(encoding="utf-8").splitlines():
        site, path, began, ended = json.loads(line)
        if path != "/robots.txt":
            by_site[site].append((began, ended, path))
    most, gap, twice = 0, float("inf"), 0
    for asked in by_site.values():
        asked.sort()
        begins = [began for began, _, _ in asked]
        gap = min([gap, *(later - sooner for sooner, later in pairwise(begins))])
        most = max(most, _at_once(asked))
        twice += len(asked) - len({path for _, _, path in asked})
    return most, gap, twice


def _at_once(asked: Iterable[tuple[float, float, str]]) -> int:
    moments = [(began, 1) for began, _, _ in asked] + [(ended, -1) for _, ended, _ in asked]
    busy = most = 0
    for _, change in sorted(moments):
        busy += change
        most = max(most, busy)
    return most
