"""How good the fields of the main product are."""

import json
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import field_labels, spec_files
from benchmarks.fields.score import score_fields
from benchmarks.options import DATA_OPTION
from specdex.cli.progress import console, watched
from specdex.html import parse
from specdex.pipeline.extract import extraction

__all__ = ["fields"]


@click.command()
@DATA_OPTION
@click.option("--errors", type=click.IntRange(min=0), default=0, help="List this many mistakes.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per field.")
def fields(data: Path, *, errors: int, as_json: bool) -> int:
    """Score price, sku, brand and the other fields on labelled product pages.

    A page's truth is a list of accepted values; any of them is right.

    Example:

        python -m benchmarks fields --errors 20
    """
    extractor = extraction().extractor
    truth, answers = {}, {}
    for number, (page, labels) in enumerate(
        watched(field_labels(spec_files(data, "modern")), "fields")
    ):
        key = f"{number} {page.url}"
        truth[key] = labels
        found = extractor.extract(parse(page)).fields
        answers[key] = {field.name: field.value for field in found}
    scores, mistakes = score_fields(answers, truth)
    if as_json:
        for score in scores:
            row = {
                "field": score.field,
                "precision": score.precision,
                "recall": score.recall,
                "f1": score.f1,
            }
            click.echo(json.dumps(row))
        return 0
    table = Table("field", "right", "wrong", "missed", "invented", "P", "R", "F1")
    for score in scores:
        counts = (score.right, score.wrong, score.missed, score.invented)
        shares = (score.precision, score.recall, score.f1)
        table.add_row(score.field, *map(str, counts), *(f"{share:.3f}" for share in shares))
    terminal = console()
    terminal.print(table)
    for each in mistakes[:errors]:
        terminal.print(each.page, each.field, each.kind, each.answer, each.truth, markup=False)
    return 0
