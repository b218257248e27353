"""The text files of a host-level web graph, streamed: vertices by the line, edges by the block.

A vertices file has a line ``number TAB reversed.host.name`` a host, an edges file a line
``number TAB number`` a link; both are split into many files, and compressed. They are far larger
than memory, so edges are sorted on disk: split by the number of their first end, again and again,
until a part fits.
"""

import gzip
import warnings
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from specdex.errors import InputError

__all__ = ["Edges", "graph_files", "grouped", "read_edges", "read_vertices", "reversed_name"]

Edges = npt.NDArray[np.int64]
"""Rows of two numbers: from where, to where."""

BLOCK = 4 << 20
"""Bytes of text that are read at a time."""
FITS = 1 << 20
"""Edges that are sorted in memory at a time."""
PARTS = 64
"""Files that a part which does not fit is split into."""
MAX_LINKS = 1_000_000
"""Links of one host that are kept."""
MAX_NUMBER = 1 << 48
"""A larger number is no host's."""
SPREAD = 0x9E3779B97F4A7C15
"""Turns numbers into an order without meaning: the golden ratio's bits."""
DAMAGED = (EOFError, OSError, zlib.error)


def reversed_name(name: str) -> str:
    """A host name with its parts in the other order.

    >>> reversed_name("foto.shop.example")
    'example.shop.foto'
    """
    return ".".join(reversed(name.split(".")))


def graph_files(folder: Path) -> tuple[list[Path], list[Path]]:
    """The vertices and the edges files below *folder*, known by their names or their folders'."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    named = [(path, path.relative_to(folder).as_posix().lower()) for path in files]
    text = [(path, name) for path, name in named if name.removesuffix(".gz").endswith(".txt")]
    vertices = [path for path, name in text if "vertices" in name]
    edges = [path for path, name in text if "edges" in name and "vertices" not in name]
    for kind, found in (("vertices", vertices), ("edges", edges)):
        if not found:
            raise InputError(f"{folder} holds no {kind} files (*{kind}*.txt.gz) of a web graph")
    return vertices, edges


def read_vertices(paths: Iterable[Path]) -> Iterator[tuple[int, str]]:
    """The number and the reversed name of each host."""
    for path in paths:
        count = 0
        for block in _blocks(path):
            for line in block.decode("utf-8", "replace").splitlines():
                count += 1
                number, _, name = line.partition("\t")
                if not (number.isascii() and number.isdigit() and name):
                    raise InputError(f"{path}, line {count}, is no host: {line[:80]!r}")
                yield int(number), name.partition("\t")[0]


def read_edges(paths: Iterable[Path]) -> Iterator[Edges]:
    """The edges, some at a time."""
    for path in paths:
        for block in _blocks(path):
            yield _edges(path, block)


def grouped(parts: Iterable[Edges], hosts: int, scratch: Path) -> Iterator[tuple[int, Edges]]:
    """Each number that is an edge's first end, in order, with the other ends: a list of numbers.

    A list is sorted by a scrambled order that is the same for all, so that two lists that were cut
    at the same length still have in common what they had. *scratch* is a folder that is filled,
    and emptied again.
    """
    whole = scratch / "edges"
    with whole.open("wb") as file:
        for part in parts:
            part.tofile(file)
    yield from _groups(whole, 0, max(1, hosts))


def _groups(path: Path, low: int, high: int) -> Iterator[tuple[int, Edges]]:
    """The groups of the edges in the file at *path*, which is deleted."""
    size = path.stat().st_size // 16
    if size <= FITS:
        rows = np.fromfile(path, dtype=np.int64).reshape(-1, 2)
        path.unlink()
        yield from _split(rows)
    elif high - low <= 1:
        yield low, _one_group(path, low)
        path.unlink()
    else:
        for part, start, end in _parted(path, low, high):
            yield from _groups(part, start, end)


def _parted(path: Path, low: int, high: int) -> list[tuple[Path, int, int]]:
    """The file at *path* split by ranges of the first end; it is deleted."""
    span = -(-(high - low) // PARTS)
    starts = range(low, high, span)
    parts = [path.with_name(f"{path.name}-{place}") for place in range(len(starts))]
    files: list[IO[bytes]] = [part.open("wb") for part in parts]
    try:
        for rows in _rows(path):
            places = np.clip((rows[:, 0] - low) // span, 0, len(parts) - 1)
            order = np.argsort(places, kind="stable")
            ends = np.searchsorted(places[order], np.arange(len(parts) + 1))
            for place, file in enumerate(files):
                rows[order[ends[place] : ends[place + 1]]].tofile(file)
    finally:
        for file in files:
            file.close()
    path.unlink()
    return [
        (part, start, min(start + span, high)) for part, start in zip(parts, starts, strict=True)
    ]


def _rows(path: Path) -> Iterator[Edges]:
    with path.open("rb") as file:
        while len(rows := np.fromfile(file, dtype=np.int64, count=FITS * 2)):
            yield rows.reshape(-1, 2)


def _one_group(path: Path, number: int) -> Edges:
    """The other ends of a host's edges that do not fit: the first of the scrambled order."""
    kept = np.empty(0, dtype=np.int64)
    for rows in _rows(path):
        other = np.concatenate([kept, rows[:, 1]])
        kept = _sorted(np.column_stack([np.full_like(other, number), other]))[:MAX_LINKS, 1]
    return kept


def _split(rows: Edges) -> Iterator[tuple[int, Edges]]:
    rows = _sorted(rows)
    firsts, starts = np.unique(rows[:, 0], return_index=True)
    ends = np.append(starts, len(rows))[1:]
    others = rows[:, 1].copy()
    for first, start, end in zip(firsts.tolist(), starts.tolist(), ends.tolist(), strict=True):
        yield first, others[start : min(end, start + MAX_LINKS)]


def _sorted(rows: Edges) -> Edges:
    """Different edges by their first end, then in the scrambled order of the other."""
    rows = rows[np.lexsort((rows[:, 1].astype(np.uint64) * np.uint64(SPREAD), rows[:, 0]))]
    fresh = np.ones(len(rows), dtype=bool)
    # an odd factor keeps different numbers different, so equal edges lie side by side
    fresh[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return rows[fresh]


def _blocks(path: Path) -> Iterator[bytes]:
    """Whole lines of the file at *path*, many at a time."""
    rest = b""
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
            while block := file.read(BLOCK):
                lines, end, begun = (rest + block).rpartition(b"\n")
                rest = begun
                if end:
                    yield lines
                elif len(rest) > BLOCK:
                    raise InputError(f"{path} holds no lines")
    except DAMAGED as error:
        raise InputError(f"cannot read {path}: {error}") from error
    if rest.strip():
        yield rest


def _edges(path: Path, block: bytes) -> Edges:
    numbers = _numbers(block)
    if numbers is None or len(numbers) % 2 or len(numbers) != 2 * (block.count(b"\n") + 1):
        wrong = next((line for line in block.split(b"\n") if not _is_edge(line)), b"")
        raise InputError(f"{path} holds a line that is no edge: {wrong[:80]!r}")
    if len(numbers) and not 0 <= int(numbers.min()) <= int(numbers.max()) < MAX_NUMBER:
        raise InputError(f"{path} holds a number that is no host's")
    return numbers.reshape(-1, 2)


def _numbers(block: bytes) -> Edges | None:
    """The numbers in *block*; None where there is anything else."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            return np.fromstring(block.decode("ascii"), dtype=np.int64, sep=" ")
        except (ValueError, DeprecationWarning):
            return None


def _is_edge(line: bytes) -> bool:
    parts = line.split()
    return len(parts) == len(("from", "to")) and all(part.isdigit() for part in parts)
