"""Titles: how often the only record of a labelled page is called as the page's product is."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.data import Part, lines, part_of, spec_files
from specdex.html import parse
from specdex.papers.entropy.data_records import records
from specdex.papers.entropy.leaves import for_page
from specdex.records import Page
from specdex.statistics.metrics import Tally
from specdex.text import words

__all__ = ["same_title", "title_scores"]

ENOUGH = 0.8
"""The share of the words of the shorter one that both must have."""


def same_title(said: str, wanted: str) -> bool:
    """Whether *said* names what *wanted*, the page's labelled title, names."""
    mine, theirs = set(words(said)), set(words(wanted))
    return bool(mine) and len(mine & theirs) >= ENOUGH * min(len(mine), len(theirs))


def title_scores(data: Path, sets: tuple[str, ...], step: int = 1) -> dict[Part, Tally]:
    """Titles of every *step*-th page that has a heading and a record, by part."""
    tallies: dict[Part, Tally] = {}
    for site, said, wanted in _said(data, sets, step):
        right = same_title(said, wanted)
        tally = Tally(int(right), int(not right), int(not right))
        part = part_of(site)
        tallies[part] = tallies.get(part, Tally()) + tally
    return tallies


def _said(data: Path, sets: tuple[str, ...], step: int) -> Iterator[tuple[str, str, str]]:
    for path in (path for name in sets for path in spec_files(data, name)):
        for number, line in enumerate(lines(path)):
            if number % step:
                continue
            page = Page(
                str(line.get("url") or ""),
                str(line["html"]).encode("utf-8", "replace"),
                site=str(line["site"]),
                category=str(line.get("category") or ""),
                encoding="utf-8",
            )
            document = parse(page)
            heads = any(document.text_of(node).strip() for node in document.nodes_of("h1"))
            found = records(document, for_page(document)) if heads else ()
            if len(found) == 1 and line.get("title"):
                yield page.site, found[0].title, str(line["title"])
