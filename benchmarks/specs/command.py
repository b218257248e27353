"""How good detection and extraction are on labelled product pages."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION, SPEC_SETS, labelled_pages, spec_files
from benchmarks.detection.calibration import expected_calibration_error
from specdex.cli.extract import DETECTOR, READERS
from specdex.cli.progress import console, watched
from specdex.cli.score import print_mistakes, print_sites, specs_row
from specdex.html import Document
from specdex.pipeline.extract import DEFAULT_DETECTOR, DEFAULT_READERS, extraction
from specdex.pipeline.score import measure
from specdex.records import Specification, extract_line
from specdex.statistics.page_scores import Mistake, PageScore, SpecsScore, Trust, summarise

__all__ = ["specs"]


@click.command()
@DATA_OPTION
@click.option(
    "--set",
    "sets",
    multiple=True,
    type=click.Choice(list(SPEC_SETS)),
    help="Only this set; may be given several times.",
)
@click.option(
    "--predictions",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the predictions to this file.",
)
@DETECTOR
@READERS
@click.option(
    "--shipped",
    is_flag=True,
    help="Use the model that ships; it has seen these sites, so its scores are too good.",
)
@click.option("--per-site", is_flag=True, help="A row per site, worst first.")
@click.option(
    "--errors", type=click.IntRange(min=0), default=0, help="List this many mistakes of each set."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per set.")
def specs(
    data: Path,
    *,
    sets: tuple[str, ...],
    predictions: Path | None,
    detector: str,
    readers: tuple[str, ...],
    shipped: bool,
    per_site: bool,
    errors: int,
    as_json: bool,
) -> int:
    """Score specifications read from labelled product pages.

    Prints precision, recall and F1 of pairs and of fragments, averaged over sites, and how far
    their confidences are from the truth (the expected calibration error, ECE). Each page is read
    by a detector that was trained without its site, which takes minutes and the extra learn. The
    predictions file has the lines that extract prints.

    Example:

        python -m benchmarks specs --set swde --predictions predictions.jsonl
    """
    mapped = extraction(detector, readers or DEFAULT_READERS)
    extract: Callable[[Document], Specification] = mapped.extractor.extract
    if detector == DEFAULT_DETECTOR and not shipped:
        from benchmarks.detection.models import extract_without_site  # noqa: PLC0415 - heavy

        extract = extract_without_site(data, mapped)
    results: dict[str, SpecsScore] = {}
    lines: list[str] = []
    mistakes: list[Mistake] = []
    for name in sets or SPEC_SETS:
        scores: list[PageScore] = []
        pages = labelled_pages(spec_files(data, name))
        for measured in watched(measure(pages, extract), name):
            scores.append(measured.score)
            if predictions is not None:
                lines.append(json.dumps(extract_line(measured.specification), ensure_ascii=False))
        results[name] = summarise(scores)
        mistakes += [each for score in scores for each in score.mistakes][:errors]
    if predictions is not None:
        predictions.write_text("\n".join(lines) + "\n", encoding="utf-8")
    _print(results, mistakes, per_site=per_site, as_json=as_json)
    return 0


def _print(
    results: dict[str, SpecsScore], mistakes: list[Mistake], *, per_site: bool, as_json: bool
) -> None:
    if as_json:
        for name, score in results.items():
            click.echo(json.dumps({"set": name, **_row(score)}))
        return
    out = console()
    columns = ("pairs P", "R", "F1", "pooled F1", "fragments P", "R", "F1")
    table = Table("set", "sites", *columns, "ECE pairs", "fragments")
    for name, score in results.items():
        shares = (f"{value or 0:.4f}" for value in _row(score).values())
        table.add_row(name, str(len(score.sites)), *shares)
    out.print(table)
    if per_site:
        print_sites(out, [site for score in results.values() for site in score.sites])
    print_mistakes(out, mistakes)


def _row(score: SpecsScore) -> dict[str, float | None]:
    return {
        **specs_row(score),
        "pair_calibration_error": _error(score.pair_trust),
        "fragment_calibration_error": _error(score.fragment_trust),
    }


def _error(trusts: Sequence[Trust]) -> float:
    return expected_calibration_error(
        [each.said for each in trusts], [each.right for each in trusts]
    )
