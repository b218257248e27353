"""How often the value that is believed is the true one."""

import json
import lzma
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from benchmarks.data import DATA_OPTION
from specdex.errors import InputError
from specdex.fusion import Trust, learn_trust

__all__ = ["calibration_error", "fuse_command", "normal_time_or_gate"]

COLUMNS = ("departs", "left", "gate of departure", "arrives", "landed", "gate of arrival")
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
    for row in _rows(data / "join/flight.claims.tsv.xz"):
        for column, value in _said(row, 3):
            found[row[0], row[2], column][value].append(row[1])
    return found


@click.command("fuse")
@DATA_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def fuse_command(data: Path, *, as_json: bool) -> int:
    """Score believed values against the truth, with trust learned on the other days only.

    Example:

        python -m benchmarks fuse
    """
    claims = _claims(data)
    truth = {
        (row[0], row[1], column): value
        for row in _rows(data / "join/flight.truth.tsv.xz")
        for column, value in _said(row, 2)
    }
    days = sorted({key[0] for key in claims})
    right: Counter[str] = Counter()
    told: list[tuple[float, bool]] = []
    start = time.process_time()
    for half in (0, 1):
        left_out = set(days[half::2])
        trust = learn_trust(item for key, item in claims.items() if key[0] not in left_out)
        for key, value in truth.items():
            if key[0] in left_out and key in claims:
                right["vote"] += _believed(Trust(), claims[key]) == value
                believed = _believed(trust, claims[key])
                right["trust"] += believed == value
                right["all"] += 1
                told.append((trust.confidences(claims[key])[believed], believed == value))
    seconds = time.process_time() - start
    row = {name: right[name] / max(1, right["all"]) for name in ("vote", "trust")}
    row["calibration_error"] = calibration_error(told)
    if as_json:
        click.echo(json.dumps({**row, "seconds": seconds}))
    else:
        click.echo(
            f"vote {row['vote']:.4f}, trust {row['trust']:.4f}, "
            f"calibration error {row['calibration_error']:.4f}, {seconds:.1f} s"
        )
    return 0


def calibration_error(told: Sequence[tuple[float, bool]]) -> float:
    """How far confidences are from how often they are right, on average over ten bins."""
    bins: defaultdict[int, float] = defaultdict(float)
    for confidence, right in told:
        bins[min(BINS - 1, int(confidence * BINS))] += confidence - right
    return sum(map(abs, bins.values())) / max(1, len(told))


def _believed(trust: Trust, item: dict[str, list[str]]) -> str:
    shares = trust.shares(item)
    return max(shares, key=lambda value: (shares[value], value))
