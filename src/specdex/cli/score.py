"""How well pages are read, held against labels of one's own."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.extract import DETECTOR, READERS
from specdex.cli.logs import warn
from specdex.cli.output import AS_JSON, Destination, file_options, only_good
from specdex.cli.progress import console, watched
from specdex.cli.rows import give, print_grid
from specdex.errors import InputError
from specdex.records import Failure
from specdex.statistics.field_scores import FieldError, FieldScore

if TYPE_CHECKING:
    from rich.console import Console

    from specdex.statistics.page_scores import Mistake, SiteScore, SpecsScore

__all__ = ["print_mistakes", "score", "specs_row"]


@click.command()
@click.argument("pages")
@click.argument("labels")
@DETECTOR
@READERS
@click.option("--per-site", is_flag=True, help="A row per site, worst first.")
@click.option("--errors", type=click.IntRange(min=0), default=0, help="List this many mistakes.")
@AS_JSON
@file_options
def score(
    pages: str,
    labels: str,
    *,
    detector: str,
    readers: tuple[str, ...],
    per_site: bool,
    errors: int,
    target: Destination,
) -> int:
    """Score how PAGES are read against LABELS of your own.

    PAGES are whatever extract reads, LABELS are JSON lines that name pages by id or url and say
    what stands on them (docs/labels.md). Prints precision, recall and F1 of pairs and of
    fragments, averaged over sites, and of each labelled field of the main product.

    Example:

        specdex score pages/ labels.jsonl --per-site --errors 20
    """
    from specdex.pipeline.extract import DEFAULT_READERS, extraction, pages_at
    from specdex.pipeline.score import Labels, fields_of, measure, read_labels
    from specdex.statistics.page_scores import summarise

    extract = extraction(detector, readers or DEFAULT_READERS).extractor.extract
    known = Labels(read_labels(labels))
    failures: list[Failure] = []
    labelled = known.of(only_good(pages_at((pages,)), failures))
    measured = list(watched(measure(labelled, extract), "scoring", total=len(known.unused)))
    if not measured:
        raise InputError(f"no page at {pages} has a label in {labels}")
    if known.unused:
        names = ", ".join(sorted(known.unused)[:3])
        warn(f"no page for {len(known.unused)} of the labels: {names}")
    total = summarise(each.score for each in measured)
    fields, wrong = fields_of(measured)
    mistakes: list[Mistake | FieldError] = [each for one in measured for each in one.score.mistakes]
    mistakes = [*mistakes, *wrong][:errors]
    whole = {"pages": len(measured), "sites": len(total.sites), **specs_row(total)}
    sites = sorted(total.sites, key=lambda each: each.pairs.f1) if per_site else []
    parts: list[list[dict[str, Any]]] = [
        [whole],
        list(map(field_row, fields)),
        list(map(_site_row, sites)),
    ]
    if target.is_watched:
        for rows in filter(None, parts):
            print_grid(rows)
        print_mistakes(console(), mistakes)
    else:
        rows = [
            {name: round(v, 4) if isinstance(v, float) else v for name, v in row.items()}
            for part in parts
            for row in part
        ]
        give("scores", [*rows, *map(_mistake_row, mistakes)], target)
    return 1 if failures or known.unused else 0


def specs_row(total: SpecsScore) -> dict[str, float | None]:
    """Precision, recall and F1 of pairs and fragments by name; None where none is defined."""
    row = {
        "pair_precision": total.pair_precision,
        "pair_recall": total.pair_recall,
        "pair_f1": total.pair_f1,
        "pooled_f1": total.pooled.f1,
        "fragment_precision": total.fragment_precision,
        "fragment_recall": total.fragment_recall,
        "fragment_f1": total.fragment_f1,
    }
    return {name: None if math.isnan(value) else value for name, value in row.items()}


def field_row(each: FieldScore) -> dict[str, str | float]:
    """The scores of a field by name."""
    counts = {"right": each.right, "wrong": each.wrong, "missed": each.missed}
    shares = {"precision": each.precision, "recall": each.recall, "f1": each.f1}
    return {"field": each.field, **counts, "invented": each.invented, **shares}


def _site_row(site: SiteScore) -> dict[str, str | float | None]:
    shares = {
        "pair_precision": site.pairs.precision,
        "pair_recall": site.pairs.recall,
        "pair_f1": site.pairs.f1,
        "fragment_precision": site.fragment_precision,
        "fragment_recall": site.fragment_recall,
    }
    return {"site": site.site} | {k: None if math.isnan(v) else v for k, v in shares.items()}


def _mistake_row(each: Mistake | FieldError) -> dict[str, object]:
    from specdex.statistics.page_scores import Mistake

    if isinstance(each, Mistake):
        return {"page": each.page, each.kind: [each.name, each.value]}
    return {"page": each.page, each.kind: [each.field, each.answer], "truth": each.truth}


def print_mistakes(terminal: Console, mistakes: Iterable[Mistake | FieldError]) -> None:
    """A line per mistake."""
    from specdex.statistics.page_scores import Mistake

    for each in mistakes:
        if isinstance(each, Mistake):
            said = (each.site, each.page, each.kind, each.name, "=", each.value)
        else:
            said = (each.page, each.field, each.kind, each.answer, "for", " | ".join(each.truth))
        terminal.print(*said, markup=False, highlight=False, soft_wrap=True)
