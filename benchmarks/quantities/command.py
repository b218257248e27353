"""How many printed values are brought to their normal form, and how fast."""

import json
import re
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import click

from benchmarks.data import DATA_OPTION, lines
from specdex.quantities import likeness, read

__all__ = ["quantities_command"]

ALIKE = 0.85
"""The likeness from which on a printed value is taken for its normal form."""
CODES = frozenset({"Part Number", "Model Number"})
NOTHING = "n/a"
VALUES = 150_000


def _labels(data: Path) -> list[tuple[list[str], str]]:
    """Each normal value that holds a number, with what is printed for it."""
    kinds: dict[str, dict[Any, dict[str, list[str]]]] = defaultdict(dict)
    for line in lines(data / "join/pave.jsonl.xz"):
        kinds[line["labels"]][line["id"]] = {
            name: [value for value in values if value != NOTHING]
            for name, values in line["target_scores"].items()
            if name not in CODES
        }
    return [
        (kinds["final"].get(number, {}).get(name, []), value)
        for number, names in kinds["normalized"].items()
        for name, values in names.items()
        for value in values
        if re.search(r"\d", value)
    ]


@click.command("quantities")
@DATA_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def quantities_command(data: Path, *, as_json: bool) -> int:
    """Score printed values against their normal form; values of monitors for the speed.

    Example:

        python -m benchmarks quantities
    """
    labels = _labels(data)
    right = sum(
        any(likeness(read(each), read(normal)) >= ALIKE for each in printed)
        for printed, normal in labels
    )
    values: list[str] = []
    for line in lines(data / "alaska/monitor-specs.jsonl.xz"):
        for value in line["attributes"].values():
            values += [value] if isinstance(value, str) else value
        if len(values) > VALUES:
            break
    read.cache_clear()
    start = time.process_time()
    for value in values:
        read(value)
    speed = len(values) / (time.process_time() - start)
    row = {"normalised": right / max(1, len(labels)), "values": len(labels), "a_second": speed}
    if as_json:
        click.echo(json.dumps(row))
    else:
        click.echo(f"normal form {row['normalised']:.4f} of {len(labels)}, {speed:,.0f} a second")
    return 0
