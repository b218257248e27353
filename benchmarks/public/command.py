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
"""A label a line: the set that it belongs to, and the file of the package that holds its page."""
ARCHIVE = "formasaurus-0.10.0.tar.gz"
DIGEST = "e2bfdd91ffac16ae3be2238b35e4b221e8902c73d62e85ba1791a02aeec6760d"
EMPTY = ("modern", "wcxb")
"""Sets that commands ask for, and of which the package has no page."""


@click.command()
@click.argument("archive", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def public(archive: Path, folder: Path) -> int:
    """Lay the labelled pages of a public package out as a folder of data, for --data.

    The pages are of 52 shops that no other set knows, of 2012 to 2016. They are not ours: the
    archive comes from the package index by its name. The labels are, made by eye before anything
    was read; sites are open or blind as everywhere.

    Example:

        pip download --no-deps --no-binary :all: formasaurus==0.10.0
        python -m benchmarks public formasaurus-0.10.0.tar.gz build/public
        python -m benchmarks specs --data build/public --set real --shipped
        python -m benchmarks fields --data build/public
        python -m benchmarks listings --data build/public --set real --shipped
    """
    labels = list(lines(LABELS))
    pages = _pages(archive, {label["file"] for label in labels})
    files: dict[str, list[dict[str, Any]]] = {SPEC_SETS[name]: [] for name in EMPTY}
    for label in labels:
        html = pages[label["file"]].decode("utf-8", "replace")
        files.setdefault(label["set"], []).append({**label["label"], "html": html})
    for name, rows in files.items():
        _write(folder / name, rows)
    click.echo(f"{len(labels)} labelled pages are in {folder}")
    return 0


def _pages(archive: Path, wanted: set[str]) -> dict[str, bytes]:
    """The *wanted* files of the package, by their name inside it."""
    if hashlib.sha256(archive.read_bytes()).hexdigest() != DIGEST:
        raise InputError(f"{archive} is not the {ARCHIVE} that was labelled")
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
