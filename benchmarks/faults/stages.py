"""What is done to a run under faults: each verb by itself, and a whole harvest."""

import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.faults.near import NearCrawler, NearProviders
from specdex.cli.main import cli
from specdex.demo import build
from specdex.demo.harvest import demo_settings
from specdex.demo.web import DemoWeb
from specdex.harvest import Harvest
from specdex.pipeline.crawl import crawl_sites
from specdex.pipeline.discover import Providers
from specdex.pipeline.extract import extract_run, extraction
from specdex.pipeline.learn import learn_run_site
from specdex.pipeline.rejoin import join_run
from specdex.plugins import load
from specdex.records import KEYS, Failure, Milestone, Product, Specification, StoredPage
from specdex.runs import RunFolder
from specdex.settings import Budget

__all__ = ["Held", "Stage", "World", "held"]

EXPORT = "products.csv"
FEW_SITES, FEW_PAGES = 3, 8
"""New sites of a small world, and pages of each."""
LONG = 1e6
"""Minutes: a machine that is busy, or asleep, must not end a walk."""

Tell = Callable[[list[str]], None]
Held = dict[str, frozenset[Any]]


def held(path: Path) -> Held:
    """All that the run at *path* holds, but for where and when; an AssertionError if doubled."""
    database = sqlite3.connect(path / "specdex.db")
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]  # noqa: S101
    database.close()
    with RunFolder(path) as run:
        left_out = {Failure, Milestone}
        kinds: list[type[Any]] = [kind for kind in KEYS if kind not in left_out]
        found = {
            kind.__name__: [_placeless(each) for each in run.store.read(kind)] for kind in kinds
        }
        for page in run.store.read(StoredPage):
            assert run.archive.load(page).body  # noqa: S101 - it raises where a page is lost
    for name, records in found.items():
        doubled = [each for each, count in Counter(records).items() if count > 1]
        assert not doubled, f"{name}: {doubled[0]}"  # noqa: S101
    exported = path / "exports" / EXPORT
    texts = [exported.read_bytes()] if exported.exists() else []
    return {**{name: frozenset(each) for name, each in found.items()}, "export": frozenset(texts)}


def _placeless(record: Any) -> Any:
    if isinstance(record, StoredPage):
        return replace(record, file="", offset=0, length=0)
    if isinstance(record, Product):
        return replace(record, id="", model="")
    return replace(record, source="") if isinstance(record, Specification) else record


@dataclass(frozen=True, slots=True)
class Stage:
    """A verb, and what it does to the run at a path; pages that are safe are told."""

    name: str
    do: Callable[[Path, Tell], None]


@dataclass(frozen=True)
class World:
    """The demo web, and one *category* of it; a *small* one is a few pages of a few sites."""

    category: str = "accessory"
    small: bool = False
    site: str = "tripodlane.example"
    web: DemoWeb = field(default_factory=build)

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The verbs in their order, each on what the one before has left."""
        return (
            Stage("crawl", self._crawl),
            Stage("extract", self._extract),
            Stage("learn", self._learn),
            Stage("join", self._join),
            Stage("export", self._export),
        )

    def harvest(self, path: Path, told: Tell, last: int = 0) -> None:
        """All verbs in rounds; with *last*, this process is killed after so many steps.

        A step is whatever a harvest does between two looks at what it is told meanwhile: a round
        of answers of a crawl, a site that is learned, a verdict, a join.
        """
        near: Any = NearProviders(self.web)
        steps = count(1)
        settings = demo_settings(self.web.truth(), self.category, "http://near.example")
        pages = FEW_PAGES if self.small else settings.budget.max_pages
        settings = replace(settings, budget=Budget(pages, max_site_minutes=LONG, max_minutes=LONG))
        if self.small:
            few = replace(settings.discovery, rounds=1, top=FEW_SITES)
            settings = replace(settings, discovery=few)

        def watch() -> None:
            if next(steps) == last:
                os.kill(os.getpid(), signal.SIGKILL)

        Harvest(
            settings,
            path,
            watch=watch,
            crawler=NearCrawler(self.web, told, settings.budget),
            providers=Providers(near, near),
        ).go()

    def _crawl(self, path: Path, told: Tell) -> None:
        crawl_sites([self.site], self.category, path, NearCrawler(self.web, told))

    def _extract(self, path: Path, told: Tell) -> None:
        del told
        with RunFolder(path) as run:
            extract_run(run, extraction(), load("engines", "serial")())

    def _learn(self, path: Path, told: Tell) -> None:
        del told
        with RunFolder(path) as run:
            learn_run_site(run, self.site, extraction())

    def _join(self, path: Path, told: Tell) -> None:
        del told
        with RunFolder(path) as run:
            join_run(run.store, self.category, {self.site})

    def _export(self, path: Path, told: Tell) -> None:
        del told
        target = str(path / "exports" / EXPORT)
        cli.main(["export", str(path), "--products", "-O", target], standalone_mode=False)
