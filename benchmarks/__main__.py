"""Every quality claim comes from one of these: ``python -m benchmarks NAME``."""

import click

from specdex.cli.logs import configure
from specdex.cli.main import LazyGroup, run

__all__ = ["bench", "main"]

PLACES = {
    "audit": "benchmarks.audit.command:audit",
    "crawling": "benchmarks.crawling.command:crawling",
    "detection": "benchmarks.detection.command:detection",
    "discovery": "benchmarks.discovery.command:discovery",
    "entropy": "benchmarks.entropy.command:entropy",
    "faults": "benchmarks.faults.command:faults",
    "fields": "benchmarks.fields.command:fields",
    "fuzz": "benchmarks.fuzz.command:fuzz",
    "gates": "benchmarks.gates.command:gates",
    "listings": "benchmarks.listings.command:listings",
    "mutants": "benchmarks.mutants.command:mutants",
    "patterns": "benchmarks.patterns.command:patterns",
    "pages": "benchmarks.pages.command:pages",
    "public": "benchmarks.public.command:public",
    "scale": "benchmarks.scale.command:scale",
    "specs": "benchmarks.specs.command:specs",
    "soak": "benchmarks.soak.command:soak",
    "speed": "benchmarks.speed.command:speed",
    "wrappers": "benchmarks.wrappers.command:wrappers",
    "synthesis": "benchmarks.synthesis.command:synthesis",
    "align": "benchmarks.align.command:align_command",
    "fuse": "benchmarks.fuse.command:fuse_command",
    "quantities": "benchmarks.quantities.command:quantities_command",
    "join": "benchmarks.join.command:join_command",
    "link": "benchmarks.link.command:link_command",
    "topics": "benchmarks.topics.command:topics",
    "train": "benchmarks.train:train",
    "throughput": "benchmarks.throughput.command:throughput",
    "web": "benchmarks.web.command:web",
}


@click.group(cls=LazyGroup, places=PLACES, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("-v", "--verbose", count=True, help="Say more; twice: everything.")
def bench(*, verbose: int) -> None:
    """Measure how good each stage is on labelled data, and train what ships.

    Example:

        python -m benchmarks specs --set modern --per-site
    """
    configure(verbose, as_json=False)


def main() -> None:
    """Run the command line and exit."""
    run(bench, "python -m benchmarks")


if __name__ == "__main__":
    main()
