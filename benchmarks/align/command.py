"""How well names are aligned, against labelled names of monitors."""

import csv
import json
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from zlib import crc32

import click

from benchmarks.data import DATA_OPTION, lines
from benchmarks.link.command import LinkScore
from benchmarks.link.sets import alaska_specification
from specdex.alignment import align
from specdex.errors import InputError
from specdex.pipeline.join import align_names

__all__ = ["align_command", "score"]

Name = tuple[str, str]


def score(gold: Mapping[Name, str], told: Mapping[Name, str]) -> LinkScore:
    """Pairs of labelled names that are said to mean one attribute."""
    both = Counter((told.get(name, str(name)), attribute) for name, attribute in gold.items())
    said = Counter(told.get(name, str(name)) for name in gold)
    return LinkScore(_pairs(both), _pairs(said), _pairs(Counter(gold.values())))


def _pairs(counts: Counter[str] | Counter[tuple[str, str]]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())


@click.command("align")
@DATA_OPTION
@click.option("--codes", is_flag=True, help="Let shared codes stand in for linked products.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def align_command(data: Path, *, codes: bool, as_json: bool) -> int:
    """Score aligned names against labelled ones; both halves of the attributes, too.

    Example:

        python -m benchmarks align
    """
    path = data / "join/monitor.names.csv"
    try:
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error}") from error
    gold = {(row["site"], row["name"]): row["attribute"] for row in rows}
    pages = [alaska_specification(line) for line in lines(data / "alaska/monitor-specs.jsonl.xz")]
    start = time.process_time()
    found = align(pages) if codes else align_names(pages)
    seconds = time.process_time() - start
    told = {(each.site, each.name): each.attribute for each in found}
    whole = score(gold, told)
    halves = [
        score({name: each for name, each in gold.items() if crc32(each.encode()) % 2 == half}, told)
        for half in (0, 1)
    ]
    row = {
        "precision": whole.precision,
        "recall": whole.recall,
        "f1": whole.f1,
        "open": halves[0].f1,
        "blind": halves[1].f1,
        "seconds": seconds,
    }
    click.echo(json.dumps(row) if as_json else "  ".join(f"{k} {v:.3f}" for k, v in row.items()))
    return 0
