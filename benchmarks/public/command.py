"""Pages of shops that a public package carries for its own tests, with labels of ours."""

import hashlib
import json
import lzma
import tarfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from benchmarks.data import SPEC_SETS, lines
from specdex.errors import InputError

__all__ = ["public"]

LABELS = Path(__file__).with_name("labels.jsonl.xz")
"""A label a line: the set that it belongs to, and the archive and the file in it with its page."""
ARCHIVES = Path(__file__).with_name("archives.json")
"""The labelled archives by their names: where each comes from, and its digest."""
EMPTY = ("modern", "wcxb")
"""Sets that commands ask for, and of which no archive has a page."""


@click.command()
@click.argument(
    "paths", metavar="ARCHIVE... FOLDER", nargs=-1, required=True, type=click.Path(path_type=Path)
)
def public(paths: tuple[Path, ...]) -> int:
    """Lay the labelled pages of public packages out as a folder of data, for --data.

    The pages are of shops that no other set knows: 52 of 2012 to 2016 in one package, and some
    thirty, most of 2024 to 2026, in 17 others. They are not ours: an archive comes from its package
    index by its name, and only pages of the archives that are given are laid out. The labels are
    ours, made by eye before anything was read; sites are open or blind as everywhere.
    benchmarks/public/archives.json names all archives and how each is fetched.

    Example:

        pip download --no-deps --no-binary :all: formasaurus==0.10.0
        npm pack sitedish-scraper@1.2.0
        python -m benchmarks public *.tar.gz *.tgz build/public
        python -m benchmarks specs --data build/public --set real --shipped
        python -m benchmarks fields --data build/public
        python -m benchmarks listings --data build/public --set real --shipped
    """
    archives, folder = _told_apart(paths)
    labels = list(lines(LABELS))
    files: dict[str, list[dict[str, Any]]] = {SPEC_SETS[name]: [] for name in EMPTY}
    for name, archive in archives.items():
        held = [label for label in labels if label["archive"] == name]
        pages = _pages(archive, {label["file"] for label in held})
        for label in held:
            html = pages[label["file"]].decode("utf-8", "replace")
            files.setdefault(label["set"], []).append({**label["label"], "html": html})
    for name, rows in files.items():
        _write(folder / name, rows)
    click.echo(f"{sum(map(len, files.values()))} labelled pages are in {folder}")
    return 0


def _told_apart(paths: Iterable[Path]) -> tuple[dict[str, Path], Path]:
    """The archives among *paths* by their names, and the folder, which may stand first or last."""
    given = list(paths)
    files = [path for path in given if path.is_file()]
    folders = [path for path in given if path not in files]
    if not files or len(folders) != 1:
        raise click.UsageError("say which archives, all of them files, and one folder")
    known = {each["digest"]: name for name, each in json.loads(ARCHIVES.read_bytes()).items()}
    archives = {}
    for path in files:
        if not (name := known.get(hashlib.sha256(path.read_bytes()).hexdigest())):
            raise InputError(f"{path} is none of the archives that were labelled: see {ARCHIVES}")
        archives[name] = path
    return archives, folders[0]


def _pages(archive: Path, wanted: set[str]) -> dict[str, bytes]:
    """The *wanted* files of the package, by their name inside it."""
    found: dict[str, bytes] = {}
    with tarfile.open(archive) as opened:
        for member in opened:
            name = member.name.partition("/")[2]
            if name in wanted and (stream := opened.extractfile(member)):
                found[name] = stream.read()
    return found


def _write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
