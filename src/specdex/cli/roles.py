"""The command roles suggest: synonyms from pages, for a person to accept."""

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.cli.options import PAGES
from specdex.cli.output import only_good
from specdex.cli.progress import watched
from specdex.cli.rows import print_rows
from specdex.pipeline.audit import load_domain, suggest_synonyms
from specdex.pipeline.extract import extract, extraction, pages_at
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
@click.option(
    "--domain",
    default="product",
    show_default=True,
    help="The domain to enlarge: a shipped one or a TOML file.",
)
def suggest(pages: tuple[str, ...], domain: str) -> int:
    """Propose synonyms: names on the pages that share values with a role.

    PAGES are what ``specdex extract`` takes. Prints a line per proposal: role, synonym,
    confidence, how many values are shared, and some of them. Write into the domain's TOML file
    what you accept.

    Example:

        specdex roles suggest camera-run --domain cameras.toml
    """
    known = load_domain(domain)
    failures: list[Failure] = []
    read = extract(pages_at(pages), extraction(), plugins.load("engines", "serial")())
    found = suggest_synonyms(only_good(watched(read, "reading"), failures), known)
    print_rows(found)
    if not found:
        warn("no synonyms to propose")
    return 0 if found and not failures else 1
