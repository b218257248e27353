"""Audits against large registers: what is found, who is wronged, and what an offer costs."""

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.table import Table

from benchmarks.audit.registers import KINDS, Offer, made_register, offers_of
from specdex.audit.auditor import Auditor
from specdex.audit.findings import Finding
from specdex.audit.rules import shipped_rules
from specdex.cli.progress import console
from specdex.papers.entropy.roles import shipped

__all__ = ["audit", "judged"]

ACCUSED, FOUND = 0.8, 0.5
"""From these probabilities on an offer is accused, or found to be wrong at all."""
NUMBERS = frozenset({"unapproved", "misprinted approval number"})
"""Practices that say that an approval number is wrong."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What an audit said of the offers of one kind."""

    kind: str
    offers: int
    found: int
    """Those whose number was found to be wrong."""
    accused: int
    """Those of which anything is said at ACCUSED or more."""


def judged(auditor: Auditor, offers: Sequence[Offer]) -> list[Judged]:
    """What *auditor* says of *offers*, by kind."""
    said: dict[str, list[list[Finding]]] = {kind: [] for kind in KINDS}
    for offer in offers:
        said[offer.kind].append(auditor.judge(offer.advert))
    return [Judged(kind, len(each), *_counted(each)) for kind, each in said.items()]


def _counted(said: Sequence[Sequence[Finding]]) -> tuple[int, int]:
    found = sum(any(one.practice in NUMBERS and one.low >= FOUND for one in each) for each in said)
    return found, sum(any(one.low >= ACCUSED for one in each) for each in said)


@click.command()
@click.option(
    "--rows",
    type=click.IntRange(min=100),
    multiple=True,
    default=(100_000, 1_000_000),
    show_default=True,
    help="Rows of a made-up register; may be given several times.",
)
@click.option(
    "--offers",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="Offers of each kind.",
)
@click.option("--demo/--no-demo", default=True, help="Also audit the demo's pharmacies.")
def audit(rows: tuple[int, ...], offers: int, *, demo: bool) -> int:
    """Audit made-up offers against large made-up registers, and the demo's pharmacies.

    Honest offers, invented approval numbers and numbers with one other digit, each read with doubt
    and printed as shops do. Prints how many numbers are found to be wrong, how many offers are
    accused at .8 or more, and the processor time of an offer; then the demo's truth, by practice.

    Example:

        python -m benchmarks audit --rows 100000 --no-demo
    """
    for size in rows:
        _register(size, offers)
    if demo:
        _demo()
    return 0


def _register(rows: int, count: int) -> None:
    register = made_register(rows)
    begun = time.process_time()
    roles = {role.name for role in shipped("drugs").roles}
    auditor = Auditor(shipped_rules("drugs"), register, roles)
    every = list(offers_of(register, count))
    # the first offers make the indices
    judged(auditor, every[:: max(1, count)])
    built = time.process_time()
    found = judged(auditor, every)
    cost = (time.process_time() - built) / len(every)
    shown = Table("offers", "of", "number found wrong", "accused at .8", title=f"{rows:,} rows")
    for each in found:
        shown.add_row(each.kind, str(each.offers), str(each.found), str(each.accused))
    console().print(shown)
    console().print(f"{cost * 1000:.1f} ms an offer, after {built - begun:.1f} s for the indices")


def _demo() -> None:
    from specdex.demo.audit import audit_pharmacies  # noqa: PLC0415 - a whole web

    with tempfile.TemporaryDirectory(prefix="specdex-") as folder:
        result = audit_pharmacies(Path(folder) / "run")
    shown = Table("practice", "found", "of", "blameless accused", title="the demo's pharmacies")
    for practice, tally in result.practices.items():
        row = (tally.right, tally.right + tally.missed, tally.wrong)
        shown.add_row(practice, *map(str, row))
    console().print(shown)
    console().print(f"honest pharmacies accused: {', '.join(result.accused) or 'none'}")
