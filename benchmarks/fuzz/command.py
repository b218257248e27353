"""Fuzzing: a fixed short run, or a long one."""

import hashlib
import random
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from benchmarks.fuzz.soups import KINDS, mutated, soups
from benchmarks.fuzz.targets import FILES, PAGES, file_seeds, pages, try_file, try_page
from benchmarks.soak.costs import Cost, is_flat, measured

__all__ = ["fuzz"]

SLOW = 2.0
"""Seconds of processor time that no document may take."""
MOST = 20
"""Broken promises after which it ends."""
LOOK = 10_000
"""Documents between two looks at the memory."""
FEW = 50_000
"""Documents below which caches still fill."""


class _Book:
    """What was tried, and what broke."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.tried = self.broken = 0
        self.slowest = 0.0

    def attempt(self, name: str, data: bytes, do: Callable[[], None]) -> None:
        """Do it; what raises or takes too long is told, and kept."""
        self.tried += 1
        began, why = time.process_time(), ""
        try:
            do()
        except Exception:  # noqa: BLE001 - what comes is what is looked for
            why = traceback.format_exc()
        took = time.process_time() - began
        self.slowest = max(self.slowest, took)
        if why or took > SLOW:
            self._tell(name, data, why or f"it took {took:.1f} s")

    def _tell(self, name: str, data: bytes, why: str) -> None:
        self.broken += 1
        place = ""
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            digest = hashlib.blake2b(data, digest_size=4).hexdigest()
            path = self.folder / f"{name.replace(' ', '-')}-{digest}"
            path.write_bytes(data)
            place = f" ({path})"
        click.echo(f"{name}{place}: {why.strip()}", err=True)


@click.command()
@click.option("--documents", default=3000, show_default=True, help="Pages that are made.")
@click.option("--files", default=1000, show_default=True, help="Settings, wrappers, archives ….")
@click.option("--seed", default=1, show_default=True, help="The same seed makes the same ones.")
@click.option("--first", default=0, show_default=True, help="Go on with the one of this number.")
@click.option("--every", is_flag=True, help="Each page through all readers, not one in turn.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder for what breaks a promise.")
def fuzz(
    documents: int, files: int, seed: int, first: int, *, every: bool, keep: Path | None
) -> int:
    """Put soups, changed pages and changed files through everything that reads them.

    Nothing may raise but one sentence, no document may take more than two seconds of processor
    time, every node is found again by the XPath that its Document gives, and memory is flat. What
    breaks belongs into tests/benchmarks/fuzz/corpus, which every test run tries.

    Example:

        python -m benchmarks fuzz --documents 1000000 --seed 7 --keep found
    """
    book = _Book(keep)
    costs = _try_pages(book, range(first, documents), seed, every=every)
    _try_files(book, files, seed)
    click.echo(_said(book, documents, measured(documents)))
    grown = documents - first >= FEW and not is_flat(costs)
    if grown:
        click.echo("memory, descriptors or threads grew", err=True)
    return 1 if book.broken or grown else 0


def _try_pages(book: _Book, numbers: range, seed: int, *, every: bool) -> list[Cost]:
    """Try the documents of these *numbers*; what the process held meanwhile."""
    costs = []
    names = tuple(PAGES)
    for number, body in zip(numbers, soups(seed, numbers, pages), strict=True):
        for name in names if every else ("find", _in_turn(names, number)):
            book.attempt(name, body, lambda name=name, body=body: try_page(name, body))  # type: ignore[misc]
        if number % LOOK == LOOK - 1:
            costs.append(measured(number + 1))
            click.echo(_said(book, number + 1, costs[-1]))
        if book.broken > MOST:
            break
    return costs


def _in_turn(names: Sequence[str], number: int) -> str:
    """Who tries the document of this *number*, so that each meets all kinds of documents."""
    return names[(number + number // KINDS) % len(names)]


def _try_files(book: _Book, files: int, seed: int) -> None:
    names, seeds = tuple(FILES), file_seeds()
    with tempfile.TemporaryDirectory() as place:
        for number in range(files):
            name = names[number % len(names)]
            data = mutated(seeds[name], random.Random(f"{seed} {number}"))  # noqa: S311 - no secret
            book.attempt(
                name,
                data,
                lambda name=name, data=data: try_file(name, data, Path(place)),  # type: ignore[misc]
            )


def _said(book: _Book, documents: int, cost: Cost) -> str:
    return (
        f"{documents} documents, {book.tried} readings, {book.broken} broken promises,"
        f" slowest {book.slowest:.2f} s, {cost.memory} MiB, {cost.descriptors} descriptors"
    )
