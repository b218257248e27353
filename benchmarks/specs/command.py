"""How good detection and extraction are on labelled product pages."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
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
from specdex.html import Document
from specdex.pipeline.extract import DEFAULT_DETECTOR, DEFAULT_READERS, extraction
from specdex.pipeline.score import measure
from specdex.records import Specification, extract_line
from specdex.statistics.metrics import mean
from specdex.statistics.page_scores import PageScore, SiteScore, SpecsScore, Trust, summarise

__all__ = ["Tested", "halves_of", "pair_error", "specs", "together"]

FAINT = 0.1
"""A labelled fragment to which the forest, before scaling, gives less was not even considered."""
COLUMNS = ("pairs P", "R", "F1", "pooled F1", "fragments P", "R", "F1", "ECE pairs", "ECE", "faint")


@dataclass(frozen=True, slots=True)
class Tested:
    """The pages of one half of a set, as they were read."""

    scores: list[PageScore] = field(default_factory=list)
    read: list[Specification] = field(default_factory=list)
    given: list[float] = field(default_factory=list)
    """What the labelled fragments were given by the detector, where it tells."""

    @property
    def score(self) -> SpecsScore:
        """The averages over sites."""
        return summarise(self.scores)

    @property
    def row(self) -> dict[str, float | None]:
        """All figures by name."""
        score = self.score
        return {
            **specs_row(score),
            "pair_calibration_error": pair_error(score),
            "fragment_calibration_error": _error(score.fragment_trust),
            "faint": mean(each < FAINT for each in self.given) if self.given else None,
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
    read by a detector that was trained without its site, which takes minutes and the extra learn.
    Sites, mistakes and the predictions file (the lines that extract prints) are of open sites only.

    Example:

        python -m benchmarks specs --set swde --part open --errors 20
    """
    part = options["part"]
    refuse_blind(part, *(options[each] for each in ("per_site", "errors", "predictions")))
    extract = _extract(data, options)
    results = {
        name: halves_of(data, name, extract, parts_of(part))
        for name in options["sets"] or SPEC_SETS
    }
    if options["predictions"]:
        shown = [line for each in results.values() for line in each[Part.OPEN].read]
        lines = (json.dumps(extract_line(each), ensure_ascii=False) for each in shown)
        options["predictions"].write_text("\n".join(lines) + "\n", encoding="utf-8")
    if options["as_json"]:
        for name, halves in results.items():
            for side, row in beside({key: each.row for key, each in halves.items()}).items():
                click.echo(json.dumps({"set": name, "part": side, **row}))
    else:
        _print(results, per_site=options["per_site"], errors=options["errors"])
    return 0


def _extract(data: Path, options: dict[str, Any]) -> Callable[[Document], Specification]:
    mapped = extraction(options["detector"], options["readers"] or DEFAULT_READERS)
    if options["detector"] != DEFAULT_DETECTOR:
        extract: Callable[[Document], Specification] = mapped.extractor.extract
        return extract
    from benchmarks.detection.models import (  # noqa: PLC0415 - heavy
        PageJudge,
        extract_without_site,
    )

    if options["shipped"]:
        return PageJudge(lambda _: default_model(), mapped)
    return extract_without_site(data, mapped)


def halves_of(
    data: Path,
    name: str,
    extract: Callable[[Document], Specification],
    parts: Sequence[Part] = tuple(Part),
) -> dict[Part, Tested]:
    """The pages of the set called *name*, read by *extract* and scored, by part."""
    found = {part: Tested() for part in parts}
    pages = labelled_pages(spec_files(data, name))
    wanted = (each for each in pages if part_of(each[0].site) in found)
    for measured in watched(measure(wanted, extract), name):
        half = found[part_of(measured.gold.site)]
        half.scores.append(measured.score)
        half.read.append(measured.specification)
        if (scores := getattr(extract, "scores", None)) is not None:
            half.given.extend(scores(measured.gold))
    return found


def _print(results: dict[str, dict[Part, Tested]], *, per_site: bool, errors: int) -> None:
    out = console()
    table = Table("set", "part", "sites", *COLUMNS)
    for name, halves in results.items():
        sites = {str(part): str(len(each.score.sites)) for part, each in halves.items()}
        for side, row in beside({part: each.row for part, each in halves.items()}).items():
            shares = ("-" if value is None else f"{value:.4f}" for value in row.values())
            table.add_row(name, side, sites.get(side, ""), *shares)
        table.add_section()
    out.print(table)
    for part in dict.fromkeys(part for halves in results.values() for part in halves):
        read = {name: halves[part].scores for name, halves in results.items()}
        read["all sets"] = [page for pages in read.values() for page in pages]
        for name, pages in read.items():
            error, spread = together(pages)
            out.print(f"{name}, {part}: ECE of pairs {error:.4f}, give or take {spread:.4f}")
    seen = [halves[Part.OPEN] for halves in results.values() if Part.OPEN in halves]
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


def pair_error(score: SpecsScore) -> float:
    """How far confidences of pairs lie from the truth: the expected calibration error."""
    return _error(score.pair_trust)


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
