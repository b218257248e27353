"""Commands about wrappers: learn and apply."""

import json
from pathlib import Path

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.cli.output import Destination, destination_options, only_good, print_lines
from specdex.cli.progress import watched
from specdex.pipeline.extracting import DEFAULT_READERS, extraction
from specdex.pipeline.learning import Application, learn_sites, read_wrappers
from specdex.pipeline.pages import pages_at
from specdex.records import Failure, Specification, to_json
from specdex.wrappers.learner import Method
from specdex.wrappers.wrapper import NotLearned, Wrapper

__all__ = ["apply", "learn"]


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGES...")
@click.option(
    "--method",
    type=click.Choice([each.value for each in Method if each is not Method.SE]),
    default=Method.SPECDEX.value,
    show_default=True,
    help="How the rules are found.",
)
@click.option(
    "--reader",
    "readers",
    multiple=True,
    type=click.Choice(plugins.names("readers")),
    help="Whose answers label the pages: patterns, say, beside structure.",
)
def learn(pages: tuple[str, ...], method: str, readers: tuple[str, ...]) -> int:
    """Learn how each site prints its specifications, from several of its pages.

    PAGES are what extract takes; pages are grouped by site. Prints a line per wrapper, readable and
    editable; a site that cannot be learned gets a sentence that says why.

    Example:

        specdex learn shop-pages/ > wrappers.jsonl
    """
    failures: list[Failure] = []
    read = only_good(watched(pages_at(pages), "reading"), failures)
    learned = 0
    for each in learn_sites(read, extraction(readers=readers or DEFAULT_READERS), method):
        if isinstance(each, NotLearned):
            warn(f"{each.site or 'pages without a site'}: {each.reason}")
        else:
            learned += print_lines([_line(each)])
    return 0 if learned and not failures else 1


def _line(wrapper: Wrapper) -> str:
    return json.dumps(to_json(wrapper), ensure_ascii=False)


@click.command()
@click.argument("wrappers", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("pages", nargs=-1, required=True, metavar="PAGES...")
@destination_options
def apply(wrappers: Path, pages: tuple[str, ...], **destination: str | None) -> int:
    """Read pages with wrappers that were learned before, without the detector.

    WRAPPERS is a file that learn printed. The output is that of extract.

    Example:

        specdex apply wrappers.jsonl new-pages/ -O specifications.csv
    """
    target = Destination.of(destination["output"], destination["overwrite"], destination["format_"])
    failures: list[Failure] = []
    results = map(Application(read_wrappers(wrappers)), watched(pages_at(pages), "applying"))
    found: list[Specification] = list(only_good(results, failures))
    written = target.write(found)
    return 0 if written and any(each.pairs for each in found) and not failures else 1
