"""Commands about wrappers: learn and apply."""

from pathlib import Path

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.cli.options import FILE, PAGES
from specdex.cli.output import Destination, destination_options, only_good, print_json
from specdex.cli.progress import watched
from specdex.cli.rows import write_pairs
from specdex.pipeline.extract import DEFAULT_READERS, extraction, pages_at
from specdex.pipeline.learn import Application, broken_sites, learn_sites, read_wrappers
from specdex.records import Failure, NotLearned, Specification
from specdex.wrappers.learner import Method

__all__ = ["apply", "learn"]


METHODS = {
    "both": Method.HYBRID,
    "together": Method.SPECDEX,
    "induced": Method.WI,
    "induced-paper": Method.HYBRID_PAPER,
    "structure": Method.SE,
}
"""What people call the methods; the names of papers are understood, too."""


@click.command()
@PAGES
@click.option(
    "--method",
    type=click.Choice([*METHODS, *(each.value for each in Method)]),
    metavar=f"[{'|'.join(METHODS)}]",
    default="both",
    show_default=True,
    help="How the rules are found: by what all pages say together, by what other sites print"
    " (induced; as in the paper: induced-paper), by both, or page by page (structure).",
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
    called = METHODS[method].value if method in METHODS else method
    for each in learn_sites(read, extraction(readers=readers or DEFAULT_READERS), called):
        if isinstance(each, NotLearned):
            warn(f"{each.site or 'pages without a site'}: {each.reason}")
        else:
            learned += print_json([each])
    return 0 if learned and not failures else 1


@click.command()
@click.argument("wrappers", type=FILE)
@PAGES
@destination_options
def apply(wrappers: Path, pages: tuple[str, ...], **destination: str | None) -> int:
    """Read pages with wrappers that were learned before, without the detector.

    WRAPPERS is a file that learn printed. The output is that of extract. A wrapper whose site has
    changed is said to be broken, and nothing of what it read is written.

    Example:

        specdex apply wrappers.jsonl new-pages/ -O specifications.csv
    """
    target = Destination.of(destination["output"], destination["overwrite"], destination["format_"])
    failures: list[Failure] = []
    known = read_wrappers(wrappers)
    results = map(Application(known), watched(pages_at(pages), "applying"))
    found: list[Specification] = list(only_good(results, failures))
    broken = broken_sites(known, found)
    for site, reason in broken.items():
        warn(f"{site or 'pages without a site'}: its wrapper is broken: {reason}; learn it again")
    good = [each for each in found if each.site not in broken]
    written = write_pairs(good, target)
    done = written and any(each.pairs for each in good) and not failures and not broken
    return 0 if done else 1
