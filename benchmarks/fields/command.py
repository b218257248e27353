"""How good the fields of the main product are."""

import json
from pathlib import Path

import click

from benchmarks.data import DATA_OPTION, labelled_pages, spec_files
from specdex.cli.progress import console, watched
from specdex.cli.score import field_row, print_fields, print_mistakes
from specdex.pipeline.extract import extraction
from specdex.pipeline.score import fields_of, measure
from specdex.statistics.field_scores import SCORED_FIELDS

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
    pages = watched(labelled_pages(spec_files(data, "modern")), "fields")
    scores, mistakes = fields_of(measure(pages, extraction().extractor.extract), SCORED_FIELDS)
    if as_json:
        for score in scores:
            click.echo(json.dumps(field_row(score)))
        return 0
    terminal = console()
    print_fields(terminal, scores)
    print_mistakes(terminal, mistakes[:errors])
    return 0
