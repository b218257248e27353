"""The command harvest: everything, in rounds."""

from __future__ import annotations

import difflib
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.logs import resumable, warn
from specdex.cli.logs import tell as log
from specdex.cli.options import (
    DICTIONARY,
    DOMAIN,
    FOLDER,
    FROM_0,
    FROM_1,
    IDS,
    PROVIDERS,
    SITES,
    known_by,
    manners_options,
    settings_options,
    several,
    shown,
    written,
)
from specdex.cli.output import Destination, file_options
from specdex.cli.progress import progress
from specdex.cli.rows import give
from specdex.discovery.votes import STRATEGIES
from specdex.errors import InputError
from specdex.records import PageKind, SiteStatus, Specification, StoredPage
from specdex.settings import Budget, DiscoverySettings, HarvestSettings, Politeness, load

if TYPE_CHECKING:
    from specdex.pipeline.extract import Extraction

__all__ = ["harvest", "harvest_watched"]

FILTERS = ("none", "home", "crawl", "both")
ROUNDS = (
    ("--rounds", "How often to look for new sites.", FROM_0),
    ("--max-queries", "Product ids asked for in a round.", FROM_1),
    ("--min-sites", "An id counts once more than this many sites publish it.", FROM_0),
    ("--redundancy", "The same, counted as in DEXTER's paper: so many at least; 4 there.", FROM_0),
    ("--filters", "Which filters a new site must pass.", click.Choice(FILTERS)),
    ("--patience", "Rounds without a new shop before it stops.", FROM_1),
    ("--search-quota", "Requests to the search engine, at most.", FROM_0),
    ("--backlink-quota", "Requests to the backlink source, at most.", FROM_0),
)


@click.command()
@click.argument("settings", required=False, metavar="[FILE|RUN]", type=click.Path(path_type=Path))
@click.option(
    "--run",
    type=FOLDER,
    help="The run folder; a stopped harvest goes on there.  [default: CATEGORY-run]",
)
@click.option("-c", "--category", help="What to harvest, in one word: camera.")
@several("--name", "names", help="What it is also called, in any language")
@SITES
@IDS
@click.option(
    "--again",
    is_flag=True,
    help="Walk the shops of the run again, and fetch again only what has changed.",
)
@settings_options((*PROVIDERS, *ROUNDS), unset=True)
@click.option(
    "--search-within/--no-search-within",
    default=None,
    help="Ask the search engine for the category's pages on each site that is crawled.",
)
@click.option(
    "-j",
    "--jobs",
    "--workers",
    "workers",
    type=FROM_1,
    help="Crawl, read and learn in this many processes, or workers of the engine.",
)
@click.option(
    "--engine",
    envvar="SPECDEX_ENGINE",
    metavar="NAME",
    help="What works: serial, processes, ray (a cluster of its own) or ray://head:port.",
)
@file_options
@DOMAIN
@DICTIONARY
@manners_options(unset=True)
@written("settings")
@written("run", create=True)
def harvest(
    settings: Path | None, run: Path | None, *, again: bool, target: Destination, **options: Any
) -> int:
    """Discover shops, crawl them, read their specifications, and join them, in rounds.

    FILE is a TOML file of settings (docs/settings.md); every setting is also an option, which wins.
    The run folder keeps them: named in their place, it goes on where it was. With --again it
    renews what has changed since (`specdex diff RUN` tells what that is). Says in the end what the
    run holds: run, category, sites, specifications, pairs.

    Example:

        specdex harvest camera.toml --rounds 2
    """
    from specdex.harvest.judge import check_sites
    from specdex.pipeline.renewal import begin_again
    from specdex.runs import RunFolder

    mapped = known_by(options.pop("domain"), options.pop("dictionary"))
    place = settings if settings and RunFolder.is_one(settings) else run
    given = _given(settings, place)
    wanted = _merged(given, options)
    if not wanted.category:
        raise click.UsageError("say what to harvest: --category camera, or category in SETTINGS.")
    if not wanted.sites:
        raise click.UsageError(
            "name at least one seed shop: --site shop.example, or sites in SETTINGS."
        )
    _check(wanted.discovery)
    check_sites(wanted.sites)
    path = place or Path(f"{wanted.category}-run")
    if again and not (RunFolder.is_one(path) and begin_again(path, wanted.category)):
        raise InputError(f"there is nothing to renew in {path}: it has no shops of that category")
    with resumable(f"specdex harvest {shown(path)}"):
        harvest_watched(wanted, path, mapped)
    return _tell(path, wanted.category, target, again=again)


def _tell(path: Path, category: str, target: Destination, *, again: bool) -> int:
    """Say what the run holds; 0 where a seed shop gave anything."""
    from specdex.pipeline.explain import summary
    from specdex.runs import RunFolder
    from specdex.runs.compaction import compact

    with RunFolder(path) as folder:
        if again:
            compact(folder)
        known = [row for row in summary(folder) if row.site.category == category]
    rows = [row for row in known if row.site.status is not SiteStatus.REJECTED]
    pairs = sum(row.counts.pairs for row in rows)
    read = sum(row.counts.specifications for row in rows)
    if target.is_watched:
        click.echo(f"{shown(path)}: {len(rows)} sites, {read} specifications, {pairs} pairs")
    else:
        counts = {"sites": len(rows), "specifications": read, "pairs": pairs}
        give("harvests", [{"run": shown(path), "category": category, **counts}], target)
    fruitful = any(row.counts.pairs for row in rows if row.site.status is SiteStatus.SEED)
    return 0 if fruitful else 1


def _given(settings: Path | None, place: Path | None) -> HarvestSettings:
    """What the file says, or the run folder where there is no other."""
    from specdex.harvest.kept import KEPT, kept_settings

    if settings is not None and settings != place:
        return load(HarvestSettings, settings)
    if place is not None and (place == settings or (place / KEPT).is_file()):
        return kept_settings(place)
    return HarvestSettings()


def _check(settings: DiscoverySettings) -> None:
    """What a file may say wrongly, and an option cannot."""
    for name, known in (("strategy", tuple(STRATEGIES)), ("filters", FILTERS)):
        said = getattr(settings, name)
        if said not in known:
            near = difflib.get_close_matches(said, known, 1)
            meant = f"; did you mean {near[0]!r}?" if near else ""
            raise InputError(f"no {name} called {said!r}; there are: {', '.join(known)}{meant}")


def harvest_watched(
    settings: HarvestSettings, path: Path, mapped: Extraction | None = None
) -> None:
    """Harvest with a bar that counts product pages and specifications, and a line a step."""
    from specdex.harvest import Harvest
    from specdex.pipeline.extract import extraction
    from specdex.runs import RunFolder
    from specdex.runs.working import packer

    # what is wrong with the settings shows before a folder
    harvesting = Harvest(settings, path, mapped=mapped or extraction())
    with progress() as bar, RunFolder(path) as folder:
        harvesting.run, pack_it = folder, packer(folder)
        task = bar.add_task(f"harvesting {settings.category}", total=None, rate="")
        started, before = time.monotonic(), folder.store.count(StoredPage)

        def watch() -> None:
            pack_it()
            pages = folder.store.count(StoredPage)
            minutes = max(time.monotonic() - started, 1.0) / 60
            left = sum(not site.crawled for site in folder.sites(settings.category))
            bar.update(
                task,
                completed=folder.store.count(Specification),
                total=folder.store.count(StoredPage, kind=PageKind.PRODUCT) or None,
                rate=f"{pages} pages, {(pages - before) / minutes:.0f}/min, {left} sites left",
            )

        def tell(sentence: str) -> None:
            if bar.disable:
                log(sentence, run=shown(path))
            else:
                bar.update(task, description=sentence)
                bar.console.print(sentence, highlight=False)

        def complain(sentence: str) -> None:
            if bar.disable:
                warn(sentence, run=shown(path))
            else:
                tell(sentence)

        harvesting.tell, harvesting.complain, harvesting.watch = (
            *(tell, complain),
            pack_it if bar.disable else watch,
        )
        harvesting.go()


def _merged(given: HarvestSettings, options: dict[str, Any]) -> HarvestSettings:
    """*given* with every option that was set in its place."""
    said = {name: value for name, value in options.items() if value not in (None, ())}
    if "no_robots" in said:
        said["robots"] = not said.pop("no_robots")
    try:
        return replace(
            given,
            **_fields(HarvestSettings, said),
            discovery=replace(given.discovery, **_fields(DiscoverySettings, said)),
            politeness=replace(given.politeness, **_fields(Politeness, said)),
            budget=replace(given.budget, **_fields(Budget, said)),
        )
    except TypeError as error:
        raise InputError(str(error)) from error


def _fields(kind: Any, said: dict[str, Any]) -> dict[str, Any]:
    known = {each.name for each in fields(kind)}
    return {name: value for name, value in said.items() if name in known}
