"""The command ``mutants``: which share of broken paper methods the tests notice."""

import ast
from functools import cache

import click
from rich.table import Table

from benchmarks.mutants.changes import mutated, sample
from benchmarks.mutants.named import NAMED
from benchmarks.mutants.trial import is_killed, path_of, prepare
from specdex.cli.progress import console, watched
from specdex.errors import InputError

__all__ = ["TARGETS", "mutants"]

MOST = 6
SYNTHESIS = (
    "tests/papers/test_cross_supervised.py",
    "tests/papers/test_paper_rules.py",
    "tests/synthesis/test_unification.py",
    "tests/synthesis/test_lists.py",
    "tests/synthesis/test_weak_spots.py",
)
PATTERNS = tuple(
    f"tests/papers/patterns/test_{name}.py"
    for name in ("dictionary", "training", "reader", "trie", "matches", "commands")
)
"""Those of the room that are quick: its laws time pages."""
ENTROPY = (
    *("tests/papers/entropy/test_reader.py", "tests/papers/entropy/test_entropy.py"),
    "tests/papers/test_entropy_titles.py",
)
TARGETS: dict[str, tuple[str, ...]] = {
    "specdex.papers.cross_supervised": SYNTHESIS,
    "specdex.synthesis.url_patterns": SYNTHESIS,
    "specdex.papers.light": ("tests/papers/test_light.py",),
    "specdex.papers.mdr": ("tests/papers/test_mdr.py",),
    "specdex.papers.clustvx": ("tests/papers/test_clustvx.py",),
    "specdex.papers.dexter": ("tests/papers/test_dexter.py",),
    "specdex.papers.dexter_structure": ("tests/papers/test_dexter_structure.py",),
    "specdex.papers.dexter_walk": ("tests/papers/test_dexter_walk.py",),
    "specdex.papers.patterns.seeds": PATTERNS,
    "specdex.papers.patterns.dictionary": PATTERNS,
    "specdex.papers.patterns.reader": PATTERNS,
    "benchmarks.patterns.paper": ("tests/benchmarks/patterns/test_paper.py",),
    "specdex.papers.entropy.data_records": ENTROPY,
    "specdex.papers.entropy.values": ENTROPY,
    "specdex.papers.entropy.nodes": ENTROPY,
    "specdex.papers.patterns.trie": PATTERNS,
    "specdex.papers.patterns.pattern": PATTERNS,
    "specdex.synthesis.equivalences": SYNTHESIS,
    "specdex.synthesis.descriptors": SYNTHESIS,
    "specdex.audit.logic": ("tests/audit/test_logic.py",),
    "specdex.discovery.votes": tuple(
        f"tests/discovery/test_{name}.py" for name in ("votes", "vote_counts", "vote_merge")
    ),
    "specdex.crawling.sitemaps": (
        "tests/crawling/test_knowledge.py",
        "tests/crawling/test_entry_votes.py",
    ),
}
"""The modules that hold the papers' methods, and the tests that must notice."""


@click.command()
@click.option("--most", type=click.IntRange(1), default=MOST, help="Changes of a module.")
@click.option("--module", "modules", multiple=True, help="Only this module; may be repeated.")
@click.option("--named", is_flag=True, help="Only the mutants that once survived, by name.")
def mutants(*, most: int, modules: tuple[str, ...], named: bool) -> int:
    """Break the papers' methods, one small change at a time, and run their tests.

    The sample is always the same. Every mutant that once survived is tried by name. Takes minutes.

    Example:

        python -m benchmarks mutants --module specdex.papers.light
    """
    prepare()
    alive = _named() if not modules else []
    table = Table("module", "mutants", "killed", "share")
    killed = tried = 0
    for module in () if named else modules or TARGETS:
        if module not in TARGETS:
            raise InputError(f"no tests are known for {module}; there are: {', '.join(TARGETS)}")
        source = path_of(module).read_text(encoding="utf-8")
        changes = sample(module, source, most)
        _prove(module, source, TARGETS[module])
        mine = 0
        for change in watched(changes, module, len(changes)):
            if is_killed(module, mutated(source, change), TARGETS[module]):
                mine += 1
            else:
                alive.append(f"{module}:{change.line} {change.what}")
                click.echo(f"alive: {alive[-1]}", err=True)
        killed, tried = killed + mine, tried + len(changes)
        table.add_row(module, str(len(changes)), str(mine), f"{mine / max(1, len(changes)):.2f}")
    if not named:
        table.add_row("all", str(tried), str(killed), f"{killed / max(1, tried):.3f}")
        console().print(table)
    for each in alive:
        click.echo(f"alive: {each}")
    return int(any(each.startswith("by name") for each in alive))


@cache
def _prove(module: str, source: str, tests: tuple[str, ...]) -> None:
    """Nothing is learned from tests that fail when nothing is broken."""
    if is_killed(module, ast.unparse(ast.parse(source)), tests):
        raise InputError(f"the tests of {module} fail without a mutant: mend them first")


def _named() -> list[str]:
    """The mutants that an audit named and that live."""
    alive = []
    for each in watched(NAMED, "by name", len(NAMED)):
        source = path_of(each.module).read_text(encoding="utf-8")
        if each.old not in source:
            raise InputError(f"{each.module} no longer says {each.old!r}: name the mutant anew")
        _prove(each.module, source, each.tests)
        if not is_killed(each.module, source.replace(each.old, each.new), each.tests):
            alive.append(f"by name: {each.name}")
    click.echo(f"{len(NAMED) - len(alive)} of {len(NAMED)} that once survived are killed")
    return alive
