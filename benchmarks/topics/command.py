"""How good reading is on pages of a topic that the detector has not learned."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import (
    DATA_OPTION,
    SPEC_SETS,
    Part,
    beside,
    gold_pages,
    page_of,
    part_of,
    site_group,
    spec_files,
)
from specdex.cli.progress import console
from specdex.cli.score import specs_row
from specdex.detection.any_topic import AnyTopicDetector
from specdex.detection.detector import LearnedDetector
from specdex.detection.model import DetectionModel, default_model
from specdex.html import Document
from specdex.pipeline.extract import extraction
from specdex.pipeline.score import measure
from specdex.records import Specification
from specdex.statistics.page_scores import GoldPage, PageScore, summarise

__all__ = ["TOPICS", "topic_halves", "topics"]

TOPICS = {
    "vehicles": frozenset({"auto", "vehicles"}),
    "books": frozenset({"book", "books", "ebook"}),
    "media": frozenset(
        {"film", "game", "video game", "music", "software", "tickets", "online course"}
    ),
}
"""Topics that are not goods of a shop's shelf, by the categories of labelled pages."""
PAGES_A_SITE = 14
COLUMNS = ("P", "R", "F1")
DETECTORS = {"specdex": LearnedDetector, "any-topic": AnyTopicDetector}


@click.command()
@DATA_OPTION
@click.option(
    "--pages",
    type=click.IntRange(min=1),
    default=PAGES_A_SITE,
    show_default=True,
    help="Pages of each site.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per topic and detector.")
def topics(data: Path, *, pages: int, as_json: bool) -> int:
    """Score the pairs read from pages of topics that the detector never saw, open and blind.

    Books, vehicles and media (films, games, music) are each read by a detector that learned from
    the pages of all other topics and other sites, as it is and by any-topic. Takes a minute and the
    extra learn.

    Example:

        python -m benchmarks topics
    """
    table = Table("topic", "detector", "part", "sites", *COLUMNS)
    for topic, by_detector in topic_halves(data, pages):
        for name, halves in by_detector.items():
            for side, row in beside(halves).items():
                if as_json:
                    click.echo(json.dumps({"topic": topic, "detector": name, "part": side, **row}))
                sites, *shares = row.values()
                shown = (f"{share or 0.0:.4f}" for share in shares)
                table.add_row(topic, name, side, f"{sites or 0:.0f}", *shown)
        table.add_section()
    if not as_json:
        console().print(table)
    return 0


Halves = Mapping[Part, Mapping[str, float | None]]


def topic_halves(data: Path, pages: int = PAGES_A_SITE) -> Iterator[tuple[str, dict[str, Halves]]]:
    """Each topic with the figures of each detector on its open and its blind pages."""
    from benchmarks.detection.models import labelled_sheets, scaled  # noqa: PLC0415 - heavy
    from benchmarks.detection.training import DetectionLearner  # noqa: PLC0415 - the same

    sheets = [each.sheet for each in labelled_sheets(data)]
    learner = DetectionLearner(catalogue=default_model().catalogue)
    for topic, categories in TOPICS.items():
        golds = list(_pages(data, categories, pages))
        sites = {site_group(gold.site) for gold in golds}
        learner.fit([each for each in sheets if each.site not in sites])
        model = scaled(learner.model_)
        yield topic, {name: _halves(golds, _reader(name, model)) for name in DETECTORS}


def _pages(data: Path, categories: frozenset[str], most: int) -> Iterator[GoldPage]:
    seen: Counter[str] = Counter()
    for name in SPEC_SETS:
        for gold in gold_pages(spec_files(data, name)):
            if gold.category in categories:
                seen[gold.site] += 1
                if seen[gold.site] <= most:
                    yield gold


def _reader(name: str, model: DetectionModel) -> Callable[[Document], Specification]:
    extractor = extraction().extractor
    detector = DETECTORS[name](model)
    extract: Callable[[Document], Specification]
    extract = replace(extractor, detector=detector, fields=None).extract  # type: ignore[type-var]
    return extract


def _halves(golds: Sequence[GoldPage], extract: Callable[[Document], Specification]) -> Halves:
    scores: dict[Part, list[PageScore]] = {part: [] for part in Part}
    for measured in measure(((gold, page_of(gold)) for gold in golds), extract):
        scores[part_of(measured.gold.site)].append(measured.score)
    found: dict[Part, dict[str, float | None]] = {}
    for part, pages in scores.items():
        score = summarise(pages)
        row = specs_row(score)
        found[part] = {
            "sites": float(len(score.sites)),
            **{name: row[name] for name in ("pair_precision", "pair_recall", "pair_f1")},
        }
    return found
