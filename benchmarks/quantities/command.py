"""How many printed values are brought to their normal form, and how fast."""

import json
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import click

from benchmarks.data import DATA_OPTION, Part, beside, lines
from specdex.quantities import likeness, normal_value, read

__all__ = ["PAVE", "Label", "normalised", "quantities_command", "quantity_halves"]

PAVE = "join/pave.jsonl.xz"
ALIKE = 0.85
"""The likeness from which on a printed value is taken for its normal form."""
CODES = frozenset({"Part Number", "Model Number"})
NOTHING = "n/a"
VALUES = 150_000


class Label(NamedTuple):
    """A normal value, and what is printed for it."""

    attribute: str
    printed: Sequence[str]
    normal: str


def _labels(data: Path) -> dict[Part, list[Label]]:
    """The normal values that hold a number; products are open or blind."""
    names: dict[str, dict[int, Mapping[str, list[str]]]] = defaultdict(dict)
    part_of: dict[int, Part] = {}
    for line in lines(data / PAVE):
        part_of[line["id"]] = tuple(Part)[crc32(str(line["cluster_id"]).encode()) % len(Part)]
        names[line["labels"]][line["id"]] = {
            name: [value for value in values if value != NOTHING]
            for name, values in line["target_scores"].items()
            if name not in CODES
        }
    found: dict[Part, list[Label]] = {part: [] for part in Part}
    for offer, attributes in names["normalized"].items():
        for name, values in attributes.items():
            printed = names["final"].get(offer, {}).get(name, [])
            found[part_of[offer]] += [
                Label(name, printed, value) for value in values if re.search(r"\d", value)
            ]
    return found


def normalised(labels: Sequence[Label]) -> dict[str, float]:
    """The shares that have exactly the normal form of their label, or one that is like it.

    *apart* is the share of an attribute's labels that keep a normal form of their own, for a form
    that is the same for all values would be exact, too.
    """
    exact = sum(_any(label, _same) for label in labels)
    like = sum(_any(label, _alike) for label in labels)
    different = {(label.attribute, label.normal.casefold()) for label in labels}
    forms = {(attribute, normal_value(normal)) for attribute, normal in different}
    return {
        "exact": exact / max(1, len(labels)),
        "like": like / max(1, len(labels)),
        "apart": len(forms) / max(1, len(different)),
    }


def _any(label: Label, says: Callable[[str, str], bool]) -> bool:
    return any(says(each, label.normal) for each in label.printed)


def _same(one: str, other: str) -> bool:
    return normal_value(one) == normal_value(other)


def _alike(one: str, other: str) -> bool:
    return likeness(read(one), read(other)) >= ALIKE


def quantity_halves(data: Path) -> dict[Part, dict[str, float]]:
    """How values of open and of blind products are normalised."""
    return {part: normalised(labels) for part, labels in _labels(data).items()}


def _values(data: Path) -> Iterator[str]:
    for line in lines(data / "alaska/monitor-specs.jsonl.xz"):
        for value in line["attributes"].values():
            yield from [value] if isinstance(value, str) else value


@click.command("quantities")
@DATA_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
def quantities_command(data: Path, *, as_json: bool) -> int:
    """Score printed values against their normal form; values of monitors for the speed.

    Example:

        python -m benchmarks quantities
    """
    rows = {name: dict(row) for name, row in beside(quantity_halves(data)).items()}
    values = list(islice(_values(data), VALUES))
    read.cache_clear()
    start = time.process_time()
    for value in values:
        read(value)
    rows["speed"] = {"values_a_second": len(values) / (time.process_time() - start)}
    for name, row in rows.items():
        told = (f"{score} {value or 0.0:,.4g}" for score, value in row.items())
        click.echo(json.dumps({"part": name, **row}) if as_json else f"{name:10} {'  '.join(told)}")
    return 0
