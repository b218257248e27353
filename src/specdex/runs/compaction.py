"""A bound on what a run's WARC files take: captures that no page needs any more leave them.

A file that is in good part such captures is written anew with the others. At every moment the run
can be opened: first the others lie in a new file, then the database points there, then the old
file goes.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from specdex.errors import InputError, StoreError
from specdex.records import Specification, StoredPage
from specdex.runs.captures import Capture, entries
from specdex.runs.folder import RunFolder
from specdex.runs.warc import INDEX, JOURNAL, STEM, closed_files, write_index
from specdex.settings import CAPTURES

__all__ = ["compact"]

SHARE = 0.25
"""A file is written anew where so much of it is not needed."""
BATCH = 100
"""Captures that are held in memory together."""


@dataclass(frozen=True, slots=True)
class Compacted:
    """What a run got rid of."""

    files: int = 0
    """WARC files that were written anew, or had nothing that is needed."""
    captures: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a capture lies."""

    file: str
    offset: int
    length: int


def compact(run: RunFolder, keep: int = CAPTURES) -> Compacted:
    """Leave of every page the newest *keep* captures and the one that the run reads.

    Files that are needed in good part stay as they are. An InputError where another process writes
    to the run.
    """
    folder = run.archive.folder
    run.archive.close()
    if any(folder.glob(f"{STEM}*{JOURNAL}")):
        raise InputError(f"{run.path} is being written to: wait until that is done")
    needed, others = _sorted_out(run, keep)
    done = Compacted()
    for path in closed_files(folder):
        gone = others[path.name]
        lost = sum(each.length for each in gone)
        if not lost or lost < SHARE * path.stat().st_size:
            continue
        before = path.stat().st_size
        after = _written_anew(run, path, needed[path.name])
        if after is not None:
            freed = done.bytes + before - after
            done = Compacted(done.files + 1, done.captures + len(gone), freed)
    return done


def _sorted_out(
    run: RunFolder, keep: int
) -> tuple[dict[str, list[_Place]], dict[str, list[_Place]]]:
    """The captures that are needed, and the others, by file."""
    read = {(Path(each.file).name, each.offset) for each in run.store.read(StoredPage)}
    captures: dict[str, list[tuple[bytes, _Place]]] = defaultdict(list)
    for line, entry in entries(run.archive.folder / INDEX):
        place = _Place(str(entry["filename"]), int(entry["offset"]), int(entry["length"]))
        captures[str(entry["url"])].append((line.split(b" ", 2)[1], place))
    needed: dict[str, list[_Place]] = defaultdict(list)
    others: dict[str, list[_Place]] = defaultdict(list)
    for found in captures.values():
        newest = sorted(found, key=lambda each: (each[0], each[1].file, each[1].offset))[::-1]
        for number, (_, place) in enumerate(newest):
            is_needed = number < keep or (place.file, place.offset) in read
            (needed if is_needed else others)[place.file].append(place)
    return needed, others


def _written_anew(run: RunFolder, path: Path, needed: Sequence[_Place]) -> int | None:
    """Move what is *needed* out of the file at *path*, and remove it; how many bytes were moved.

    None where one of them is damaged: the file stays then, for ``specdex run check``.
    """
    ordered = sorted(needed, key=lambda each: each.offset)
    moved = 0
    with path.open("rb") as file:
        for start in range(0, len(ordered), BATCH):
            some = ordered[start : start + BATCH]
            captures = []
            for place in some:
                file.seek(place.offset)
                try:
                    captures.append(Capture.read(file.read(place.length)))
                except StoreError:
                    run.archive.close()
                    return None
            stored = run.archive.keep(captures)
            _point(run, dict(zip(some, stored, strict=True)))
            moved += sum(each.length for each in some)
    run.archive.close()
    folder = run.archive.folder
    left = [line for line, entry in entries(folder / INDEX) if entry["filename"] != path.name]
    write_index(folder, left)
    path.unlink()
    return moved


def _point(run: RunFolder, moved: dict[_Place, StoredPage]) -> None:
    """Let the run's pages and specifications point to where captures lie now."""
    changed: list[StoredPage | Specification] = []
    for place, now in moved.items():
        before = run.archive.named(run.archive.folder / place.file)
        changed += (
            replace(page, file=now.file, offset=now.offset, length=now.length)
            for page in run.store.read(StoredPage, url=now.url)
            if (page.file, page.offset) == (before, place.offset)
        )
        changed += (
            replace(said, source=f"{now.file}@{now.offset}")
            for said in run.store.read(Specification, url=now.url)
            if said.source == f"{before}@{place.offset}"
        )
    run.store.add(changed)
