"""How well shops are walked, lists are turned and pages are told apart."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click
from rich.table import Table

from benchmarks.crawling.score import CrawlScore, Row, told
from benchmarks.data import DATA_OPTION
from specdex import plugins
from specdex.cli.progress import console, watched
from specdex.pipeline.crawl import DEFAULT_WALK
from specdex.statistics.metrics import Tally

__all__ = ["crawling"]

MISSED = 5
"""Addresses of missed products that are listed for one shop."""


@click.command()
@DATA_OPTION
@click.option("--shops", is_flag=True, help="Walk the snapshots of real shop software.")
@click.option("--demo", is_flag=True, help="Walk the shops of the demo web.")
@click.option("--pagination", is_flag=True, help="Find next links on labelled pages.")
@click.option("--page-types", is_flag=True, help="Tell product pages, collections and others.")
@click.option(
    "--walk",
    type=click.Choice(plugins.names("walks")),
    default=DEFAULT_WALK,
    show_default=True,
    help="Who decides where to go: dexter is the paper's own way.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
def crawling(data: Path, walk: str, *, as_json: bool, **which: bool) -> int:
    """Score walks through whole shops, pagers and types of pages; all where none is named.

    Walks begin at the home page and know the category's name; what was learned never saw the
    shop's platform, the host or the site. Every request counts, sitemaps and redirects too.

    Types of pages: product, collection (a page that lists products), all else other. The labelled
    set calls lists of goods and of news alike "listing"; the first figure for collections leaves
    those pages out, the second counts them as other. Open and blind hosts are counted apart.

    Example:

        python -m benchmarks crawling --shops
    """
    wanted = which if any(which.values()) else dict.fromkeys(which, True)
    if wanted["shops"]:
        _shops(data, walk, as_json=as_json)
    if wanted["demo"]:
        _demo(walk, as_json=as_json)
    if wanted["pagination"]:
        _pagination(data, as_json=as_json)
    if wanted["page_types"]:
        _page_types(data, as_json=as_json)
    return 0


def _shops(data: Path, walk: str, *, as_json: bool) -> None:
    from benchmarks.crawling.measure import measure_shops  # noqa: PLC0415 - heavy

    found = list(watched(measure_shops(data, walk), "shops"))
    pairs = sum((each.pairs for each in found), Tally())
    rows = [(each.walk, each.breadth, each.sitemap) for each in found]
    _show_crawls("shops", rows, as_json=as_json)
    _show_tallies([("pairs of the crawled pages", pairs)], as_json=as_json)


def _demo(walk: str, *, as_json: bool) -> None:
    _show_crawls("demo", list(watched(_demo_rows(walk), "demo")), as_json=as_json)


def _demo_rows(walk: str) -> Iterator[Row]:
    """Each shop of the demo web that is no seed, and each of its categories."""
    from benchmarks.crawling.baselines import BreadthFirstWalk, SitemapWalk  # noqa: PLC0415
    from benchmarks.crawling.demo_shops import demo_shops  # noqa: PLC0415 - heavy
    from benchmarks.crawling.measure import baseline, measure_walk  # noqa: PLC0415

    made = plugins.load("walks", walk)

    for shop in demo_shops():
        site, home, truths = shop.site, shop.home, shop.truths()
        breadth = baseline(BreadthFirstWalk(site, home), shop.answer, truths)
        sitemap = baseline(SitemapWalk(site, home), shop.answer, truths)
        for place, truth in enumerate(truths):
            score = measure_walk(made(site, home, truth.category), shop.answer, truth)
            yield score, breadth[place], sitemap[place]


def _pagination(data: Path, *, as_json: bool) -> None:
    from benchmarks.crawling.measure import measure_pagers  # noqa: PLC0415 - heavy

    found, scripted = measure_pagers(data)
    _show_tallies([(f"next link, {part}", each) for part, each in found.items()], as_json=as_json)
    if not as_json:
        console().print(f"{scripted} pages left out whose next link has no address")


def _page_types(data: Path, *, as_json: bool) -> None:
    from benchmarks.crawling.measure import measure_types  # noqa: PLC0415 - heavy

    rows = []
    for part, found in measure_types(data).items():
        rows += [
            (f"product, {part}", found.product),
            (f"collection, {part}", found.collection),
            (f"collection, listings counted as others, {part}", found.collection_strict),
        ]
    _show_tallies(sorted(rows, key=lambda row: row[0].rpartition(",")[0]), as_json=as_json)


def _show_crawls(name: str, walked: Sequence[Row], *, as_json: bool) -> None:
    rows = told(walked, ours=name == "demo")
    if as_json:
        for row in rows:
            click.echo(_line(name, row))
        return
    table = Table("site", "category", "fetched", "found", "missed", "wrong", "recall", "harvest")
    for title in ("traps", "wasted on", "breadth-first R / harvest", "sitemap R / harvest"):
        table.add_column(title)
    for walk, breadth, sitemap in rows:
        table.add_row(
            *(walk.site, walk.category, str(walk.fetched), str(walk.found)),
            *(str(walk.wanted - walk.found), str(walk.wrong)),
            *(f"{walk.recall:.3f}", f"{walk.harvest_rate:.3f}", f"{walk.trap_share:.3f}"),
            ", ".join(f"{kind} {count}" for kind, count in walk.wasted.items()),
            *(f"{each.recall:.3f} / {each.harvest_rate:.3f}" for each in (breadth, sitemap)),
        )
    terminal = console()
    terminal.print(table)
    for walk, *_ in rows:
        for url in walk.missed[:MISSED]:
            terminal.print(f"missed {url}", markup=False)


def _line(name: str, row: Iterable[CrawlScore]) -> str:
    walk, breadth, sitemap = row
    return json.dumps(
        {
            "bench": name,
            "site": walk.site,
            "category": walk.category,
            "fetched": walk.fetched,
            "found": walk.found,
            "wanted": walk.wanted,
            "wrong": walk.wrong,
            "recall": round(walk.recall, 4),
            "harvest_rate": round(walk.harvest_rate, 4),
            "trap_share": round(walk.trap_share, 4),
            "wasted": walk.wasted,
            "breadth_first": [round(breadth.recall, 4), round(breadth.harvest_rate, 4)],
            "sitemap_only": [round(sitemap.recall, 4), round(sitemap.harvest_rate, 4)],
        }
    )


def _show_tallies(rows: list[tuple[str, Tally]], *, as_json: bool) -> None:
    if as_json:
        for name, each in rows:
            line = {"precision": each.precision, "recall": each.recall, "f1": each.f1}
            click.echo(json.dumps({"bench": name, **line}))
        return
    table = Table("what", "right", "wrong", "missed", "P", "R", "F1")
    for name, each in rows:
        counts = (each.right, each.wrong, each.missed)
        shares = (each.precision, each.recall, each.f1)
        table.add_row(name, *map(str, counts), *(f"{share:.3f}" for share in shares))
    console().print(table)
