"""The options of every command that fetches: politeness and budgets."""

from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any, TypeVar

import click

from specdex.settings import Budget, Politeness

__all__ = ["manners_of", "manners_options"]

F = TypeVar("F", bound=Callable[..., Any])
_DEFAULTS: dict[str, Any] = asdict(Politeness()) | asdict(Budget())


def manners_options(*, unset: bool = False) -> Callable[[F], F]:
    """Add --delay, --max-pages and their like; with *unset*, what is not given is None."""

    def option(name: str, help_: str, kind: Any = None) -> Any:
        default = _DEFAULTS[name[2:].replace("-", "_")]
        return click.option(
            name,
            type=kind,
            default=None if unset else default,
            show_default=bool(default) and not unset and kind is not None,
            help=help_,
        )

    def flag(name: str, help_: str) -> Any:
        return click.option(name, is_flag=True, default=None if unset else False, help=help_)

    number, count = click.FloatRange(min=0), click.IntRange(min=1)
    options = (
        option("--delay", "Seconds between two requests to one site.", number),
        option("--max-pages", "Pages from one site.", count),
        option("--max-depth", "Links followed.", count),
        option("--max-bytes", "Of one response.", count),
        option("--max-minutes", "For the whole crawl.", number),
        option("--max-site-bytes", "From one site.", count),
        option("--max-site-minutes", "For one site.", number),
        option("--max-crawl-pages", "From all sites.", count),
        option("--max-crawl-bytes", "From all sites.", count),
        option("--timeout", "Seconds before a request is given up.", number),
        option("--user-agent", "Who we say we are."),
        option("--proxy", "An HTTP proxy, which then also resolves host names."),
        option(
            "--render",
            "Let a browser run the pages' scripts: where a site needs it, never, or always.",
            click.Choice(["auto", "never", "always"]),
        ),
        flag("--no-robots", "Do not obey robots.txt."),
        flag("--nofollow", "Leave links marked nofollow alone."),
        flag("--allow-private", "Allow private addresses."),
    )

    def decorate(command: F) -> F:
        for each in reversed(options):
            command = each(command)
        return command

    return decorate


def manners_of(options: dict[str, Any]) -> tuple[Politeness, Budget]:
    """The value objects that the options mean."""
    said = options | {"robots": not options["no_robots"]}
    politeness = Politeness(**{each.name: said[each.name] for each in fields(Politeness)})
    return politeness, Budget(**{each.name: said[each.name] for each in fields(Budget)})
