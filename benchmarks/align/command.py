"""How well names are aligned, against labelled names of monitors."""

import csv
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any
from zlib import crc32

import click

from benchmarks.align.peers import measured_peers
from benchmarks.align.training import Name, labelled, learn, met
from benchmarks.data import DATA_OPTION, MEMORY, lines, most_memory
from benchmarks.link.command import LinkScore
from benchmarks.link.sets import alaska_specification
from specdex.alignment.aligner import Aligner
from specdex.errors import InputError
from specdex.linkage import link
from specdex.records import Correspondence, Specification

__all__ = ["NAMES", "align_command", "aligned_halves", "collection", "half_of", "labels", "score"]

HALVES = {"open": 0, "blind": 1}
NAMES = "join/monitor.names.csv", "alaska/monitor-specs.jsonl.xz"


def score(gold: Mapping[Name, str], told: Mapping[Name, str]) -> LinkScore:
    """Pairs of labelled names that are said to mean one attribute."""
    both = Counter((told.get(name, str(name)), attribute) for name, attribute in gold.items())
    said = Counter(told.get(name, str(name)) for name in gold)
    return LinkScore(_pairs(both), _pairs(said), _pairs(Counter(gold.values())))


def _pairs(counts: Counter[str] | Counter[tuple[str, str]]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())


def labels(data: Path) -> dict[Name, str]:
    """The attribute of each labelled name of each site."""
    path = data / "join/monitor.names.csv"
    try:
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error}") from error
    return {(row["site"], row["name"]): row["attribute"] for row in rows}


def collection(data: Path, category: str) -> list[Specification]:
    """The pages of *category*; those of monitors have labelled names."""
    path = data / f"alaska/{category}-specs.jsonl.xz"
    return [alaska_specification(line) for line in lines(path)]


def half_of(gold: Mapping[Name, str], half: int) -> dict[Name, str]:
    """The labels of one half of the attributes."""
    return {name: each for name, each in gold.items() if crc32(each.encode()) % 2 == half}


class _Halves:
    """Monitors, whose names are aligned by a score that was learned from the other half."""

    def __init__(self, data: Path) -> None:
        self.gold, self.pages = labels(data), collection(data, "monitor")
        self._apart = met(Aligner(collection(data, "camera")))
        start = time.process_time()
        self._aligner = Aligner(self.pages)
        self.groups = link(self.pages, self._aligner.correspondences()).groups
        self.linked = time.process_time() - start

    def aligned(self, half: int) -> tuple[tuple[Correspondence, ...], float]:
        """The correspondences of a half that was left out, and the seconds that they took."""
        known = labelled(self._aligner, self.groups, half_of(self.gold, 1 - half))
        learned = learn(known, self._apart)
        start = time.process_time()
        found = Aligner(self.pages, score=learned).correspondences(self.groups)
        return found, time.process_time() - start


def aligned_halves(data: Path) -> list[dict[str, Any]]:
    """Scores of names of open and of blind attributes, each half learned from the other.

    Behind them that of the score that ships, which has seen both, and the mean of both halves.
    """
    known = _Halves(data)
    rows = [
        _row(name, half_of(known.gold, half), *known.aligned(half)) for name, half in HALVES.items()
    ]
    f1 = [row["f1"] for row in rows]
    found = Aligner(known.pages).correspondences(known.groups)
    shipped = _row("shipped", known.gold, found, known.linked)
    return [*rows, shipped, {"name": "left out", "f1": sum(f1) / len(f1)}]


def _mistakes(data: Path) -> list[str]:
    """The attributes of the open half that are torn apart or thrown together, the worst first."""
    known = _Halves(data)
    found, _ = known.aligned(HALVES["open"])
    told = {(each.site, each.name): each.attribute for each in found}
    gold = half_of(known.gold, HALVES["open"])
    return mistakes(gold, told)


def mistakes(gold: Mapping[Name, str], told: Mapping[Name, str]) -> list[str]:
    """What pairs of names are missing or wrong, by attribute, the most first; and their wordings.

    >>> mistakes({("a", "Size"): "size", ("b", "Mass"): "size"}, {})
    ["1 missing of size: Size (('a', 'Size')) | Mass (('b', 'Mass'))"]
    """
    apart: Counter[str] = Counter()
    names: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name, attribute in gold.items():
        names[attribute][told.get(name, str(name))].add(name[1])
    for one, other in combinations(gold, 2):
        same = told.get(one, str(one)) == told.get(other, str(other))
        if (gold[one] == gold[other]) is not same:
            apart[" with ".join(sorted({gold[one], gold[other]}))] += 1
    return [
        f"{times} wrong: {which}"
        if " with " in which
        else f"{times} missing of {which}: "
        + " | ".join(f"{', '.join(sorted(said))} ({at})" for at, said in names[which].items())
        for which, times in apart.most_common()
    ]


@click.command("align")
@DATA_OPTION
@click.option(
    "--peers", is_flag=True, help="Beside it the matcher Coma of valentine (extra peers)."
)
@click.option("--errors", type=int, default=0, help="Instead, so many mistakes of the open half.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a row.")
def align_command(data: Path, *, peers: bool, errors: int, as_json: bool) -> int:
    """Score aligned names of monitors, each half of the attributes learned from the other.

    Pages are linked with names that were aligned by shared codes; aligned again, and scored. Peers
    learn nothing and see the names of both halves at once.

    Example:

        python -m benchmarks align
    """
    if errors:
        for line in _mistakes(data)[:errors]:
            click.echo(line)
        return 0
    rows = aligned_halves(data)
    if peers:
        rows += measured_peers(labels(data), collection(data, "monitor"))
    for row in rows:
        told = (f"{key} {value:.3f}" for key, value in row.items() if key != "name")
        click.echo(json.dumps(row) if as_json else f"{row['name']:10} " + "  ".join(told))
    return 0


def _row(
    name: str, gold: Mapping[Name, str], found: Iterable[Correspondence], seconds: float
) -> dict[str, Any]:
    reached = score(gold, {(each.site, each.name): each.attribute for each in found})
    return {
        "name": name,
        "precision": reached.precision,
        "recall": reached.recall,
        "f1": reached.f1,
        "seconds": seconds,
        MEMORY: most_memory(),
    }
