"""Measuring: every quality claim comes from one of these commands."""

import click

from specdex.cli.lazy import LazyGroup

__all__ = ["bench"]

PLACES = {
    "detection": "specdex.cli.bench.detection:detection",
    "entropy": "specdex.cli.bench.entropy:entropy",
    "fields": "specdex.cli.bench.fields:fields",
    "gates": "specdex.cli.bench.gates:gates",
    "listings": "specdex.cli.listings:bench_listings",
    "patterns": "specdex.cli.patterns:bench_patterns",
    "specs": "specdex.cli.bench.specs:specs",
    "speed": "specdex.cli.bench.speed:speed",
}


@click.group(cls=LazyGroup, places=PLACES)
def bench() -> None:
    """Measure how good each stage is on labelled data.

    Example:

        specdex bench specs --set modern --per-site
    """
