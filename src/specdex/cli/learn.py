"""Commands about wrappers: learn and apply."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.cli.options import FILE, PAGES, engine_of, preset, worker_options
from specdex.cli.output import Destination, destination_options, only_good
from specdex.cli.progress import watched
from specdex.cli.rows import give, write_pairs
from specdex.records import Failure, NotLearned, Specification, Wrapper
from specdex.records.wrappers import FORMER, Method

__all__ = ["apply", "learn"]


@click.command()
@PAGES
@preset(
    "--method",
    type=click.Choice([*map(str, Method), *FORMER]),
    metavar=f"[{'|'.join(Method)}]",
    default=str(Method.BOTH),
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
@worker_options
@destination_options
def learn(
    pages: tuple[str, ...],
    method: str,
    readers: tuple[str, ...],
    target: Destination,
    **options: Any,
) -> int:
    """Learn how each site prints its specifications, from several of its pages.

    PAGES are what extract takes; pages are grouped by site. Prints a line per wrapper, readable and
    editable, on a terminal and in a table a row per rule; a site that
    cannot be learned gets a sentence that says why.

    Example:

        specdex learn shop-pages/ > wrappers.jsonl
    """
    from specdex.pipeline.extract import DEFAULT_READERS, extraction, pages_at
    from specdex.pipeline.learn import SiteLearning, learn_sites

    failures: list[Failure] = []
    read = only_good(watched(pages_at(pages), "reading", locations=pages), failures)
    learning = SiteLearning(extraction(readers=readers or DEFAULT_READERS), Method(method))
    found = learn_sites(read, learning, engine_of(options))
    learned = give("wrappers", _wrappers(found, target.least), target, _rules)
    return 0 if learned and not failures else 1


def _wrappers(found: Iterable[Wrapper | NotLearned], least: float) -> Iterator[Wrapper]:
    """The wrappers, without rules that are believed less; what was not learned is told."""
    for each in found:
        if isinstance(each, NotLearned):
            warn(f"{each.site or 'pages without a site'}: {each.reason}")
            continue
        rules = tuple(rule for rule in each.rules if rule.score >= least)
        if rules:
            yield replace(each, rules=rules)
        else:
            warn(f"{each.site or 'pages without a site'}: no rule is believed that much")


def _rules(wrapper: Wrapper) -> Iterator[dict[str, Any]]:
    """A row per rule."""
    for rule in wrapper.rules:
        yield {
            "site": wrapper.site,
            "template": wrapper.number,
            "layout": rule.layout.value,
            "names": rule.names,
            "values": rule.values,
            "pages": rule.pages,
            "pairs": rule.support,
            "confidence": round(rule.score, 4),
        }


@click.command()
@click.argument("wrappers", type=FILE)
@PAGES
@worker_options
@destination_options
def apply(wrappers: Path, pages: tuple[str, ...], target: Destination, **options: Any) -> int:
    """Read pages with wrappers that were learned before, without the detector.

    WRAPPERS is a file that learn printed. The output is that of extract. A wrapper whose site has
    changed is said to be broken, and nothing of what it read is written.

    Example:

        specdex apply wrappers.jsonl new-pages/ -O specifications.csv
    """
    from specdex.pipeline.extract import pages_at
    from specdex.pipeline.learn import Application, broken_sites, read_wrappers

    failures: list[Failure] = []
    known = read_wrappers(wrappers)
    results = watched(
        engine_of(options).map(Application(known), pages_at(pages)), "applying", locations=pages
    )
    found: list[Specification] = list(only_good(results, failures))
    broken = broken_sites(known, found)
    for site, reason in broken.items():
        warn(f"{site or 'pages without a site'}: its wrapper is broken: {reason}; learn it again")
    good = [each for each in found if each.site not in broken]
    written = write_pairs(good, target)
    done = written and any(each.pairs for each in good) and not failures and not broken
    return 0 if done else 1
