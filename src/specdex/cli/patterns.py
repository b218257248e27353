"""Commands around patterns and roles: seed a dictionary, grow it, see what a page says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.cli.options import FILE, PAGES, assigned, preset
from specdex.cli.output import Destination, destination_options, file_options, only_good, tell
from specdex.cli.progress import watched
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.papers.patterns.dictionary import Dictionary
from specdex.records import Failure, Page

if TYPE_CHECKING:
    from specdex.html import Document
    from specdex.papers.patterns.trie import Seed

__all__ = ["patterns", "roles"]


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
def suggest(pages: tuple[str, ...], domain: str, target: Destination) -> int:
    """Propose synonyms: names on the pages that share values with a role.

    PAGES are what ``specdex extract`` takes. Prints a line per proposal: role, synonym,
    confidence, how many values are shared, and some of them. Write into the domain's TOML file
    what you accept.

    Example:

        specdex roles suggest camera-run --domain cameras.toml
    """
    from specdex.papers.entropy.roles import suggest as synonyms
    from specdex.pipeline.audit import load_domain
    from specdex.pipeline.extract import extract, extraction, pages_at

    known = load_domain(domain)
    failures: list[Failure] = []
    read = extract(pages_at(pages), extraction(), plugins.load("engines", "serial")())
    said = only_good(watched(read, "reading", locations=pages), failures)
    found = synonyms(((pair.name, pair.value) for each in said for pair in each.pairs), known)
    give("synonyms", found, target)
    if not found:
        warn("no synonyms to propose")
    return 0 if found and not failures else 1


MOST_STRATEGIES = 4
"""So many the paper tells of."""

SEED = click.option(
    "--seed",
    "seeds",
    multiple=True,
    metavar="NAME=VALUE",
    help="A pair that stands on a page, as printed; give two or more.",
)


@click.group()
def patterns() -> None:
    """Read pages with patterns that a handful of seeds show.

    Example:

        specdex patterns show page.html --seed "Weight=675 g" --seed "Colour=Black"
    """


@patterns.command()
@PAGES
@SEED
@click.option(
    "--dictionary", type=FILE, required=True, help="The dictionary to write; it grows if it exists."
)
@click.option("--domain", default="", help="The domain of a new dictionary, such as camera.")
@file_options
def seed(
    pages: tuple[str, ...],
    seeds: tuple[str, ...],
    dictionary: Path,
    domain: str,
    target: Destination,
) -> int:
    """Assemble the dictionary of a domain from about ten pages and a few seeds.

    The seeds show how the pages print pairs; the short pairs read that way become the dictionary,
    readable JSON that you may edit. Prints a line per page: url, patterns in words, pairs.

    Example:

        specdex patterns seed pages/ --seed "ISO=100" --seed "Zoom=3x" --dictionary camera.json
    """
    from specdex.papers.patterns.reader import assemble
    from specdex.pipeline.domains import load_dictionary

    grown = load_dictionary(dictionary) if dictionary.exists() else Dictionary(domain)
    failures: list[Failure] = []
    documents = list(_documents(pages, failures))
    readings = assemble(documents, _seeds(seeds), grown)
    if not _give(documents, readings, target):
        warn("the seeds show no pattern: are two of them on one page, printed alike?")
        return 1
    _save(dictionary, grown)
    return 1 if failures else 0


@patterns.command()
@PAGES
@click.option("--dictionary", type=FILE, required=True, help="The dictionary that grows.")
@preset(
    "--strategy",
    type=click.IntRange(1, MOST_STRATEGIES),
    default=3,
    help="How the pages are gone over, by the number the paper gives it.",
)
@file_options
def learn(pages: tuple[str, ...], dictionary: Path, strategy: int, target: Destination) -> int:
    """Grow a dictionary by reading many pages with what it knows already.

    Prints a line per page: url, patterns in words, pairs.

    Example:

        specdex patterns learn pages/ --dictionary camera.json
    """
    from specdex.papers.patterns.reader import STRATEGIES, SelfTraining
    from specdex.pipeline.domains import load_dictionary

    failures: list[Failure] = []
    documents = list(_documents(pages, failures))
    training = SelfTraining(load_dictionary(dictionary), strategy=STRATEGIES[strategy - 1])
    training.fit(documents)
    found = _give(documents, training.readings_, target)
    _save(dictionary, training.dictionary_)
    return 0 if found and not failures else 1


@patterns.command()
@PAGES
@SEED
@click.option(
    "--dictionary", type=FILE, help="The dictionary to learn seeds from; else the common one."
)
@file_options
def show(
    pages: tuple[str, ...], seeds: tuple[str, ...], dictionary: Path | None, target: Destination
) -> int:
    """Show the patterns that seeds reveal on every page, in words, and the pairs they read.

    Without --seed the seeds are learned. Prints a line per page: url, seeds, patterns, pairs.

    Example:

        specdex patterns show page.html --seed "Weight=675 g" --seed "Colour=Black"
    """
    from specdex.papers.patterns.reader import PatternReader
    from specdex.pipeline.domains import load_dictionary

    reader = PatternReader(load_dictionary(dictionary)) if dictionary else PatternReader()
    failures: list[Failure] = []
    given = _seeds(seeds)

    def lines() -> Iterator[dict[str, Any]]:
        for document in _documents(pages, failures):
            reading = reader.read_page(document, given)
            failures.extend(reading.failures)
            tell(reading.failures)
            seeds_used = [list(each) for each in reading.seeds]
            yield _line(document, reading.patterns, reading.pairs, seeds=seeds_used)

    give("patterns", lines(), target, _row)
    return 1 if failures else 0


def _give(documents: Sequence[Document], readings: Sequence[Any], target: Destination) -> int:
    """A line per page; how many pairs were read."""
    read = zip(documents, readings, strict=True)
    lines = (_line(page, reading.patterns, reading.matches) for page, reading in read)
    give("patterns", lines, target, _row)
    return sum(len(reading.matches) for reading in readings)


def _row(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A row per pair, beside the patterns of its page."""
    about = {"url": line["url"], "patterns": line["patterns"]}
    yield from (about | {"name": name, "value": value} for name, value in line["pairs"])


def _line(
    document: Document, found: Iterable[Any], pairs: Iterable[Any], **more: Any
) -> dict[str, Any]:
    return {
        "url": document.page.url,
        **more,
        "patterns": [each.in_words() for each in found],
        "pairs": [[each.name, each.value] for each in pairs],
    }


def _documents(pages: Sequence[str], failures: list[Failure]) -> Iterator[Document]:
    from specdex.html import parse
    from specdex.pipeline.extract import pages_at

    found: Iterator[Page] = only_good(pages_at(pages), failures)
    return map(parse, watched(found, "reading", locations=pages))


def _seeds(given: tuple[str, ...]) -> tuple[Seed, ...]:
    from specdex.papers.patterns.trie import Seed

    return tuple(Seed(*each) for each in assigned("--seed", "NAME=VALUE", given))


def _save(path: Path, dictionary: Dictionary) -> None:
    try:
        path.write_text(dictionary.to_json(), encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
