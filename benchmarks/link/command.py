"""How well specifications are linked over labelled sets."""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION, MEMORY, Part, most_memory
from benchmarks.link.sets import LINK_SETS, LinkSet, link_set
from benchmarks.link.training import examples, train
from specdex.cli.progress import console
from specdex.linkage import link
from specdex.linkage.scores import PairModel

__all__ = ["LinkScore", "link_command", "measure", "measured_sets"]


@dataclass(frozen=True, slots=True)
class LinkScore:
    """Pairs said to be one product against labelled ones."""

    right: int = 0
    said: int = 0
    true: int = 0

    @property
    def precision(self) -> float:
        """The share of what is said that is right."""
        return self.right / max(1, self.said)

    @property
    def recall(self) -> float:
        """The share of what is true that is said."""
        return self.right / max(1, self.true)

    @property
    def f1(self) -> float:
        """Both in one."""
        return 2 * self.right / max(1, self.said + self.true)


def measure(chosen: LinkSet, model: PairModel | None) -> dict[str, float]:
    """Scores of *chosen* with all its pages linked: whole, and both halves of its products."""
    start = time.process_time()
    groups = link(chosen.specifications, model=model).groups
    seconds = time.process_time() - start
    product_of = {url: number for number, urls in enumerate(groups) for url in urls}
    told = [
        (product_of[one] == product_of[other], same, chosen.part_of[min(one, other)])
        for one, other, same in chosen.pairs
    ]
    whole = _score([(said, same) for said, same, _ in told])
    halves = {str(part): _score([row[:2] for row in told if row[2] is part]).f1 for part in Part}
    return {
        "precision": whole.precision,
        "recall": whole.recall,
        "f1": whole.f1,
        **halves,
        "seconds": seconds,
        MEMORY: most_memory(),
    }


def measured_sets(data: Path, names: Iterable[str]) -> Iterator[tuple[str, dict[str, float]]]:
    """The scores of sets, each linked with a model that never saw it."""
    known = {name: examples(link_set(data, name)) for name in LINK_SETS}
    for name in names:
        rest = [each for other, each in known.items() if other != name]
        yield name, measure(link_set(data, name), train(rest))


def _with_peers(
    data: Path, rows: Iterable[tuple[str, dict[str, float]]]
) -> Iterator[tuple[str, dict[str, float]]]:
    from benchmarks.link.peers import measured_peers  # noqa: PLC0415 - needs the extra

    for name, row in rows:
        yield name, row
        yield from ((f"{name} {peer}", each) for peer, each in measured_peers(link_set(data, name)))


def _score(told: Sequence[tuple[bool, bool]]) -> LinkScore:
    return LinkScore(
        sum(said and same for said, same in told),
        sum(said for said, _ in told),
        sum(same for _, same in told),
    )


@click.command("link")
@DATA_OPTION
@click.option("--set", "sets", multiple=True, type=click.Choice(list(LINK_SETS)), help="Only this.")
@click.option("--shipped", is_flag=True, help="Use the model that ships; it has seen these sets.")
@click.option("--peers", is_flag=True, help="Beside it splink and recordlinkage (extra peers).")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line a set.")
def link_command(
    data: Path, *, sets: tuple[str, ...], shipped: bool, peers: bool, as_json: bool
) -> int:
    """Score linked products against labelled pairs, each set with a model that never saw it.

    Products are open or blind: rules and thresholds are chosen on open ones only. Memory is that of
    the process that has measured so far. Peers learn from no label, and each is scored with the cut
    that is best for it.

    Example:

        python -m benchmarks link --set abt-buy --set s21x2
    """
    names = sets or tuple(LINK_SETS)
    rows: Iterable[tuple[str, dict[str, float]]]
    if shipped:
        rows = ((name, measure(link_set(data, name), None)) for name in names)
    else:
        rows = measured_sets(data, names)
    if peers:
        rows = _with_peers(data, rows)
    found = []
    for name, row in rows:
        found.append((name, row))
        if as_json:
            click.echo(json.dumps({"set": name, **row}))
    if not as_json:
        table = Table("set", *(found[0][1] if found else ()))
        for name, row in found:
            table.add_row(name, *(f"{value:.3f}" for value in row.values()))
        console().print(table)
    return 0
