"""How good the schemes are that are made for sites nobody wrote one for."""

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION
from benchmarks.synthesis.demo import DemoScore, demo_scores
from benchmarks.synthesis.listings import ATTRIBUTES, list_scores, list_shops, mean_shares
from benchmarks.synthesis.score import Prediction, Summary, Values, summarise
from benchmarks.synthesis.shops import ShopScore, shop_scores
from benchmarks.synthesis.sweeps import sweep as sweep_thresholds
from benchmarks.synthesis.timing import NODES, time_lookup, time_sites
from benchmarks.synthesis.trials import labelled_sites, paper_trials, trials, verticals
from specdex.cli.progress import console
from specdex.settings import SYNTHESIZERS
from specdex.synthesis.equivalences import JACCARD

__all__ = ["synthesis"]

COUNTS = (1, 2, 3, 4, 5)
PAPER_PAGES = 20
SWEEP = (0.1, 0.3, 0.5, 0.7, 0.9)
SWEEP_SEEDS = 2
"""Sites of each kind that are seeds in a sweep, one at a time."""
Truth = dict[tuple[str, str], dict[str, Values]]


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
    "--method",
    type=click.Choice(SYNTHESIZERS),
    default=SYNTHESIZERS[0],
    show_default=True,
    help="Whose way.",
)
@click.option(
    "--pages",
    type=click.IntRange(1),
    default=PAPER_PAGES,
    show_default=True,
    help="Pages of a site that the paper's way looks at; the sample is the first so many.",
)
@click.option(
    "--demo", is_flag=True, help="On the demo web instead: spiders from one shop's scheme."
)
@click.option(
    "--shops",
    is_flag=True,
    help="On snapshots of real shops instead: spiders from one shop's scheme, run by Scrapy.",
)
@click.option(
    "--from",
    "given",
    multiple=True,
    metavar="HOST",
    help="With --shops: the shop whose scheme is given; may be repeated. Default: each in turn.",
)
@click.option(
    "--listings",
    is_flag=True,
    help="On listing pages of real shops instead: each shop's scheme for all others.",
)
@click.option("--sweep", is_flag=True, help="The paper's way over thresholds of likeness.")
@click.option("--lookup", is_flag=True, help="Time looking a page up among a million values.")
@click.option("--time", "timed", is_flag=True, help="Time making the scheme of one more site.")
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
    pages: int,
    demo: bool,
    shops: bool,
    given: tuple[str, ...],
    listings: bool,
    sweep: bool,
    lookup: bool,
    timed: bool,
    predictions: Path | None,
    as_json: bool,
) -> int:
    """Score schemes for new sites on labelled sites, the judge trained on other kinds of sites.

    Every set of seed sites in cyclic order teaches the schemes of all other sites, whose pages
    come without labels. Takes minutes. Needs the extra learn.

    Example:

        python -m benchmarks synthesis --seeds 1 --seeds 5
    """
    others: dict[bool, Callable[[], int]] = {
        demo: lambda: _spiders(demo_scores()),
        shops: lambda: _shops(shop_scores(data, given)),
        lookup: _lookup,
        timed: lambda: _time(data),
        sweep: lambda: _sweep(data, pages),
        listings: lambda: _lists(data, method, sweep=sweep),
    }
    if True in others:
        return others[True]()
    if method == "paper":
        click.echo(f"the first {pages} pages of each site")
        made = list(paper_trials(data, seeds, pages, JACCARD, _tell))
    else:
        made = list(trials(data, seeds, _tell))
    if predictions is not None:
        _write(predictions, made)
    _print(summarise(made, _truth(data, made)), as_json=as_json, note=method)
    return 0


def _lookup() -> int:
    """Print what looking a page up costs."""
    found = time_lookup()
    click.echo(
        f"{found.milliseconds:.1f} ms a page of {NODES:,} texts among {found.instances:,} values,"
        f" {found.found:.0f} of them known; the index takes {found.megabytes:.0f} MB at most and"
        f" {found.seconds:.1f} s to build"
    )
    return 0


def _time(data: Path) -> int:
    """Print what one more site costs."""
    for each in time_sites(data):
        click.echo(
            f"{each.kind} {each.site}: {each.seconds:.1f} s of processor time for {each.pages}"
            f" pages, {each.rules} attributes"
        )
    return 0


def _sweep(data: Path, pages: int) -> int:
    """Figure 7 of the paper: precision, recall and completeness over thresholds, one seed."""
    table = Table(
        "threshold",
        "precision",
        "recall",
        "F1",
        "completeness",
        title=f"the first {pages} pages of each site, {SWEEP_SEEDS} sites of a kind as seeds",
    )
    for step in sweep_thresholds(data, SWEEP, (pages, SWEEP_SEEDS), _tell):
        shares = (step.precision, step.recall, step.f1, step.completeness)
        table.add_row(f"{step.threshold}", *(f"{share:.3f}" for share in shares))
    console().print(table)
    return 0


def _lists(data: Path, method: str, *, sweep: bool) -> int:
    """Completeness, title and price over all pairs of shops; with *sweep* figure 7 of the paper."""
    shops = list_shops(data)
    pages = sum(len(shop.pages) for shop in shops)
    names = [f"{name} {part}" for name in ATTRIBUTES for part in ("P", "R", "F1")]
    method = "paper" if sweep else method
    table = Table("threshold", "completeness", *names, title=f"{pages} listing pages, {method}")
    for threshold in SWEEP if sweep else (JACCARD,):
        scores = []
        for each in list_scores(shops, method, threshold):
            scores.append(each)
            _tell(f"{each.seed} to {each.site}: {each.verdict} {dict(each.shares)}")
        complete = _mean([each.completeness for each in scores])
        shares = [share for name in ATTRIBUTES for share in mean_shares(scores, name)]
        table.add_row(f"{threshold}", *(f"{share:.3f}" for share in (complete, *shares)))
    console().print(table)
    return 0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _shops(scores: Iterable[ShopScore]) -> int:
    """Print what each emitted spider got in a crawl; 1 where a project fails its own tests."""
    found = []
    columns = ("scheme of", "spider for", "rules", "items", "P", "R", "F1", "URL P", "URL R")
    table = Table(*columns, "own tests")
    for each in scores:
        found.append(each)
        shares = " ".join(f"{share:.3f}" for share in _shares(each))
        _tell(f"{each.seed} to {each.site}: {each.ruled} of {each.wanted} rules, {shares}")
        table.add_row(
            each.seed,
            each.site,
            f"{each.ruled} of {each.wanted}",
            str(each.items),
            *(f"{share:.3f}" for share in _shares(each)),
            "pass" if each.passed else "fail",
        )
    complete = sum(each.complete for each in found)
    means = [_mean(column) for column in zip(*map(_shares, found), strict=True)]
    table.add_row(
        "all",
        f"{complete} of {len(found)} complete",
        "",
        str(sum(each.items for each in found)),
        *(f"{share:.3f}" for share in means),
        "",
    )
    console().print(table)
    return 0 if found and all(each.passed for each in found) else 1


def _shares(each: ShopScore) -> tuple[float, ...]:
    return (each.precision, each.recall, each.f1, each.filter_precision, each.filter_recall)


def _spiders(scores: Iterable[DemoScore]) -> int:
    """Print what each emitted spider is worth; 1 where a project fails its own tests."""
    found = list(scores)
    table = Table("site", "verdict", "F1", "URL P", "URL R", "own tests")
    for each in found:
        shares = (each.f1, each.filter_precision, each.filter_recall)
        passed = "pass" if each.passed else "fail"
        table.add_row(each.site, each.verdict, *(f"{share:.3f}" for share in shares), passed)
    means = [
        _mean([each.f1 for each in found]),
        _mean([each.filter_precision for each in found]),
        _mean([each.filter_recall for each in found]),
    ]
    table.add_row("all", "", *(f"{share:.3f}" for share in means), "")
    console().print(table)
    return 0 if found and all(each.passed for each in found) else 1


def _tell(what: str) -> None:
    logging.getLogger("specdex").info("%s", what)


def _truth(data: Path, made: Sequence[Prediction]) -> Truth:
    """The labels of the pages that were read."""
    asked: dict[tuple[str, str], set[str]] = {}
    for each in made:
        asked.setdefault((each.vertical, each.site), set()).update(each.pages)
    return {
        (vertical, each.site): {
            page.id: values
            for page, values in each.rows()
            if page.id in asked.get((vertical, each.site), ())
        }
        for vertical in verticals(data)
        for each in labelled_sites(data, vertical)
    }


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
