"""How often the value that is believed is the true one."""

import json
import lzma
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from benchmarks.data import DATA_OPTION, Part, beside
from specdex.errors import InputError
from specdex.fusion import Trust, learn_trust

__all__ = ["FLIGHTS", "calibration_error", "fuse_command", "fused_halves", "normal_time_or_gate"]

COLUMNS = ("departs", "left", "gate of departure", "arrives", "landed", "gate of arrival")
FLIGHTS = "join/flight.claims.tsv.xz", "join/flight.truth.tsv.xz"
HOURS = 12
BINS = 10

_TIME = re.compile(r"(\d{1,2}):(\d{2})\s*([ap])?")
_GATE = re.compile(r"[a-z]*\d+[a-z]*")

Key = tuple[str, str, str]


def normal_time_or_gate(column: str, printed: str) -> str:
    """A time as minutes of its day, or the last gate that is named; empty for neither.

    >>> normal_time_or_gate("departs", "12/01/2011 01:55 PM"), normal_time_or_gate("gate", "T5 G7")
    ('835', 'g7')
    """
    text = printed.lower()
    if column.startswith("gate"):
        found = _GATE.findall(text)
        return found[-1] if found else ""
    match = _TIME.search(text)
    if match is None:
        return ""
    hour = int(match[1]) % HOURS if match[3] else int(match[1])
    return str((hour + (HOURS if match[3] == "p" else 0)) * 60 + int(match[2]))


def _rows(path: Path) -> Iterator[list[str]]:
    try:
        with lzma.open(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                yield line.rstrip("\n").split("\t")
    except (OSError, lzma.LZMAError) as error:
        raise InputError(f"cannot read {path}: {error}") from error


def _said(row: list[str], first: int) -> Iterator[tuple[str, str]]:
    for column, printed in zip(COLUMNS, row[first:], strict=False):
        value = normal_time_or_gate(column, printed)
        if value:
            yield column, value


def _claims(data: Path) -> dict[Key, dict[str, list[str]]]:
    found: dict[Key, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in _rows(data / FLIGHTS[0]):
        for column, value in _said(row, 3):
            found[row[0], row[2], column][value].append(row[1])
    return found


def fused_halves(data: Path) -> dict[Part, dict[str, float]]:
    """How often what is believed of open and of blind days is true, with the others' trust.

    Only open days may be looked at; no trust is learned from a truth.
    """
    claims = _claims(data)
    truth = {
        (row[0], row[1], column): value
        for row in _rows(data / FLIGHTS[1])
        for column, value in _said(row, 2)
    }
    days = sorted({key[0] for key in claims})
    found: dict[Part, dict[str, float]] = {}
    for half, part in enumerate(Part):
        left_out = set(days[half :: len(Part)])
        trust = learn_trust(
            (key[2], each) for key, each in claims.items() if key[0] not in left_out
        )
        known = {key: value for key, value in truth.items() if key[0] in left_out and key in claims}
        told = []
        votes = 0
        for key, value in known.items():
            votes += _believed(Trust().shares(claims[key])) == value
            confidences = trust.confidences(claims[key], key[2])
            believed = _believed(confidences)
            told.append((confidences[believed], believed == value))
        found[part] = {
            "vote": votes / max(1, len(known)),
            "trust": sum(right for _, right in told) / max(1, len(known)),
            "calibration_error": calibration_error(told),
        }
    return found


@click.command("fuse")
@DATA_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
def fuse_command(data: Path, *, as_json: bool) -> int:
    """Score believed values against the truth, with trust learned on the other days only.

    Example:

        python -m benchmarks fuse
    """
    start = time.process_time()
    rows = {name: dict(row) for name, row in beside(fused_halves(data)).items()}
    rows["both"] = {"seconds": time.process_time() - start}
    for name, row in rows.items():
        told = (f"{score} {value or 0.0:.4f}" for score, value in row.items())
        click.echo(json.dumps({"part": name, **row}) if as_json else f"{name:10} {'  '.join(told)}")
    return 0


def calibration_error(told: Sequence[tuple[float, bool]]) -> float:
    """How far confidences are from how often they are right, on average over ten bins."""
    bins: defaultdict[int, float] = defaultdict(float)
    for confidence, right in told:
        bins[min(BINS - 1, int(confidence * BINS))] += confidence - right
    return sum(map(abs, bins.values())) / max(1, len(told))


def _believed(shares: Mapping[str, float]) -> str:
    return max(shares, key=lambda value: (shares[value], value))
