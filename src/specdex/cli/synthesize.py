"""The command synthesize: spiders for sites that nobody wrote one for."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from specdex.cli.logs import warn
from specdex.cli.output import print_lines
from specdex.cli.progress import watched
from specdex.errors import InputError
from specdex.pipeline.pages import pages_at
from specdex.pipeline.synthesizing import (
    METHODS,
    Checked,
    Sites,
    Synthesis,
    by_site,
    check_project,
    read_schemes,
    write_project,
)
from specdex.records import Failure, to_json
from specdex.synthesis.scheme import Scheme
from specdex.synthesis.verdicts import SiteVerdict, Verdict

__all__ = ["synthesize"]

FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.argument("pages", nargs=-1, metavar="[PAGES...]")
@click.option(
    "--from",
    "schemes",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="SCHEME",
    help="A scheme, wrappers that learn printed, or a Scrapy spider; may be repeated.",
)
@click.option(
    "--sites",
    "more",
    multiple=True,
    metavar="PAGES",
    help="A run, a WARC or a folder with pages of known and new sites; may be repeated.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default=METHODS[0],
    show_default=True,
    help="How rules are found; paper: from known values alone.",
)
@click.option(
    "--equivalence",
    "equivalences",
    multiple=True,
    metavar="ATTRIBUTE=NAME",
    help="When two values of an attribute are the same: words, names, numbers, prices, dates, ids.",
)
@click.option("--spiders", type=FOLDER, help="Write a Scrapy project per site into this folder.")
@click.option(
    "--check",
    type=FOLDER,
    help="Try the spiders in this folder on PAGES; one whose site changed is made again.",
)
def synthesize(
    pages: tuple[str, ...],
    schemes: tuple[Path, ...],
    more: tuple[str, ...],
    *,
    method: str,
    equivalences: tuple[str, ...],
    spiders: Path | None,
    check: Path | None,
) -> int:
    """Make crawling schemes, and spiders, for new sites from the schemes of known ones.

    PAGES, or those of --sites, hold pages of the known sites and of the new ones. Prints a line
    per new site: complete, partial (which attributes are missing, and why) or none.

    Example:

        specdex synthesize --from shop.json --sites run/ --spiders spiders/
    """
    if not (pages or more):
        raise click.UsageError("give pages: PAGES or --sites.")
    failures: list[Failure] = []
    sites = by_site(watched(pages_at((*pages, *more)), "reading"), failures)
    for failure in failures:
        warn(f"{failure.url}: {failure.reason}")
    plan = Synthesis(method, _equivalences(equivalences))
    known = [scheme for path in schemes for scheme in read_schemes(path)]
    if check is not None:
        return _check(check, sites, known, plan)
    if not known:
        raise click.UsageError("give at least one scheme: --from.")
    verdicts = list(watched(plan.verdicts(known, sites), "synthesizing"))
    for each in verdicts:
        print_lines([json.dumps(to_json(each), ensure_ascii=False)])
        if spiders is not None and each.scheme is not None:
            write_project(spiders, each.scheme, sites[each.site])
    return 0 if verdicts and all(each.verdict is Verdict.COMPLETE for each in verdicts) else 1


def _equivalences(given: tuple[str, ...]) -> dict[str, str]:
    out = {}
    for each in given:
        name, sign, kind = each.partition("=")
        if not sign or not name or not kind:
            raise click.UsageError(f"--equivalence {each}: say ATTRIBUTE=NAME.")
        out[name] = kind
    return out


def _check(folder: Path, sites: Sites, known: Sequence[Scheme], plan: Synthesis) -> int:
    """Try all spiders of a folder on fresh pages; make again what no longer fits."""
    projects = sorted(path.parent for path in folder.glob("*/scheme.json"))
    if not projects:
        raise InputError(f"no spider of specdex in {folder}")
    changed: list[Checked] = []
    fits: list[Checked] = []
    for project in projects:
        checked = check_project(project, sites)
        if checked.site not in sites:
            warn(f"{checked.site}: no fresh page of it")
            continue
        line = {"site": checked.site, "before": checked.before, "now": checked.now}
        print_lines([json.dumps({**line, "fits": checked.fits})])
        (fits if checked.fits else changed).append(checked)
    if not changed:
        return 0
    seeds = [*known, *(each.scheme for each in fits)]
    wanted = {each.site for each in changed}
    again = _again(seeds, sites, plan)
    for verdict in again:
        if verdict.site in wanted and verdict.scheme is not None:
            path = write_project(folder, verdict.scheme, sites[verdict.site])
            warn(f"{verdict.site} had changed: {path} was made again ({verdict.verdict.value})")
            wanted.discard(verdict.site)
    return 1 if wanted else 0


def _again(seeds: Sequence[Scheme], sites: Sites, plan: Synthesis) -> list[SiteVerdict]:
    present = [scheme for scheme in seeds if scheme.site in sites]
    return list(plan.verdicts(present, sites)) if present else []
