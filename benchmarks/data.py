"""Labelled pages for measuring: where they lie, and how they are read."""

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from specdex.errors import InputError
from specdex.pipeline.score import read_labels
from specdex.records import Page
from specdex.statistics.page_scores import GoldPage

__all__ = [
    "DATA",
    "DATA_OPTION",
    "SPEC_SETS",
    "digest",
    "gold_pages",
    "labelled_pages",
    "lines",
    "page_of",
    "spec_files",
]

DATA = Path("..") / "shared" / "data"
"""Where labelled data lies beside a checkout."""

SPEC_SETS = {
    "swde": "specs/swde/*.jsonl.xz",
    "modern": "specs/modern.jsonl.xz",
    "wcxb": "specs/wcxb.jsonl.xz",
}
"""The sets of labelled product pages, by name."""


def spec_files(data: Path, name: str) -> tuple[Path, ...]:
    """The files of one set of labelled product pages."""
    found = tuple(sorted(data.glob(SPEC_SETS[name])))
    if not found:
        raise InputError(f"no labelled pages at {data / SPEC_SETS[name]}")
    return found


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The JSON lines of a file, plain or .xz."""
    opener = lzma.open if path.suffix == ".xz" else Path.open
    try:
        with opener(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                yield json.loads(line)
    except (OSError, lzma.LZMAError, ValueError) as error:
        raise InputError(f"cannot read {path}: {error}") from error


def gold_pages(paths: Iterable[Path]) -> Iterator[GoldPage]:
    """The labelled pages of several files."""
    for path in paths:
        yield from read_labels(str(path))


def labelled_pages(paths: Iterable[Path]) -> Iterator[tuple[GoldPage, Page]]:
    """The labels of several files, each with its page."""
    return ((gold, page_of(gold)) for gold in gold_pages(paths))


def page_of(gold: GoldPage) -> Page:
    """A labelled page as if it had just been fetched."""
    return Page(
        url=gold.url,
        body=gold.html.encode("utf-8", "replace"),
        id=gold.id,
        site=gold.site,
        category=gold.category,
        encoding="utf-8",
    )


def digest(paths: Iterable[Path]) -> str:
    """What tells one version of the labelled data from another."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(path.name.encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


DATA_OPTION = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=DATA,
    show_default=True,
    help="The folder of labelled data.",
)
