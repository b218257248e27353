"""The command ``patterns``: the tables of the semi-supervised paper."""

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.table import Column, Table

from benchmarks.data import DATA, gold_pages, page_of
from benchmarks.patterns.paper import CLASSIFIERS
from benchmarks.patterns.score import (
    PatternApproach,
    Row,
    corpus_seeds,
    known_seeds,
    learned_seeds,
    row,
)
from specdex.cli.progress import console, watched
from specdex.errors import InputError
from specdex.html import Document, parse
from specdex.papers.patterns.dictionary import Dictionary
from specdex.papers.patterns.reader import STRATEGIES, Pass, Strategy, common_dictionary
from specdex.papers.patterns.seeds import BAG_OF_WORDS, BOTH, NGRAM
from specdex.statistics.page_scores import GoldPage

__all__ = ["patterns"]

BENCH_SETS = {
    "camera": "specs/swde/camera-*.jsonl.xz",
    "auto": "specs/swde/auto-*.jsonl.xz",
    "modern": "specs/modern.jsonl.xz",
}
"""The labelled pages that the experiments read, by name."""
COLUMNS = ("want", "read", "TP", "FP", "FN", "P", "R", "F1", "site P", "site R", "site F1", "s")
"""Expected and actual pairs, true and false ones, pooled shares, averages over sites, seconds."""
METHODS = {"default": True, "paper": False}
FEATURES = tuple(Strategy(kind, (Pass(kind),)) for kind in (NGRAM, BAG_OF_WORDS, BOTH))
"""The rows of figure 3."""


@click.command("patterns")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=DATA,
    show_default=True,
    help="The folder of labelled data.",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    type=click.Choice(list(BENCH_SETS)),
    help="Only this set; may be given several times.",
)
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="default",
    show_default=True,
    help="Our way with seeds and patterns, or the paper's.",
)
@click.option(
    "--model",
    type=click.Choice(CLASSIFIERS),
    default=CLASSIFIERS[0],
    show_default=True,
    help="What tells properties from values.",
)
@click.option("--common", is_flag=True, help="Begin with the dictionary that specdex comes with.")
@click.option(
    "--features",
    is_flag=True,
    help="The paper's figure 3 instead: one pass with n-grams, with words, with both.",
)
@click.option("--every", type=click.IntRange(min=1), default=1, help="Only every n-th page.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per row.")
def patterns(
    *,
    data: Path,
    sets: tuple[str, ...],
    method: str,
    model: str,
    common: bool,
    features: bool,
    every: int,
    as_json: bool,
) -> int:
    """Score patterns with known seeds and with seeds learned from pages of other sites.

    Prints the columns of the paper's table 1 for known seeds (exact and partial matches) and for
    its four corpus strategies: pairs expected and read, true and false positives, pooled shares,
    averages over sites, seconds.

    Example:

        python -m benchmarks patterns --set camera
    """
    base = common_dictionary() if common else Dictionary()
    approaches = [
        PatternApproach(tight=METHODS[method], strategy=strategy, model=model, base=base)
        for strategy in (FEATURES if features else STRATEGIES)
    ]
    for name in sets or BENCH_SETS:
        paths = sorted(data.glob(BENCH_SETS[name]))
        if not paths:
            raise InputError(f"no labelled pages at {data / BENCH_SETS[name]}")
        rows = list(_experiments(list(gold_pages(paths))[::every], approaches))
        _print_rows(name, rows, as_json=as_json)
    return 0


def _experiments(
    golds: Sequence[GoldPage], approaches: Sequence[PatternApproach]
) -> Iterator[tuple[Row, float]]:
    """The rows of the paper's table 1 and of its figure 4, each with its seconds."""

    def parsed(gold: GoldPage) -> Document:
        return parse(page_of(gold))

    begun = time.perf_counter()
    known = list(watched(known_seeds(golds, parsed, approaches[0]), "known seeds", len(golds)))
    seconds = time.perf_counter() - begun
    yield row("known, exact", known), seconds
    yield row("known, partial", known, partial=True), seconds
    for number, each in enumerate(approaches, 1):
        begun = time.perf_counter()
        if each.tight:
            size, fullest = each.strategy.training_pages, each.strategy.fullest
            found = learned_seeds(golds, parsed, each, size, fullest=fullest)
        else:
            found = corpus_seeds(golds, parsed, each, each.strategy)
        scores = list(watched(found, each.strategy.name, len(golds)))
        seconds = time.perf_counter() - begun
        yield row(f"{number}. {each.strategy.name}", scores), seconds


def _print_rows(name: str, rows: Sequence[tuple[Row, float]], *, as_json: bool) -> None:
    table = Table(Column(name, no_wrap=True), *COLUMNS)
    for each, seconds in rows:
        pooled = each.pooled
        counts = (each.expected, each.actual, pooled.right, pooled.wrong, pooled.missed)
        shares = (pooled.precision, pooled.recall, pooled.f1, each.precision, each.recall, each.f1)
        if as_json:
            numbers = dict(zip(COLUMNS, (*counts, *shares, seconds), strict=True))
            click.echo(json.dumps({"set": name, "row": each.name, "pages": each.pages, **numbers}))
        table.add_row(
            each.name, *map(str, counts), *(f"{share:.3f}" for share in shares), f"{seconds:.0f}"
        )
    if not as_json:
        console().print(table)
