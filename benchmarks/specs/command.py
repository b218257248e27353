"""How good detection and extraction are on labelled product pages."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from benchmarks.data import (
    DATA_OPTION,
    PART_OPTION,
    SPEC_SETS,
    Part,
    beside,
    labelled_pages,
    part_of,
    parts_of,
    refuse_blind,
    spec_files,
)
from benchmarks.detection.calibration import expected_calibration_error, spread_error
from specdex.cli.extract import DETECTOR, READERS
from specdex.cli.progress import console, watched
from specdex.cli.score import print_mistakes, specs_row
from specdex.detection.model import default_model
from specdex.html import Document, parse
from specdex.pipeline.extract import DEFAULT_DETECTOR, DEFAULT_READERS, extraction
from specdex.pipeline.score import measure_page
from specdex.records import Specification, extract_line
from specdex.statistics.metrics import mean
from specdex.statistics.page_scores import PageScore, SiteScore, SpecsScore, Trust, summarise

__all__ = ["SEEDS", "Tested", "averaged", "halves_of", "specs", "together"]

Extract = Callable[[Document], Specification]
Row = dict[str, float | None]
SEEDS = 5
"""Detectors that learned the same by other chances; one alone moves by .01 to .03."""
FAINT = 0.1
"""A labelled fragment to which the forest, before scaling, gives less was not even considered."""
COLUMNS = ("pairs P", "R", "F1", "pooled F1", "fragments P", "R", "F1", "ECE pairs", "ECE", "faint")


@dataclass(frozen=True, slots=True)
class Tested:
    """The pages of one half of a set, as one detector read them."""

    scores: list[PageScore] = field(default_factory=list)
    read: list[Specification] = field(default_factory=list)
    given: list[float] = field(default_factory=list)
    """What the labelled fragments were given by the detector, where it tells."""

    @property
    def score(self) -> SpecsScore:
        """The averages over sites."""
        return summarise(self.scores)

    @property
    def row(self) -> Row:
        """All figures by name."""
        score = self.score
        return {
            **specs_row(score),
            "pair_calibration_error": _error(score.pair_trust),
            "fragment_calibration_error": _error(score.fragment_trust),
            "faint": mean(each < FAINT for each in self.given) if self.given else None,
        }


def averaged(tested: Sequence[Tested], average: Callable[[Sequence[float]], float] = fmean) -> Row:
    """The average of each figure over all who read the same pages."""
    rows = [each.row for each in tested]
    told = {name: [each for row in rows if (each := row[name]) is not None] for name in rows[0]}
    return {
        name: average(values) if len(values) == len(rows) else None for name, values in told.items()
    }


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
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=SEEDS,
    show_default=True,
    help="How many detectors read each page; they differ by chance alone.",
)
@PART_OPTION
@click.option("--per-site", is_flag=True, help="A row per open site, worst first.")
@click.option(
    "--errors", type=click.IntRange(min=0), default=0, help="List this many mistakes of each set."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per set and part.")
def specs(data: Path, **options: Any) -> int:
    """Score specifications read from labelled product pages, open and blind sites apart.

    Prints precision, recall and F1 of pairs and of fragments, averaged over sites, how far
    their confidences are from the truth (the expected calibration error, ECE), and the share of
    labelled fragments to which the detector's forest gives less than a tenth (faint). Each page is
    read by detectors that were trained without its site, which takes minutes and the extra learn:
    several, since chance alone moves the figures of one; their mean is printed, and how far they
    spread. Sites, mistakes and the predictions file (the lines that extract prints) are of open
    sites only, and of the first detector.

    Example:

        python -m benchmarks specs --set swde --part open --errors 20
    """
    part = options["part"]
    refuse_blind(part, *(options[each] for each in ("per_site", "errors", "predictions")))
    extracts = _extracts(data, options)
    results = {
        name: halves_of(data, name, extracts, parts_of(part))
        for name in options["sets"] or SPEC_SETS
    }
    if options["predictions"]:
        shown = [line for each in results.values() for line in each[Part.OPEN][0].read]
        lines = (json.dumps(extract_line(each), ensure_ascii=False) for each in shown)
        options["predictions"].write_text("\n".join(lines) + "\n", encoding="utf-8")
    if options["as_json"]:
        for name, halves in results.items():
            for side, row in _rows(halves).items():
                click.echo(json.dumps({"set": name, "part": side, **row}))
    else:
        _print(results, per_site=options["per_site"], errors=options["errors"])
    return 0


def _extracts(data: Path, options: dict[str, Any]) -> Sequence[Extract]:
    mapped = extraction(options["detector"], options["readers"] or DEFAULT_READERS)
    if options["detector"] != DEFAULT_DETECTOR:
        return (mapped.extractor.extract,)
    from benchmarks.detection.models import (  # noqa: PLC0415 - heavy
        PageJudge,
        judges_without_site,
    )

    if options["shipped"]:
        return (PageJudge(lambda _: default_model(), mapped),)
    return judges_without_site(data, mapped, range(options["seeds"]))


def halves_of(
    data: Path, name: str, extracts: Sequence[Extract], parts: Sequence[Part] = tuple(Part)
) -> dict[Part, tuple[Tested, ...]]:
    """The pages of the set called *name*, by part, as each of *extracts* read them."""
    found = {part: tuple(Tested() for _ in extracts) for part in parts}
    pages = labelled_pages(spec_files(data, name))
    wanted = (each for each in pages if part_of(each[0].site) in found)
    for gold, page in watched(wanted, name):
        document = parse(page)
        for tested, extract in zip(found[part_of(gold.site)], extracts, strict=True):
            measured = measure_page(gold, document, extract)
            tested.scores.append(measured.score)
            tested.read.append(measured.specification)
            if (scores := getattr(extract, "scores", None)) is not None:
                tested.given.extend(scores(gold))
    return found


def _rows(halves: Mapping[Part, Sequence[Tested]]) -> dict[str, Row]:
    """The means of both parts and their difference, and below them how far each part spreads."""
    rows = {side: dict(row) for side, row in _beside(halves).items()}
    for part, tested in halves.items():
        if len(tested) > 1:
            rows[f"{part}, spread"] = averaged(tested, stdev)
    return rows


def _beside(halves: Mapping[Part, Sequence[Tested]]) -> dict[str, Mapping[str, float | None]]:
    return beside({part: averaged(tested) for part, tested in halves.items()})


def _print(
    results: dict[str, dict[Part, tuple[Tested, ...]]], *, per_site: bool, errors: int
) -> None:
    out = console()
    table = Table("set", "part", "sites", *COLUMNS)
    for name, halves in results.items():
        sites = {str(part): str(len(each[0].score.sites)) for part, each in halves.items()}
        for side, row in _rows(halves).items():
            shares = ("-" if value is None else f"{value:.4f}" for value in row.values())
            table.add_row(name, side, sites.get(side, ""), *shares)
        table.add_section()
    out.print(table)
    for part in dict.fromkeys(part for halves in results.values() for part in halves):
        read = {name: [each.scores for each in halves[part]] for name, halves in results.items()}
        read["all sets"] = [
            [page for pages in sets for page in pages] for sets in zip(*read.values(), strict=True)
        ]
        for name, each in read.items():
            error, spread = map(fmean, zip(*map(together, each), strict=True))
            out.print(f"{name}, {part}: ECE of pairs {error:.4f}, give or take {spread:.4f}")
    seen = [halves[Part.OPEN][0] for halves in results.values() if Part.OPEN in halves]
    if per_site:
        _print_sites(out, [site for half in seen for site in half.score.sites])
    for half in seen:
        print_mistakes(out, [each for page in half.scores for each in page.mistakes][:errors])


def together(pages: Sequence[PageScore]) -> tuple[float, float]:
    """The calibration error of the pairs of all *pages*, and its standard error over sites."""
    sites: dict[str, list[Trust]] = {}
    for page in pages:
        sites.setdefault(page.site, []).extend(page.pair_trust)
    said = [[(each.said, float(each.right)) for each in trusts] for trusts in sites.values()]
    return spread_error([each for each in said if each])


def _error(trusts: Sequence[Trust]) -> float:
    return expected_calibration_error(
        [each.said for each in trusts], [each.right for each in trusts]
    )


def _print_sites(terminal: Console, sites: Iterable[SiteScore]) -> None:
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
