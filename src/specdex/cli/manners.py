"""The options of every command that fetches: politeness and budgets."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from specdex.settings import Budget, Politeness

__all__ = ["manners_of", "manners_options"]

F = TypeVar("F", bound=Callable[..., Any])
_polite, _budget = Politeness(), Budget()


def manners_options(*, unset: bool = False) -> Callable[[F], F]:
    """Add --delay, --max-pages and their like; with *unset*, what is not given is None."""

    def option(name: str, default: Any, help_: str, kind: Any = None) -> Any:
        return click.option(
            name,
            type=kind,
            default=None if unset else default,
            show_default=bool(default) and not unset and kind is not None,
            help=help_,
        )

    def flag(name: str, help_: str) -> Any:
        return click.option(name, is_flag=True, default=None if unset else False, help=help_)

    number = click.FloatRange(min=0)
    options = (
        option("--delay", _polite.delay, "Seconds between two requests to one site.", number),
        option("--max-pages", _budget.max_pages, "Pages from one site.", click.IntRange(min=1)),
        option("--max-depth", _budget.max_depth, "Links followed.", click.IntRange(min=1)),
        option("--max-bytes", _budget.max_bytes, "Of one response.", click.IntRange(min=1)),
        option("--max-minutes", _budget.max_minutes, "For the whole crawl.", number),
        option("--max-site-bytes", _budget.max_site_bytes, "From one site.", click.IntRange(min=1)),
        option("--max-site-minutes", _budget.max_site_minutes, "For one site.", number),
        option(
            "--max-crawl-pages", _budget.max_crawl_pages, "From all sites.", click.IntRange(min=1)
        ),
        option(
            "--max-crawl-bytes", _budget.max_crawl_bytes, "From all sites.", click.IntRange(min=1)
        ),
        option("--timeout", _polite.timeout, "Seconds before a request is given up.", number),
        option("--user-agent", _polite.user_agent, "Who we say we are."),
        option("--proxy", _polite.proxy, "An HTTP proxy, which then also resolves host names."),
        option(
            "--render",
            _polite.render,
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
    politeness = Politeness(
        delay=options["delay"],
        robots=not options["no_robots"],
        nofollow=options["nofollow"],
        user_agent=options["user_agent"],
        timeout=options["timeout"],
        proxy=options["proxy"],
        allow_private=options["allow_private"],
        render=options["render"],
    )
    budget = Budget(
        max_pages=options["max_pages"],
        max_depth=options["max_depth"],
        max_bytes=options["max_bytes"],
        max_minutes=options["max_minutes"],
        max_site_bytes=options["max_site_bytes"],
        max_site_minutes=options["max_site_minutes"],
        max_crawl_pages=options["max_crawl_pages"],
        max_crawl_bytes=options["max_crawl_bytes"],
    )
    return politeness, budget
