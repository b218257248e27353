"""How good the schemes are that are made for sites nobody wrote one for."""

import json
import logging
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich.table import Table

from specdex.cli.bench.options import DATA_OPTION
from specdex.cli.bench.synthesis_demo import DemoScore, demo_scores, shop_scores
from specdex.cli.progress import console
from specdex.evaluation.synthesis import Prediction, Summary, summarise
from specdex.pipeline.synthesis_trials import labelled_sites, paper_trials, trials, verticals
from specdex.pipeline.synthesizing import METHODS
from specdex.synthesis.vocabulary import JACCARD

__all__ = ["synthesis"]

COUNTS = (1, 2, 3, 4, 5)
PAPER_PAGES = 30
SWEEP = (0.1, 0.3, 0.5, 0.7, 0.9)


@click.command()
@DATA_OPTION
@click.option(
    "--seeds",
    multiple=True,
    type=click.IntRange(1, 9),
    default=COUNTS,
    show_default=True,
    help="How many sites are seeds; may be repeated.",
)
@click.option(
    "--method", type=click.Choice(METHODS), default=METHODS[0], show_default=True, help="Whose way."
)
@click.option(
    "--demo", is_flag=True, help="On the demo web instead: spiders from one shop's scheme."
)
@click.option("--shops", is_flag=True, help="On snapshots of real shops instead.")
@click.option("--sweep", is_flag=True, help="The paper's way over thresholds of likeness.")
@click.option(
    "--predictions",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write what was read, a JSON line per page and set of seeds.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per number of seeds.")
def synthesis(
    data: Path,
    *,
    seeds: tuple[int, ...],
    method: str,
    demo: bool,
    shops: bool,
    sweep: bool,
    predictions: Path | None,
    as_json: bool,
) -> int:
    """Score schemes for new sites on labelled sites, the judge trained on other kinds of sites.

    Every set of seed sites in cyclic order teaches the schemes of all other sites, whose pages
    come without labels. Takes minutes. Needs the extra learn.

    Example:

        specdex bench synthesis --seeds 1 --seeds 5
    """
    if demo or shops:
        return _spiders(demo_scores() if demo else shop_scores(data))
    if sweep:
        for threshold in SWEEP:
            made = list(paper_trials(data, (1,), PAPER_PAGES, threshold, _tell))
            _print(_scored(data, made), as_json=as_json, note=f"threshold {threshold}")
        return 0
    if method == "paper":
        made = list(paper_trials(data, seeds, PAPER_PAGES, JACCARD, _tell))
    else:
        made = list(trials(data, seeds, _tell))
    if predictions is not None:
        _write(predictions, made)
    _print(_scored(data, made), as_json=as_json, note=method)
    return 0


def _spiders(scores: Iterable[DemoScore]) -> int:
    """Print what each emitted spider is worth; 1 where a project fails its own tests."""
    found = list(scores)
    table = Table("site", "verdict", "F1", "URL P", "URL R", "own tests")
    for each in found:
        shares = (each.f1, each.filter_precision, each.filter_recall)
        passed = "pass" if each.passed else "fail"
        table.add_row(each.site, each.verdict, *(f"{share:.3f}" for share in shares), passed)
    means = [
        sum(values) / max(1, len(found))
        for values in (
            [each.f1 for each in found],
            [each.filter_precision for each in found],
            [each.filter_recall for each in found],
        )
    ]
    table.add_row("all", "", *(f"{share:.3f}" for share in means), "")
    console().print(table)
    return 0 if found and all(each.passed for each in found) else 1


def _tell(what: str) -> None:
    logging.getLogger("specdex").info("%s", what)


def _scored(data: Path, made: Sequence[Prediction]) -> list[Summary]:
    truth = {}
    for vertical in verticals(data):
        for each in labelled_sites(data, vertical):
            truth[vertical, each.site] = {page.id: values for page, values in each.rows()}
    asked = {(each.vertical, each.site): set(each.pages) for each in made}
    kept = {
        key: {page: values for page, values in pages.items() if page in asked.get(key, ())}
        for key, pages in truth.items()
    }
    return summarise(made, kept)


def _write(path: Path, made: Sequence[Prediction]) -> None:
    with path.open("w", encoding="utf-8") as stream:
        for each in made:
            common = {"seeds": each.seeds, "vertical": each.vertical, "site": each.site}
            for page, values in each.pages.items():
                line = {**common, "id": page, "attributes": values}
                stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def _print(found: Sequence[Summary], *, as_json: bool, note: str) -> None:
    if as_json:
        for each in found:
            row = {
                "note": note,
                "seeds": each.seeds,
                "f1": each.f1,
                "verticals": dict(each.verticals),
                "completeness": dict(each.completeness),
            }
            click.echo(json.dumps(row))
        return
    terminal = console()
    for each in found:
        table = Table("vertical", "attribute", "F1", title=f"{each.seeds} seeds, {note}")
        for (vertical, attribute), f1 in sorted(each.attributes.items()):
            table.add_row(vertical, attribute, f"{f1:.3f}")
        for vertical, f1 in each.verticals.items():
            complete = each.completeness[vertical]
            table.add_row(vertical, f"all; completeness {complete:.3f}", f"{f1:.3f}")
        table.add_row("all", "", f"{each.f1:.4f}")
        terminal.print(table)
