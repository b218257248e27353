"""A harvest of generated shops by one worker and by several, held against the server's own log."""

import json
import multiprocessing
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.throughput.warehouse import Warehouse
from specdex.harvest import Harvest
from specdex.records import (
    KEYS,
    Failure,
    Milestone,
    Product,
    ProductId,
    Site,
    Specification,
    StoredPage,
    Wrapper,
)
from specdex.runs import RunFolder
from specdex.settings import Budget, DiscoverySettings, HarvestSettings, Politeness

__all__ = ["SHOWN", "Harvested", "Shops", "harvest_by"]

CATEGORY = "camera"


SHOWN = {
    "sites": Site,
    "pages": StoredPage,
    "read": Specification,
    "ids": ProductId,
    "wrappers": Wrapper,
    "products": Product,
}
"""What is counted for people; all kinds are compared."""


@dataclass(frozen=True, slots=True)
class Shops:
    """What is harvested: so many *shops* of so many *products*, each seeded, and how politely."""

    shops: int
    products: int
    delay: float


@dataclass(frozen=True, slots=True)
class Harvested:
    """A harvest, and what the server saw of it."""

    name: str
    seconds: float
    counts: tuple[int, ...]
    """Of the kinds that are shown."""
    at_once: int
    """The most requests that any site had at the same time."""
    gap: float
    """The shortest time between the beginnings of two requests to one site, robots.txt aside."""
    twice: int
    """Requests for an address that had been asked for before."""
    held: dict[str, set[str]]
    """All that the run holds but where pages lie, by kind."""


def harvest_by(name: str, world: Shops, workers: int, folder: Path, kill: float = 0.0) -> Harvested:
    """Harvest *world* with so many *workers*, by a driver of its own.

    With *kill*, the driver is killed after so many seconds, and another goes on.
    """
    log, path = folder / f"{name}.jsonl", folder / name
    spawn = multiprocessing.get_context("spawn")
    with Warehouse(world.products, 0.0, log) as server:
        settings = HarvestSettings(
            category=CATEGORY,
            sites=tuple(f"warehouse{number}.example" for number in range(world.shops)),
            discovery=DiscoverySettings(rounds=0, search_within=False),
            politeness=Politeness(delay=world.delay, proxy=server.url, render="never"),
            budget=Budget(
                max_pages=3 * world.products + 100, max_minutes=600, max_site_minutes=600
            ),
            workers=workers,
        )
        began = time.perf_counter()
        for patience in (kill, None) if kill else (None,):
            driver = spawn.Process(target=_harvest, args=(settings, path))
            driver.start()
            driver.join(patience)
            if patience and driver.is_alive():
                driver.kill()
                driver.join()
        seconds = time.perf_counter() - began
    if driver.exitcode:
        raise RuntimeError(f"the driver of {name} ended with {driver.exitcode}")
    with RunFolder(path) as run:
        counts = tuple(run.store.count(kind) for kind in SHOWN.values())
        kinds = [kind for kind in KEYS if kind not in {Failure, Milestone}]
        held = {kind.__name__: _held(run, kind) for kind in kinds}
    return Harvested(name, seconds, counts, *_seen(log), held)


def _harvest(settings: HarvestSettings, path: Path) -> None:
    Harvest(settings, path).go()


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
