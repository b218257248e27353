"""The command roles suggest: synonyms from pages, for a person to accept."""

from typing import Any

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.cli.options import PAGES, preset
from specdex.cli.output import Destination, destination_options, only_good
from specdex.cli.progress import watched
from specdex.cli.rows import give
from specdex.records import Failure

__all__ = ["roles"]


@click.group()
def roles() -> None:
    """Work on domains: the roles that the ``entropy`` reader looks for.

    Example:

        specdex roles suggest pages/ --domain cameras
    """


@roles.command()
@PAGES
@preset("--domain", default="product", help="The domain to enlarge: a shipped one or a TOML file.")
@destination_options
def suggest(pages: tuple[str, ...], domain: str, **destination: Any) -> int:
    """Propose synonyms: names on the pages that share values with a role.

    PAGES are what ``specdex extract`` takes. Prints a line per proposal: role, synonym,
    confidence, how many values are shared, and some of them. Write into the domain's TOML file
    what you accept.

    Example:

        specdex roles suggest camera-run --domain cameras.toml
    """
    from specdex.pipeline.audit import load_domain, suggest_synonyms
    from specdex.pipeline.extract import extract, extraction, pages_at

    known = load_domain(domain)
    failures: list[Failure] = []
    read = extract(pages_at(pages), extraction(), plugins.load("engines", "serial")())
    found = suggest_synonyms(only_good(watched(read, "reading", locations=pages), failures), known)
    give("synonyms", found, Destination.of(destination))
    if not found:
        warn("no synonyms to propose")
    return 0 if found and not failures else 1
