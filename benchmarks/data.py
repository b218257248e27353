"""Labelled pages for measuring: where they lie, how they are read, and who may look at them.

Sites are either open or blind, by a hash that is fixed. Mistakes are read, and rules, features and
thresholds chosen, on open sites; of blind ones totals are printed and nothing else. Both stand side
by side with their difference: what only helps where somebody looked shows.
"""

import hashlib
import json
import lzma
import resource
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import click

from specdex.errors import InputError
from specdex.pipeline.score import read_labels
from specdex.records import Page
from specdex.statistics.page_scores import GoldPage
from specdex.urls import registrable_domain

__all__ = [
    "DATA",
    "DATA_OPTION",
    "DIFFERENCE",
    "MEMORY",
    "PART_OPTION",
    "SPEC_SETS",
    "Part",
    "beside",
    "digest",
    "gold_pages",
    "halves",
    "labelled_pages",
    "lines",
    "most_memory",
    "page_of",
    "part_of",
    "parts_of",
    "refuse_blind",
    "site_group",
    "spec_files",
]

DATA = Path("..") / "shared" / "data"
"""Where labelled data lies beside a checkout."""

SPEC_SETS = {
    "swde": "specs/swde/*.jsonl.xz",
    "modern": "specs/modern.jsonl.xz",
    "wcxb": "specs/wcxb.jsonl.xz",
    "real": "specs/real.jsonl.xz",
}
"""The sets of labelled product pages, by name."""
DIFFERENCE = "difference"
MEMORY = "MB (10^6)"
"""What memory is called; 1 GB are a thousand of these."""
Shares = Mapping[str, float | None]
T = TypeVar("T")


def most_memory() -> float:
    """The most memory that this process ever had, in millions of bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


class Part(StrEnum):
    """Which half of the labelled sites."""

    OPEN = "open"
    BLIND = "blind"


def site_group(site: str) -> str:
    """What tells whether two sites are one shop: ``amazon`` for amazon.com.br and amazon.

    >>> site_group("www.shop.co.uk"), site_group("buy")
    ('shop', 'buy')
    """
    return registrable_domain(site).partition(".")[0]


def part_of(site: str) -> Part:
    """Whether *site* is open or blind; all sites of one shop are the same.

    >>> part_of("www.shop.co.uk") is part_of("shop.de")
    True
    """
    hashed = hashlib.sha256(site_group(site).encode()).digest()
    return Part.BLIND if hashed[-1] % 2 else Part.OPEN


def halves(things: Iterable[T], site_of: Callable[[T], str]) -> dict[Part, list[T]]:
    """The open and the blind of *things*, each by its site."""
    found: dict[Part, list[T]] = {part: [] for part in Part}
    for each in things:
        found[part_of(site_of(each))].append(each)
    return found


def beside(rows: Mapping[Part, Shares]) -> dict[str, Shares]:
    """*rows* with the difference between open and blind below them, where both are there.

    >>> beside({Part.OPEN: {"f1": 0.75}, Part.BLIND: {"f1": 0.5}})["difference"]
    {'f1': 0.25}
    """
    shown: dict[str, Shares] = {str(part): row for part, row in rows.items()}
    if len(rows) == len(Part):
        blind = rows[Part.BLIND]
        shown[DIFFERENCE] = {
            name: None if value is None or (other := blind[name]) is None else value - other
            for name, value in rows[Part.OPEN].items()
        }
    return shown


def parts_of(part: str | None) -> tuple[Part, ...]:
    """The parts that an option names: both where it names none."""
    return (Part(part),) if part else tuple(Part)


def refuse_blind(part: str | None, *asked: object) -> None:
    """Blind pages are not looked at one by one, whatever is *asked* for."""
    if part == Part.BLIND and any(asked):
        raise click.UsageError("of blind sites only totals are printed: look at --part open")


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

PART_OPTION = click.option(
    "--part",
    type=click.Choice([str(part) for part in Part]),
    help="Only this half of the sites: open may be looked at, of blind only totals are printed.",
)
