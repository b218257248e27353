"""The commands synthesize and spider: spiders for sites that nobody wrote one for."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.crawl import crawl_watched
from specdex.cli.options import FOLDER, assigned, manners_options, preset, several
from specdex.cli.output import AS_JSON, Destination, file_options, only_good
from specdex.cli.progress import counted, progress, watched
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.plugins import load
from specdex.records import Failure, Page
from specdex.settings import LEAST_RULE, SYNTHESIZERS
from specdex.urls import host

if TYPE_CHECKING:
    from specdex.pipeline.spider_checks import Checked
    from specdex.pipeline.synthesize import Sites, Synthesis
    from specdex.synthesis.scheme import Scheme, SiteVerdict

__all__ = ["spider", "synthesize"]


@click.command()
@click.argument("shop", metavar="SITE|RUN|PAGE")
@click.option("-c", "--category", default="", help="Of a SITE: what to look for, in one word.")
@preset(
    "--spiders", type=FOLDER, default="spiders", help="The folder that projects are written to."
)
@file_options
@manners_options()
def spider(shop: str, category: str, spiders: Path, target: Destination, **manners: Any) -> int:
    """Write a Scrapy project that reads a shop: a spider, its scheme, its tests.

    SITE is crawled first, for the pages of --category, at most --max-pages of them; RUN gives a
    project for each of its sites. Every page of a product is an item: its name, its price and
    its attributes. PAGE, a saved category page, gives a project that reads the products it lists.
    Projects run with plain Scrapy. For items without selectors see docs/scrapy.md.

    Example:

        specdex spider category.html --spiders spiders/
    """
    from specdex.pipeline.extract import is_run
    from specdex.pipeline.spider import run_projects

    if is_run(shop):
        made = list(run_projects(Path(shop), spiders))
    elif Path(shop).is_file():
        made = [_of_page(shop, spiders)]
    else:
        made = _of_site(shop, category, spiders, manners)
    lines = [
        {"site": site, "reads": list(scheme.names), "spider": str(path)}
        for site, path, scheme in made
    ]
    give("spiders", lines, target)
    return 0 if made else 1


def _of_page(location: str, folder: Path) -> tuple[str, Path, Scheme]:
    from specdex.pipeline.extract import pages_at
    from specdex.pipeline.spider import list_scheme
    from specdex.pipeline.synthesize import write_project

    failures: list[Failure] = []
    pages: list[Page] = list(only_good(pages_at([location]), failures))
    if not pages:
        raise InputError(f"there is no page in {location}")
    scheme = list_scheme(pages[0])
    return scheme.site, write_project(folder, scheme, pages), scheme


def _of_site(
    site: str, category: str, folder: Path, manners: dict[str, Any]
) -> list[tuple[str, Path, Scheme]]:
    from specdex.pipeline.crawl import Start
    from specdex.pipeline.extract import extract_run, extraction
    from specdex.pipeline.homes import home_of
    from specdex.pipeline.imports import learn_sites_of
    from specdex.pipeline.spider import run_projects
    from specdex.runs import RunFolder

    if not category:
        raise click.UsageError(f"say what to look for at {site}: --category camera.")
    with tempfile.TemporaryDirectory(prefix="specdex-") as scratch:
        path = Path(scratch) / "run"
        crawl_watched([Start(site)], category, path, manners)
        mapped = extraction()
        with RunFolder(path) as run, counted("learning how it prints its data"):
            if not extract_run(run, mapped, load("engines", "serial")()):
                raise InputError(f"{site} has no product pages of {category!r}; nothing to learn")
            list(learn_sites_of(run, [host(home_of(site))], mapped))
        return list(run_projects(path, folder))


log = logging.getLogger("specdex")


@click.command()
@click.argument("pages", nargs=-1, metavar="[PAGES...]")
@several(
    "--from",
    "schemes",
    type=click.Path(path_type=Path),
    metavar="SCHEME",
    help="A scheme, a Scrapy spider (.py), wrappers that learn printed, or a run that has some",
)
@several(
    "--sites",
    "more",
    metavar="PAGES",
    help="A run, a WARC or a folder with pages of known and new sites",
)
@preset(
    "--method",
    type=click.Choice(SYNTHESIZERS),
    default=SYNTHESIZERS[0],
    help="How rules are found; paper: from known values alone.",
)
@several(
    "--attribute",
    "attributes",
    metavar="NAME",
    help="Of the attributes that the schemes read only this one",
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
@preset(
    "--min-confidence",
    "least",
    type=click.FloatRange(0, 1),
    default=LEAST_RULE,
    help="Leave out rules that are believed less.",
)
@AS_JSON
@file_options
def synthesize(
    pages: tuple[str, ...],
    schemes: tuple[Path, ...],
    more: tuple[str, ...],
    *,
    method: str,
    attributes: tuple[str, ...],
    equivalences: tuple[str, ...],
    spiders: Path | None,
    check: Path | None,
    least: float,
    target: Destination,
) -> int:
    """Make crawling schemes, and spiders, for new sites from the schemes of known ones.

    PAGES, or those of --sites, hold pages of the known sites and of the new ones. Prints a line
    per new site: complete, partial (which attributes are missing, and why) or none. The exit status
    is 1 where a site is not complete.

    Example:

        specdex synthesize --from shop.json --sites run/ --spiders spiders/
    """
    from specdex.pipeline.scheme_files import only, read_schemes
    from specdex.pipeline.synthesize import Synthesis, by_site, site_pages

    if not (pages or more):
        raise click.UsageError("give pages: PAGES or --sites.")
    if not (schemes or check):
        raise click.UsageError("give at least one scheme: --from.")
    failures: list[Failure] = []
    read = only_good(watched(site_pages((*pages, *more)), "reading"), failures)
    sites = by_site(read, failures)
    known = only([each for path in schemes for each in read_schemes(path, sites)], attributes)
    plan = Synthesis(method, dict(assigned("--equivalence", "ATTRIBUTE=NAME", equivalences)))
    task = _Task(plan, sites, target.is_watched, least)
    code = task.make(known, spiders) if check is None else task.check(check, known)
    if not target.is_watched:
        give("sites", task.lines, target)
    return code


@dataclass(frozen=True, slots=True)
class _Task:
    """What is to be done with which pages; says what becomes of each site."""

    plan: Synthesis
    sites: Sites
    is_watched: bool
    least: float = LEAST_RULE
    lines: list[Any] = field(default_factory=list)

    def say(self, sentence: str, line: Any) -> None:
        """A sentence for a person, or a line for a program."""
        self.lines.append(line)
        if self.is_watched:
            click.echo(sentence)

    @contextmanager
    def watched(self) -> Iterator[Synthesis]:
        """A synthesis whose steps show on a bar: every site is surveyed, then rules are chosen."""
        with progress() as bar:
            task = bar.add_task("synthesizing", total=2 * len(self.sites), rate="")
            yield replace(
                self.plan, tell=lambda what: bar.update(task, description=what, advance=1)
            )

    def make(self, known: Sequence[Scheme], folder: Path | None) -> int:
        """Schemes, and spiders where there is a *folder* for them, for all new sites."""
        from specdex.pipeline.spider import believed
        from specdex.pipeline.synthesize import write_project
        from specdex.synthesis.scheme import Verdict

        every = []
        manners = self.plan.manners(known, self.sites) if folder is not None else None
        with self.watched() as told:
            for found in told.verdicts(known, self.sites):
                each = believed(found, self.least)
                every.append(each.verdict)
                path = None
                if folder is not None and each.scheme is not None:
                    path = write_project(folder, each.scheme, self.sites[each.site], manners)
                self.say(_sentence(each, path), each)
        if not every:
            raise InputError("all pages are of sites whose scheme was given: there is no new site")
        return 0 if all(each is Verdict.COMPLETE for each in every) else 1

    def check(self, folder: Path, known: Sequence[Scheme]) -> int:
        """Try all spiders of a folder on fresh pages; make again what no longer fits."""
        from specdex.pipeline.spider_checks import State, check_project, projects_in

        checked = [check_project(project, self.sites) for project in projects_in(folder)]
        for each in checked:
            line = {"site": each.site, "state": each.state, "reason": each.reason}
            numbers = {"before": round(each.before, 3), "now": round(each.now, 3)}
            self.say(f"{each.site}: {each.state.value}; {each.reason}", line | numbers)
        changed = [each for each in checked if each.state is State.CHANGED]
        given = {scheme.site for scheme in known}
        good = [each for each in checked if each.state is State.UNCHANGED]
        fitting = [each.scheme for each in good if each.site not in given]
        return self.make_again(folder, changed, [*known, *fitting]) if changed else 0

    def make_again(self, folder: Path, changed: Sequence[Checked], seeds: Sequence[Scheme]) -> int:
        """New spiders for *changed* sites by what the *seeds* teach."""
        from specdex.pipeline.spider_checks import make_again
        from specdex.synthesis.scheme import Verdict

        made = 0
        with self.watched() as told:
            for site, verdict in make_again(folder, changed, seeds, (told, self.sites)):
                what = "no spider can be made for it" if verdict is Verdict.NONE else "made again"
                line = {"site": site, "made again": verdict}
                self.say(f"{site}: {what}; {verdict.value}", line)
                made += verdict is not Verdict.NONE
        return 0 if made == len(changed) else 1


def _sentence(found: SiteVerdict, path: Path | None) -> str:
    """What became of a site, for a person."""
    read = f"reads {', '.join(found.scheme.names)}" if found.scheme else ""
    missing = f"no {', '.join(name for name, _ in found.missing)}" if found.missing else ""
    where = f"spider in {path}" if path else ""
    said = filter(None, (found.verdict.value, read, missing, where))
    for name, why in found.missing:
        log.info("%s: no %s: %s", found.site, name, why)
    return f"{found.site}: {'; '.join(said)}"
