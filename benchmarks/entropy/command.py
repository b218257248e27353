"""DE-SSE's experiments: the entropy threshold swept, synonyms of other sites only."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import click
from rich.table import Table

from benchmarks.crawling.labels import labelled_types
from benchmarks.data import DATA_OPTION, SPEC_SETS, gold_pages, page_of, spec_files
from benchmarks.entropy.experiment import EntropyApproach
from benchmarks.entropy.score import SWEEP, Line, collect, entropy_sweep, false_alarms
from benchmarks.entropy.titles import title_scores
from benchmarks.speed.measure import Contestant, peers, race
from specdex.cli.progress import console
from specdex.crawling.page_types import PRODUCT
from specdex.html import Document, parse
from specdex.papers.entropy.leaves import leaves
from specdex.papers.entropy.nodes import entropies
from specdex.papers.entropy.roles import Domain, shipped
from specdex.records import Page
from specdex.statistics.metrics import Tally
from specdex.statistics.page_scores import GoldPage

__all__ = ["entropy"]

DOMAINS = {"camera": "cameras", "book": "books"}
"""The shipped domain of each category of the set swde."""
TIMED = 5
"""Every so many pages are timed."""
MEASURED = "entropy"


@click.command()
@DATA_OPTION
@click.option(
    "-c",
    "--category",
    "categories",
    multiple=True,
    type=click.Choice(list(DOMAINS)),
    help="Only this category; may be given several times.",
)
@click.option("--sweep", is_flag=True, help="All thresholds of the paper's table 1.")
@click.option(
    "--empty",
    is_flag=True,
    help="Also as many pages that hold no record: how many are taken for one.",
)
@click.option("--titles", is_flag=True, help="Only the titles of records, of every fifth page.")
def entropy(
    data: Path, categories: tuple[str, ...], *, sweep: bool, empty: bool, titles: bool
) -> int:
    """Score the entropy reader on labelled pages, by threshold.

    A site is read with synonyms that only other sites print. Prints records located and pairs of
    the domain's roles: precision, recall and F1, averaged over sites. With --empty half of the
    pages hold no record, as in the paper's table 1: articles, forums, services, documentation and
    lists. Precision is then that of all records found, on pages with and without any.

    Example:

        python -m benchmarks entropy --category camera --sweep
    """
    if titles:
        return _titles(data)
    for category in categories or DOMAINS:
        domain = shipped(DOMAINS[category])
        approach = EntropyApproach(domain)
        every = (gold for name in SPEC_SETS for gold in gold_pages(spec_files(data, name)))
        collected = collect(((gold.site, parse(page_of(gold))) for gold in every), approach)
        golds = [gold for gold in gold_pages(spec_files(data, "swde")) if gold.category == category]
        thresholds = (*SWEEP, None) if sweep else (2.0, None)
        without = list(islice(_empty(data), len(golds))) if empty else []
        more = ("false alarms", "records P, all pages") if empty else ()
        shown = Table("Hd", "pairs P", "R", "F1", "records P", "R", "F1", *more, title=category)
        for line in entropy_sweep(
            golds, lambda gold: parse(page_of(gold)), approach, collected, thresholds
        ):
            score = line.score
            shares = (
                score.pair_precision,
                score.pair_recall,
                score.pair_f1,
                score.fragment_precision,
                score.fragment_recall,
                score.fragment_f1,
            )
            name = "default" if line.data_rich is None else f"{line.data_rich:.2f}"
            alarms = _alarms(line, without, approach) if empty else ()
            shown.add_row(name, *(f"{share:.4f}" for share in shares), *alarms)
        console().print(shown)
        console().print(f"entropy of all nodes: {_cost(golds, domain):.2f} of lxml's parse time")
    return 0


def _empty(data: Path) -> Iterator[Document]:
    """Pages of many sites that hold no record."""
    for page in labelled_types(data):
        if page.type != PRODUCT:
            yield page.document


def _alarms(line: Line, empty: Sequence[Document], approach: EntropyApproach) -> tuple[str, str]:
    """How many *empty* pages are taken for ones with a record, and precision with those."""
    pages, records = false_alarms(empty, approach, line.data_rich)
    precision = line.right_records / max(1, line.right_records + line.wrong_records + records)
    return f"{pages} of {len(empty)}", f"{precision:.4f}"


def _titles(data: Path) -> int:
    """How often a record is called as its page is labelled, on pages that have a heading."""
    shown = Table("set", "part", "pages", "right", title="titles of pages with a heading")
    found = {
        (name, str(part)): tally
        for name in SPEC_SETS
        for part, tally in title_scores(data, (name,), TIMED).items()
    }
    found["all", ""] = sum(found.values(), Tally())
    for names, tally in found.items():
        shown.add_row(*names, str(tally.right + tally.wrong), f"{tally.precision:.3f}")
    console().print(shown)
    return 0


def _cost(golds: Sequence[GoldPage], domain: Domain) -> float:
    """The time for the entropy of every node, label matching included, over that for parsing."""
    documents = {gold.id: parse(page_of(gold)) for gold in golds[::TIMED]}
    pages = [document.page for document in documents.values()]

    def measure(page: Page) -> object:
        return entropies(leaves(documents[page.id], domain))

    table = race([peers(measure)[0], Contestant(MEASURED, measure)], pages)
    return 1 / (table.ratio(MEASURED) or 1.0)
