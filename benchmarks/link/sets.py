"""The labelled sets of specifications: which pairs are of one product."""

import csv
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

from benchmarks.data import Part, lines
from specdex.errors import InputError
from specdex.linkage.clusters import components
from specdex.records import (
    Fragment,
    FragmentKind,
    Pair,
    Specification,
    specification_from_line,
)

__all__ = ["LINK_SETS", "LinkSet", "alaska_specification", "link_set"]

LINK_SETS: dict[str, tuple[str, str]] = {
    **{
        name: (f"join/{file}.jsonl.xz", f"join/{file}.pairs.csv.xz")
        for name, file in (
            ("abt-buy", "abt-buy"),
            ("walmart-amazon", "walmart-amazon_1"),
            ("s21x2", "s21x2"),
            ("promapen", "promapen"),
            ("lspc-computers", "lspc-computers"),
            ("lspc-cameras", "lspc-cameras"),
        )
    },
    "camera": ("alaska/camera-specs.jsonl.xz", "alaska/camera-entity-pairs.csv"),
}
"""By name, the file of specifications and the file of labelled pairs."""
NEIGHBOURS = 3_000
"""How many unlabelled pages stand beside the labelled ones when features are made for training."""


@dataclass(frozen=True)
class LinkSet:
    """Specifications, and pairs of their URLs that are known to be the same or not."""

    name: str
    specifications: Sequence[Specification]
    pairs: Sequence[tuple[str, str, bool]]

    @cached_property
    def labelled(self) -> frozenset[str]:
        """The URLs that a label speaks of."""
        return frozenset(url for pair in self.pairs for url in pair[:2])

    @cached_property
    def part_of(self) -> Mapping[str, Part]:
        """Whether the product of a labelled page is open or blind, by a hash that is fixed."""
        urls = sorted(self.labelled)
        place = {url: number for number, url in enumerate(urls)}
        same = [(place[one], place[other]) for one, other, is_same in self.pairs if is_same]
        first = components(len(urls), same)
        parts = tuple(Part)
        return {
            url: parts[crc32(urls[at].encode()) % len(parts)]
            for url, at in zip(urls, map(int, first), strict=True)
        }

    def labelled_pages(self) -> list[Specification]:
        """The labelled pages and some others, evenly spread, for rarity to show."""
        others = [each for each in self.specifications if each.url not in self.labelled]
        step = max(1, len(others) // NEIGHBOURS)
        kept = {each.url for each in others[::step]} | self.labelled
        return [each for each in self.specifications if each.url in kept]


def link_set(data: Path, name: str) -> LinkSet:
    """One labelled set by name."""
    specs, labels = (data / file for file in LINK_SETS[name])
    read = alaska_specification if name == "camera" else specification_from_line
    found = [read(line) for line in lines(specs)]
    url_of = {each.id: each.url for each in found}
    opener: Any = lzma.open if labels.suffix == ".xz" else Path.open
    try:
        with opener(labels, "rt", encoding="utf-8", newline="") as stream:
            rows = list(csv.reader(stream))[1:]
    except OSError as error:
        raise InputError(f"cannot read {labels}: {error}") from error
    pairs = [(url_of[one], url_of[other], same == "1") for one, other, same in rows if one != other]
    return LinkSet(name, found, pairs)


def alaska_specification(line: dict[str, Any]) -> Specification:
    """A specification of the Alaska collections."""
    pairs = tuple(
        Pair(name, value if isinstance(value, str) else "; ".join(value))
        for name, value in line["attributes"].items()
    )
    return Specification(
        f"https://{line['id']}",
        id=line["id"],
        site=line["site"],
        title=line["title"],
        fragments=(Fragment("/html/body", FragmentKind.TABLE, pairs),),
    )
