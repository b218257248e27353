"""How well pages are read, held against labels of one's own."""

import math
from collections.abc import Iterable

import click
from rich.console import Console
from rich.table import Table

from specdex.cli.extract import DETECTOR, READERS
from specdex.cli.logs import warn
from specdex.cli.output import only_good, print_json
from specdex.cli.progress import console, watched
from specdex.errors import InputError
from specdex.pipeline.extract import DEFAULT_READERS, extraction, pages_at
from specdex.pipeline.score import Labels, fields_of, measure, read_labels
from specdex.records import Failure
from specdex.statistics.field_scores import FieldError, FieldScore
from specdex.statistics.page_scores import Mistake, SiteScore, SpecsScore, summarise

__all__ = ["field_row", "print_fields", "print_mistakes", "print_sites", "score", "specs_row"]


@click.command()
@click.argument("pages")
@click.argument("labels")
@DETECTOR
@READERS
@click.option("--per-site", is_flag=True, help="A row per site, worst first.")
@click.option("--errors", type=click.IntRange(min=0), default=0, help="List this many mistakes.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
def score(
    pages: str,
    labels: str,
    *,
    detector: str,
    readers: tuple[str, ...],
    per_site: bool,
    errors: int,
    as_json: bool,
) -> int:
    """Score how PAGES are read against LABELS of your own.

    PAGES are whatever extract reads, LABELS are JSON lines that name pages by id or url and say
    what stands on them (docs/labels.md). Prints precision, recall and F1 of pairs and of
    fragments, averaged over sites, and of each labelled field of the main product.

    Example:

        specdex score pages/ labels.jsonl --per-site --errors 20
    """
    extract = extraction(detector, readers or DEFAULT_READERS).extractor.extract
    known = Labels(read_labels(labels))
    failures: list[Failure] = []
    labelled = known.of(only_good(pages_at((pages,)), failures))
    measured = list(watched(measure(labelled, extract), "scoring"))
    if not measured:
        raise InputError(f"no page at {pages} has a label in {labels}")
    if known.unused:
        names = ", ".join(sorted(known.unused)[:3])
        warn(f"no page for {len(known.unused)} of the labels: {names}")
    total = summarise(each.score for each in measured)
    fields, wrong = fields_of(measured)
    mistakes: list[Mistake | FieldError] = [each for one in measured for each in one.score.mistakes]
    mistakes = [*mistakes, *wrong][:errors]
    if as_json:
        rows = [{"pages": len(measured), **specs_row(total)}, *map(field_row, fields)]
        rows += map(_site_row, total.sites if per_site else ())
        rows += map(_mistake_row, mistakes)
        print_json(rows)
    else:
        terminal = console()
        table = Table("pages", "sites", "pairs P", "R", "F1", "pooled F1", "fragments P", "R", "F1")
        counts = (str(len(measured)), str(len(total.sites)))
        table.add_row(*counts, *map(_shown, specs_row(total).values()))
        terminal.print(table)
        print_fields(terminal, fields)
        if per_site:
            print_sites(terminal, total.sites)
        print_mistakes(terminal, mistakes)
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
    shares = {"precision": each.precision, "recall": each.recall, "f1": each.f1}
    return {"field": each.field, **shares}


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
    if isinstance(each, Mistake):
        return {"page": each.page, each.kind: [each.name, each.value]}
    return {"page": each.page, each.kind: [each.field, each.answer], "truth": each.truth}


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def print_fields(terminal: Console, fields: Iterable[FieldScore]) -> None:
    """A row per field, where there are any."""
    table = Table("field", "right", "wrong", "missed", "invented", "P", "R", "F1")
    for each in fields:
        counts = (each.right, each.wrong, each.missed, each.invented)
        shares = (each.precision, each.recall, each.f1)
        table.add_row(each.field, *map(str, counts), *(f"{share:.3f}" for share in shares))
    if table.rows:
        terminal.print(table)


def print_sites(terminal: Console, sites: Iterable[SiteScore]) -> None:
    """A row per site, worst first."""
    table = Table("site", "pairs P", "R", "F1", "right", "invented", "missed", "fragments P", "R")
    for site in sorted(sites, key=lambda each: each.pairs.f1):
        tally = site.pairs
        table.add_row(
            site.site,
            *(f"{value:.3f}" for value in (tally.precision, tally.recall, tally.f1)),
            *(str(value) for value in (tally.right, tally.wrong, tally.missed)),
            *(f"{value:.3f}" for value in (site.fragment_precision, site.fragment_recall)),
        )
    terminal.print(table)


def print_mistakes(terminal: Console, mistakes: Iterable[Mistake | FieldError]) -> None:
    """A line per mistake."""
    for each in mistakes:
        if isinstance(each, Mistake):
            said = (each.site, each.page, each.kind, each.name, "=", each.value)
        else:
            said = (each.page, each.field, each.kind, each.answer, "for", " | ".join(each.truth))
        terminal.print(*said, markup=False, highlight=False, soft_wrap=True)
