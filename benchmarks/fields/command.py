"""How good the fields of the main product are."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import (
    DATA_OPTION,
    PART_OPTION,
    Part,
    beside,
    halves,
    labelled_pages,
    page_of,
    part_of,
    parts_of,
    refuse_blind,
    spec_files,
)
from benchmarks.fields.layouts import laid_out
from benchmarks.fields.unmarked import ALL, AS_IS, LOOKS, plain_pages, unmarked_pages
from benchmarks.fields.unmarked import KINDS as MARKS
from specdex.cli.progress import console, watched
from specdex.cli.score import print_mistakes
from specdex.html import Document
from specdex.pipeline.extract import extraction
from specdex.pipeline.score import Measured, fields_of, measure
from specdex.records import Specification
from specdex.statistics.field_scores import FieldError, FieldScore
from specdex.statistics.page_scores import GoldPage

__all__ = ["FIELD_SETS", "field_halves", "fields"]

FIELD_SETS = ("modern", "real")
"""The sets of labelled product pages whose labels speak of fields."""
FIELDS = ("price", "currency", "sku", "gtin", "mpn", "brand", "availability", "name")
KINDS = ("right", "wrong", "missed", "invented")


@click.command()
@DATA_OPTION
@PART_OPTION
@click.option(
    "--unmarked",
    type=click.Choice([ALL, *MARKS, *LOOKS]),
    is_flag=False,
    flag_value=ALL,
    help="Take mark-up of one kind, or all, or what tells by looks, out: what it said is true.",
)
@click.option(
    "--layouts",
    type=click.Choice([AS_IS, *LOOKS]),
    is_flag=False,
    flag_value=AS_IS,
    help="Read pages of our own, as they are or without what tells by looks: no data is needed.",
)
@click.option("--errors", type=click.IntRange(min=0), default=0, help="List this many mistakes.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per field and part.")
def fields(
    data: Path,
    *,
    part: str | None,
    unmarked: str | None,
    layouts: str | None,
    errors: int,
    as_json: bool,
) -> int:
    """Score price, sku, brand and the other fields on labelled product pages, open and blind.

    A page's truth is a list of accepted values; any of them is right. Mistakes are listed of open
    sites only. With --unmarked all product pages of the data are read without what they tell
    machines, which labels them: only fields that it, or a person, stated are counted. With
    --layouts it reads pages that we wrote: platforms in many situations, half of them blind, too.

    Example:

        python -m benchmarks fields --errors 20
        python -m benchmarks fields --unmarked --part open
        python -m benchmarks fields --unmarked headings --part open
        python -m benchmarks fields --layouts --part open --errors 20
    """
    refuse_blind(part, errors)
    extract, parts = extraction().extractor.extract, parts_of(part)
    if layouts:
        found = unmarked_halves(plain_pages(laid_out(parts), layouts), extract, parts)
    elif unmarked:
        found = unmarked_halves(unmarked_pages(data, unmarked, parts), extract, parts)
    else:
        found = field_halves(data, extract, parts)
    table = Table("field", "part", *KINDS, "P", "R", "F1")
    for at, name in enumerate(FIELDS):
        scores = {part: scores[at] for part, (scores, _) in found.items()}
        for side, row in beside({part: _row(each) for part, each in scores.items()}).items():
            if as_json:
                click.echo(json.dumps({"field": name, "part": side, **row}))
            counts = _counts(scores[Part(side)]) if side in scores else [""] * 4
            table.add_row(name, side, *counts, *(f"{share or 0:.3f}" for share in row.values()))
        table.add_section()
    if not as_json:
        console().print(table)
        if Part.OPEN in found:
            print_mistakes(console(), found[Part.OPEN][1][:errors])
    return 0


def field_halves(
    data: Path,
    extract: Callable[[Document], Specification],
    parts: Sequence[Part] = tuple(Part),
) -> dict[Part, tuple[list[FieldScore], list[FieldError]]]:
    """The scores of all fields, and the mistakes, by part.

    A set that has no label at all for a field says nothing about it.
    """
    totals = {part: [FieldScore(name, 0, 0, 0, 0) for name in FIELDS] for part in parts}
    errors: dict[Part, list[FieldError]] = {part: [] for part in parts}
    for name in FIELD_SETS:
        labelled = list(labelled_pages(spec_files(data, name)))
        known = {
            field for gold, _ in labelled for field, truth in (gold.fields or {}).items() if truth
        }
        wanted = [each for each in labelled if part_of(each[0].site) in totals]
        read = list(watched(measure(wanted, extract), f"fields of {name}"))
        sides = halves(read, lambda each: each.gold.site)
        for part in parts:
            scores, mistakes = fields_of(sides[part], [field for field in FIELDS if field in known])
            for score in scores:
                at = FIELDS.index(score.field)
                totals[part][at] = _sum(totals[part][at], score)
            errors[part] += mistakes
    return {part: (totals[part], errors[part]) for part in parts}


def unmarked_halves(
    golds: Iterable[GoldPage], extract: Callable[[Document], Specification], parts: Sequence[Part]
) -> dict[Part, tuple[list[FieldScore], list[FieldError]]]:
    """As field_halves, of pages whose truth is not whole: only fields that have one are counted."""
    read = measure(((gold, page_of(gold)) for gold in golds), extract)
    sides = halves(watched(map(_told, read), "fields of unmarked pages"), lambda e: e.gold.site)
    found = {part: fields_of(sides[part], FIELDS) for part in parts}
    return {part: (list(scores), list(errors)) for part, (scores, errors) in found.items()}


def _told(measured: Measured) -> Measured:
    """What was read of the fields that have a truth."""
    known, said = measured.gold.fields or {}, measured.specification
    kept = tuple(field for field in said.fields if field.name in known)
    return replace(measured, specification=replace(said, fields=kept))


def _sum(one: FieldScore, other: FieldScore) -> FieldScore:
    counts = (getattr(one, kind) + getattr(other, kind) for kind in KINDS)
    return FieldScore(one.field, *counts)


def _row(score: FieldScore) -> dict[str, float]:
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def _counts(score: FieldScore) -> list[str]:
    return [str(getattr(score, kind)) for kind in KINDS]
