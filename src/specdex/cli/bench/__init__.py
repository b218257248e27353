"""Measuring: every quality claim comes from one of these commands."""

import click

from specdex.cli.lazy import LazyGroup

__all__ = ["bench"]

PLACES = {
    "crawling": "specdex.cli.bench.crawling:crawling",
    "detection": "specdex.cli.bench.detection:detection",
    "discovery": "specdex.cli.bench.discovery:discovery",
    "entropy": "specdex.cli.bench.entropy:entropy",
    "fields": "specdex.cli.bench.fields:fields",
    "gates": "specdex.cli.bench.gates:gates",
    "listings": "specdex.cli.bench.listings:listings",
    "patterns": "specdex.cli.patterns:bench_patterns",
    "specs": "specdex.cli.bench.specs:specs",
    "speed": "specdex.cli.bench.speed:speed",
    "wrappers": "specdex.cli.bench.wrappers:wrappers",
    "synthesis": "specdex.cli.bench.synthesis:synthesis",
    "throughput": "specdex.cli.bench.throughput:throughput",
}


@click.group(cls=LazyGroup, places=PLACES)
def bench() -> None:
    """Measure how good each stage is on labelled data.

    Example:

        specdex bench specs --set modern --per-site
    """
