"""Options and arguments that several commands share: pages, folders, providers, politeness."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, fields
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from specdex import plugins
from specdex.discovery.votes import STRATEGIES
from specdex.errors import InputError
from specdex.settings import Budget, DiscoverySettings, Politeness

if TYPE_CHECKING:
    from specdex.pipeline.extract import Extraction
    from specdex.ports import Engine
    from specdex.runs import Run

__all__ = [
    "DICTIONARY",
    "DOMAIN",
    "FILE",
    "FOLDER",
    "FROM_0",
    "FROM_1",
    "IDS",
    "PAGES",
    "PLACE",
    "PROVIDERS",
    "RUN",
    "SITES",
    "assigned",
    "engine_of",
    "fetch_options",
    "known_by",
    "manners_of",
    "manners_options",
    "opened",
    "preset",
    "settings_of",
    "settings_options",
    "several",
    "shown",
    "worker_options",
    "written",
]

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
Row = tuple[str, str, Any]
"""The name of a setting's option, its help, and the kind of its value; None for a text."""

preset = partial(click.option, show_default=True)
"""An option with a default that its help tells."""


def several(*names: str, help: str, **options: Any) -> Callable[[F], F]:  # noqa: A002 - as click's
    """An option that may be given several times, as its *help* tells."""
    told = f"{help}; may be given several times."
    return click.option(*names, multiple=True, help=told, **options)


FROM_0, FROM_1 = click.IntRange(min=0), click.IntRange(min=1)
FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)
PLACE = click.Path(path_type=Path)
RUN = click.argument("run", type=PLACE)
PAGES = click.argument("pages", nargs=-1, required=True, metavar="PAGES...")
SITES = several("-s", "--site", "sites", help="A known shop")
IDS = several("--id", "ids", help="A known product id")
DOMAIN = click.option(
    "--domain",
    default="",
    help="Read by the roles of a shipped domain or a TOML file; auto: by each page's own words.",
)
DICTIONARY = click.option(
    "--dictionary",
    type=FILE,
    help="Read with the patterns that seeds of this dictionary show (`specdex patterns seed`).",
)
_WORKERS = click.option(
    "-j",
    "--workers",
    type=FROM_1,
    help="Processes to work with.  [default: 1, or all of the engine]",
)
_ENGINE = click.option(
    "--engine",
    envvar="SPECDEX_ENGINE",
    default="",
    metavar="NAME",
    help="What works: serial, processes, ray (a cluster of its own) or ray://head:port; also"
    " the environment's SPECDEX_ENGINE.",
)
_NUMBER = click.FloatRange(min=0)
PROVIDERS: tuple[Row, ...] = (
    ("--search-engine", "Plug-in and address: searxng:http://localhost:8888.", None),
    ("--backlink-source", "Plug-in and address: http:http://localhost:9000.", None),
    ("--strategy", "How both rankings are merged.", click.Choice(list(STRATEGIES))),
    ("--top", "New sites a round looks at.", FROM_1),
    ("--country", "Whose shops a search engine looks for first, as in DE.", None),
    ("--language", "In which language, as in de.", None),
)
_RENDER = "Let a browser run the pages' scripts: where a site needs it, never, or always."
_MANNERS: tuple[Row, ...] = (
    ("--delay", "Seconds between a site's answer and the next request.", _NUMBER),
    ("--max-pages", "Pages from one site.", FROM_1),
    ("--max-depth", "Links followed.", FROM_1),
    ("--max-bytes", "Bytes of one page.", FROM_1),
    ("--max-minutes", "For the whole crawl.", _NUMBER),
    ("--max-site-bytes", "From one site.", FROM_1),
    ("--max-site-minutes", "For one site.", _NUMBER),
    ("--max-crawl-pages", "From all sites.", FROM_1),
    ("--max-crawl-bytes", "From all sites.", FROM_1),
    ("--timeout", "Seconds before a request is given up.", _NUMBER),
    ("--user-agent", "Who we say we are.", None),
    ("--proxy", "An HTTP proxy, which then also resolves host names.", None),
    ("--render", _RENDER, click.Choice(["auto", "never", "always"])),
    ("--no-robots", "Do not obey robots.txt.", bool),
    ("--nofollow", "Leave links marked nofollow alone.", bool),
    ("--allow-private", "Ask private and loopback addresses, too.", bool),
)
_FETCHING = {
    *("--delay", "--timeout", "--user-agent", "--proxy", "--render", "--no-robots"),
    "--allow-private",
}
"""What matters where a few addresses are fetched."""
_DEFAULTS = asdict(Politeness()) | asdict(Budget()) | asdict(DiscoverySettings())


def known_by(domain: str, dictionary: Path | None) -> Extraction | None:
    """Who reads by what a user knows of a domain; None where nothing of that is said."""
    if not domain and not dictionary:
        return None
    from specdex.pipeline import domains

    if dictionary:
        return domains.dictionary_extraction(dictionary)
    return domains.domain_extraction(domain)


def opened(run: Path) -> Run:
    """The run at *run*, to be looked at; an InputError where there is none."""
    from specdex.runs import Run

    if not Run.is_one(run):
        raise InputError(f"{run} is not a run folder")
    return Run(run)


def written(name: str, *, create: bool = False, pages: bool = False) -> Callable[[F], F]:
    """Let the run that *name* is be written to also where it is packed: here, and packed anew.

    Of several only a single one. With *create*, it need not be there; with *pages*, they come, too.
    """

    def decorate(command: F) -> F:
        @wraps(command)
        def done(*args: Any, **given: Any) -> Any:
            from specdex.runs.packed import is_packed
            from specdex.runs.places import address
            from specdex.runs.working import worked_on

            said = given[name]
            place = said[0] if isinstance(said, tuple) and len(said) == 1 else said
            if not isinstance(place, (str, Path)) or not is_packed(place):
                return command(*args, **given)
            with worked_on(place, create=create, pages=pages) as folder:
                click.get_current_context().meta[str(folder)] = address(place) or str(place)
                given[name] = (str(folder),) if isinstance(said, tuple) else folder
                return command(*args, **given)

        return cast("F", done)

    return decorate


def shown(run: Path | str) -> str:
    """What whoever gave the command calls the *run*."""
    context = click.get_current_context(silent=True)
    return str(context.meta.get(str(run), run) if context else run)


def assigned(option: str, form: str, given: tuple[str, ...]) -> list[tuple[str, str]]:
    """What was *given* to *option* in the *form* NAME=VALUE, in parts."""
    parts = [tuple(map(str.strip, each.partition("=")[::2])) for each in given]
    for each, (name, value) in zip(given, parts, strict=True):
        if not (name and value):
            raise click.UsageError(f"{option} {each}: say {form}.")
    return [(name, value) for name, value in parts]


def worker_options(command: F) -> F:
    """Add the options that say who works."""
    return _WORKERS(_ENGINE(command))


def engine_of(options: dict[str, Any], **chunk: int) -> Engine:
    """The engine that the options mean; *chunk* things at a time, where that is said."""
    return plugins.engine(options["engine"], options["workers"], **chunk)


def settings_options(rows: tuple[Row, ...], *, unset: bool = False) -> Callable[[F], F]:
    """Add an option for each setting of *rows*; with *unset*, what is not given is None."""

    def decorate(command: F) -> F:
        for name, help_, kind in reversed(rows):
            if kind is bool:
                command = click.option(
                    name, is_flag=True, default=None if unset else False, help=help_
                )(command)
                continue
            default = None if unset else _DEFAULTS[name[2:].replace("-", "_")]
            shown = default is not None and kind is not None and bool(default)
            command = click.option(
                name, type=kind, default=default, show_default=shown, help=help_
            )(command)
        return command

    return decorate


def manners_options(*, unset: bool = False) -> Callable[[F], F]:
    """Add --delay, --max-pages and their like to a command that fetches."""
    return settings_options(_MANNERS, unset=unset)


def fetch_options(command: F) -> F:
    """Add how to behave towards sites to a command that reads pages, also from the web."""
    return settings_options(tuple(row for row in _MANNERS if row[0] in _FETCHING))(command)


def manners_of(options: dict[str, Any]) -> tuple[Politeness, Budget]:
    """The value objects that the options mean."""
    return settings_of(Politeness, options), settings_of(Budget, options)


def settings_of(kind: Callable[..., T], options: dict[str, Any]) -> T:
    """The settings of *kind* that the options mean."""
    said = options | {"robots": not options["no_robots"]}
    known: Any = kind
    return kind(**{each.name: said[each.name] for each in fields(known) if each.name in said})
