"""Is this specdex as fast as another that is installed? Both read the same pages, in turns.

Each command is run over many pages and over a few, and the difference is what pages cost: the time
that starting takes, and what is loaded when a page first needs it, is not counted. Processor time
of the processes, one specdex right after the other with the same pages, so that a busy moment is
busy for both; who is first changes with every round. Each round is a judgement of its own, and the
middle one holds: the best of each side may come from moments that have nothing in common.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.data import lines, spec_files
from benchmarks.listings.examples import LISTING_SETS
from specdex.errors import InputError
from specdex.records import StoredPage
from specdex.runs import RunFolder

__all__ = ["HARVEST", "LEAST", "Contest", "contests", "harvests", "is_slower"]

LEAST = 0.97
"""The share of the other's speed that is as fast: less is no noise."""
HARVEST = 3.0
"""How many times as fast as before the redraw a harvest has to be."""
SITES, PAGES_A_SITE = "camera-*", 20
"""Whose wrappers are applied, to so many pages of each."""
FEW = 4
"""A page of so many is among the few."""
KEYS = ("id", "url", "site", "category", "html")
Pages = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Contest:
    """One command on one set of pages: milliseconds a page, here and there."""

    verb: str
    pages: int
    here: float
    there: float
    least: float = LEAST
    """The ratio from which on it is fast enough."""
    ratios: tuple[float, ...] = ()
    """Those of all rounds, where each was judged by itself."""

    @property
    def ratio(self) -> float:
        """How fast it is here, where there is 1."""
        if self.ratios:
            return median(self.ratios)
        return self.there / self.here if self.here > 0 else 1.0

    @property
    def spread(self) -> tuple[float, float]:
        """Between which ratios the middle half of the rounds lies."""
        if len(self.ratios) < 2:  # noqa: PLR2004 - one has no spread
            return self.ratio, self.ratio
        first, _, last = quantiles(self.ratios, n=4, method="inclusive")
        return first, last


def is_slower(contest: Contest) -> bool:
    """Whether this specdex is slower than it has to be beside the other."""
    return contest.ratio < contest.least


def contests(python: Path, data: Path, pages: int, rounds: int) -> Iterator[Contest]:
    """The specdex that runs this and that of *python*, command by command."""
    both = [sys.executable, str(python)]
    with tempfile.TemporaryDirectory() as folder:
        shelf = _Shelf(Path(folder))
        products = _turns(
            [lines(path) for set_ in ("modern", "swde") for path in _some(data, set_)]
        )
        offers = _turns([lines(data / file) for file in LISTING_SETS.values()])
        for verb, found in (("extract", products), ("listings", offers)):
            chosen = list(islice(found, pages))
            yield _contest([[python, verb] for python in both], shelf.put(verb, chosen), rounds)
        sites = [list(islice(lines(path), PAGES_A_SITE)) for path in _some(data, "swde")]
        chosen = list(chain.from_iterable(sites))[:pages]
        few, many, count = shelf.put("apply", chosen)
        commands = []
        for at, each in enumerate(both):
            learned = shelf.folder / f"wrappers-{at}.jsonl"
            learned.write_bytes(_said(each, "learn", many))
            commands.append([each, "apply", str(learned)])
        yield _contest(commands, (few, many, count), rounds)


def harvests(python: Path, rounds: int) -> Iterator[Contest]:
    """Both harvest the demo web, the demo's server and Scrapy's process counted."""
    best = [float("inf"), float("inf")]
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder, "run")
        for _ in range(rounds):
            for at, each in enumerate((str(python), sys.executable)):
                best[at] = min(best[at], _cost([each, "demo", "--run", str(run)]))
        with RunFolder(run) as made:
            pages = made.store.count(StoredPage)
    there, here = (1000 * seconds / pages for seconds in best)
    yield Contest("harvest", pages, here, there, HARVEST)


def _some(data: Path, name: str) -> tuple[Path, ...]:
    found = spec_files(data, name)
    return tuple(path for path in found if name != "swde" or path.match(SITES))


def _turns(streams: Sequence[Iterator[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """What all *streams* give, one of each in turn."""
    return (each for turn in zip_longest(*streams) for each in turn if each is not None)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Files of pages, as the commands take them."""

    folder: Path

    def put(self, name: str, pages: Pages) -> tuple[str, str, int]:
        """A file with a few of *pages*, one with all of them, and how many more those are."""
        few = max(1, len(pages) // FEW)
        if len(pages) <= few:
            raise InputError(f"there are not enough pages to time {name} on")
        paths = []
        for part in (pages[:few], pages):
            path = self.folder / f"{name}-{len(part)}.jsonl"
            rows = ({key: page[key] for key in KEYS if key in page} for page in part)
            path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
            paths.append(str(path))
        return paths[0], paths[1], len(pages) - few


def _contest(
    commands: Sequence[Sequence[str]], shelf: tuple[str, str, int], rounds: int
) -> Contest:
    few, many, count = shelf
    for command in commands:
        _cost([*command, few])  # writes the bytecode
    told: list[list[float]] = [[], []]
    for number in range(rounds):
        spent = [0.0, 0.0]
        for file, sign in ((few, -1), (many, 1)):
            # a b b a, and then b a a b: what grows or falls meanwhile favours nobody
            for side in (0, 1) if (number % 2 == 0) == (sign < 0) else (1, 0):
                spent[side] += sign * _cost([*commands[side], file])
        for each, seconds in zip(told, spent, strict=True):
            each.append(1000 * seconds / count)
    here, there = told
    ratios = tuple(b / a for a, b in zip(here, there, strict=True) if a > 0 and b > 0)
    return Contest(commands[0][1], count, median(here), median(there), ratios=ratios)


def _cost(command: Sequence[str]) -> float:
    """Processor seconds of one command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _said(*command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _said(python: str, *arguments: str) -> bytes:
    """What a command prints; it may find nothing, but it must not fail."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(  # noqa: S603 - the command is ours
        [python, "-m", "specdex", *arguments], capture_output=True, check=False, env=kept
    )
    if done.returncode > 1:
        raise InputError(f"{python}: {done.stderr.decode(errors='replace').strip()[-300:]}")
    return done.stdout
