"""A run at this moment, also while a harvest is at work in it: for people, page and monitors."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from specdex.harvest.diary import AtWork, at_work
from specdex.records import PageKind, SiteStatus
from specdex.runs import Run, figures

__all__ = ["Now", "metrics", "now_at"]

SENTENCES, IN_WORK = 8, 12
REASONS = 20
"""Reasons of failures that are counted one by one."""


@dataclass(frozen=True, slots=True)
class Now:
    """A run at this moment."""

    harvest: AtWork | None
    counts: figures.RunCounts
    in_work: tuple[tuple[str, int], ...] = ()
    """Sites whose crawl has not ended, with the pages that were fetched of each."""

    @property
    def state(self) -> str:
        """In one word."""
        if self.harvest is None or not self.harvest.running:
            return "idle"
        return "paused" if self.harvest.paused else "running"

    def line(self, speed: float | None) -> dict[str, Any]:
        """As an event tells it."""
        harvest = self.harvest
        return {
            "state": self.state,
            "speed": None if speed is None else round(speed, 1),
            "counts": dict(figures.funnel(self.counts)),
            "said": [] if harvest is None else [list(each) for each in harvest.said[:SENTENCES]],
            "work": [list(each) for each in self.in_work],
            "most": harvest.max_pages if harvest else 0,
        }


def now_at(run: Run) -> Now:
    """*run* at this moment."""
    harvest = at_work(run.path)
    working = harvest is not None and harvest.running
    sites = figures.sites_in_work(run.store, IN_WORK) if working else ()
    return Now(harvest, figures.run_counts(run.store), tuple(sites))


def metrics(run: Run) -> Iterator[str]:
    """*run* as lines of Prometheus' text format."""
    now, counts = now_at(run), figures.run_counts(run.store)
    files = [each.stat().st_size for each in run.path.rglob("*") if each.is_file()]
    failed = figures.failures_by_reason(run.store, REASONS)
    sites = {each.value: counts.of_status(each) for each in SiteStatus}
    pages = {each.value or "unknown": counts.of_kind(each) for each in PageKind}
    reasons = {each.reason: each.count for each in failed}
    for name, about, label, values in (
        ("harvest_running", "Whether a harvest is at work.", "", {"": now.state != "idle"}),
        ("harvest_paused", "Whether it pauses.", "", {"": now.state == "paused"}),
        ("sites_in_work", "Sites whose crawl has not ended.", "", {"": len(now.in_work)}),
        ("specifications", "Pages read for a specification.", "", {"": counts.read}),
        ("products", "Products joined.", "", {"": counts.products}),
        ("attributes", "Attributes aligned.", "", {"": counts.attributes}),
        ("bytes", "What the run folder takes on disk.", "", {"": sum(files)}),
        ("sites", "Sites by status.", "status", sites),
        ("pages", "Pages by kind.", "kind", pages),
        ("failures", "Failures by reason.", "reason", reasons),
    ):
        yield f"# HELP specdex_{name} {about}"
        yield f"# TYPE specdex_{name} gauge"
        for said, value in values.items():
            shown = said.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            labels = f'{{{label}="{shown}"}}' if label else ""
            yield f"specdex_{name}{labels} {int(value)}"
