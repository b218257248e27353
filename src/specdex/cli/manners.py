"""The options of every command that fetches: politeness and budgets."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from specdex.settings import Budget, Politeness

__all__ = ["manners_of", "manners_options"]

F = TypeVar("F", bound=Callable[..., Any])
_polite, _budget = Politeness(), Budget()


def manners_options(command: F) -> F:
    """Add --delay, --max-pages and their like."""
    for option in reversed(
        (
            click.option(
                "--delay",
                type=click.FloatRange(min=0),
                default=_polite.delay,
                show_default=True,
                help="Seconds between two requests to one site.",
            ),
            click.option(
                "--max-pages",
                type=click.IntRange(min=1),
                default=_budget.max_pages,
                show_default=True,
                help="Pages fetched from one site.",
            ),
            click.option(
                "--max-minutes",
                type=click.FloatRange(min=0),
                default=_budget.max_minutes,
                show_default=True,
                help="For the whole crawl.",
            ),
            click.option("--user-agent", default=_polite.user_agent, help="Who we say we are."),
            click.option(
                "--proxy",
                default=_polite.proxy,
                help="An HTTP proxy, which then also resolves host names.",
            ),
            click.option("--no-robots", is_flag=True, help="Do not obey robots.txt."),
            click.option(
                "--allow-private", is_flag=True, help="Allow private and loopback addresses."
            ),
        )
    ):
        command = option(command)
    return command


def manners_of(options: dict[str, Any]) -> tuple[Politeness, Budget]:
    """The value objects that the options mean."""
    politeness = Politeness(
        delay=options["delay"],
        robots=not options["no_robots"],
        user_agent=options["user_agent"],
        proxy=options["proxy"],
        allow_private=options["allow_private"],
    )
    return politeness, Budget(max_pages=options["max_pages"], max_minutes=options["max_minutes"])
