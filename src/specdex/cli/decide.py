"""The commands questions and decide: what is worth asking a person, and what they say."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.join import join_folder
from specdex.cli.logs import warn
from specdex.cli.options import FILE, FROM_1, RUN, preset, written
from specdex.cli.output import Destination, destination_options, file_options, print_lines
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.pipeline.decisions import told
from specdex.records import Decision, DecisionKind, Product, to_json

if TYPE_CHECKING:
    from specdex.pipeline.decide import Register
    from specdex.pipeline.questions import Question
    from specdex.runs import SqliteStore

__all__ = ["decide", "questions"]


@click.command()
@RUN
@preset("-n", "number", type=FROM_1, default=20, help="At most so many.")
@click.option("-c", "--category", metavar="NAME", help="Only about this category.")
@click.option("--text", "as_text", is_flag=True, help="Sentences, as on a terminal.")
@destination_options
def questions(
    run: Path, number: int, category: str | None, *, as_text: bool, target: Destination
) -> int:
    """Ask what is most worth deciding: what is least sure, and would change most.

    Whether two pages show one product, what a name means, which of two values is wrong; each with
    what both sides say, and with the commands that answer it. What was decided is not asked again.
    In a table (-O questions.csv) take the question mark from a kind to say yes, or write another
    kind, and give it to `specdex decide RUN --import`.

    Example:

        specdex questions camera-run -n 5
    """
    from specdex.pipeline.export import Scope
    from specdex.pipeline.questions import questions as open_questions
    from specdex.runs import Run

    with Run(run) as folder:
        if not folder.store.count(Product):
            warn(f"{run} holds no products; `specdex join {run}` joins its specifications")
            return 1
        found = [
            each
            for of in Scope(category).categories(folder)
            for each in open_questions(folder.store, of, number)
        ]
    best = sorted(found, key=lambda each: -each.value)[:number]
    if as_text or target.is_watched:
        print_lines(line for each in best for line in _text(each, run))
    else:
        give("questions", (_line(each, run) for each in best), target, _row)
    return 0


def _text(question: Question, run: Path) -> Iterator[str]:
    yield question.text
    yield from (f"    {command}" for command in _commands(question, run))


def _line(question: Question, run: Path) -> dict[str, Any]:
    return {
        **{name: each for name, each in to_json(question.decision).items() if each},
        "question": question.text,
        "worth": round(question.value, 4),
        "confidence": round(question.confidence, 4),
        "commands": list(_commands(question, run)),
    }


def _commands(question: Question, run: Path) -> Iterator[str]:
    """What a person would type for either answer."""
    for decision in filter(None, (question.decision, question.otherwise)):
        words = ["specdex", "decide", str(run), decision.kind.value]
        if decision.kind is DecisionKind.MEANS:
            words += [decision.other, decision.value]
            words += ["--site", decision.one] if decision.one else []
            words += ["--category", decision.category] if decision.category else []
        else:
            words += filter(None, (decision.one, decision.other, decision.value))
        yield shlex.join(words)


def _row(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A row that decides nothing before somebody fills it in."""
    from specdex.pipeline.decide import COLUMNS, OPEN

    said = {name: line.get(name, "") for name in COLUMNS}
    yield said | {"kind": f"{said['kind']}{OPEN}", "question": line["question"]}


SHOWN = 5
"""What an imported file says of pages that a run does not know is told one by one up to here."""


@click.command()
@RUN
@click.argument("kind", required=False, type=click.Choice([each.value for each in DecisionKind]))
@click.argument("words", nargs=-1)
@click.option("--site", default="", metavar="HOST", help="What a name means on this site only.")
@click.option("-c", "--category", metavar="NAME", help="Of which category a name is.")
@click.option("--author", help="Who decides.  [default: your login name]")
@click.option("--undo", "undoing", is_flag=True, help="Take the decision back.")
@click.option(
    "--import",
    "source",
    type=FILE,
    metavar="FILE.csv",
    help="Decide what the rows of a file say, all or none.",
)
@click.option(
    "--export",
    "exported",
    type=FILE,
    metavar="FILE.csv",
    help="Write all decisions to a file, which --import reads.",
)
@click.option("--list", "listed", is_flag=True, help="Print all decisions.")
@click.option("--join", "joined", is_flag=True, help="Join the run again at once.")
@file_options
@written("run")
def decide(
    run: Path,
    kind: str | None,
    words: tuple[str, ...],
    *,
    undoing: bool,
    source: Path | None,
    exported: Path | None,
    listed: bool,
    joined: bool,
    target: Destination,
    **said: Any,
) -> int:
    """Say what is the same, what a name means, or which value is wrong; it outranks every rule.

    \b
    specdex decide RUN same PAGE PAGE            two pages show one product
    specdex decide RUN different PAGE PAGE       they show two
    specdex decide RUN means NAME ATTRIBUTE      what a name means, on all sites or one (--site)
    specdex decide RUN wrong PAGE NAME VALUE     a value that no product has
    specdex decide RUN fragment PAGE XPATH       a specification stands there (no_fragment: none)
    specdex decide RUN shop SITE CATEGORY        the site is a shop of it (no_shop: it is none)

    A page is its address; a product's id stands for its pages. Decisions are kept with author and
    time, and obeyed when the run is joined or harvested again; one that contradicts others is
    refused. `specdex questions` asks what is most worth deciding.

    Example:

        specdex decide camera-run same https://a.example/t5 https://b.example/1200d --join
    """  # noqa: D301 - click keeps the lines behind this sign as they are
    from specdex.pipeline.decide import literal, undo, write_decisions
    from specdex.pipeline.export import BELONGING
    from specdex.runs import RunFolder

    if not (kind or source or exported or listed or joined):
        raise click.UsageError("say what is decided, or give --list, --import or --export.")
    with RunFolder(run, create=False) as folder:
        if kind and undoing:
            changed = undo(folder.store, literal(DecisionKind(kind), words, said["site"] or ""))
        else:
            changed = _decide(folder.store, kind, words, source, said)
        _give("undone" if undoing else "decided", changed, target)
        if exported:
            written = write_decisions(folder.store.read(Decision), exported)
            click.echo(f"{exported}: {written} decisions", err=True)
        if listed:
            _give("", list(folder.store.read(Decision)), target)
        if joined:
            for sentence in join_folder(folder, BELONGING):
                click.echo(sentence, err=True)
        elif changed:
            click.echo(f"specdex join {run} joins it again", err=True)
    return 0


def _decide(
    store: SqliteStore,
    kind: str | None,
    words: tuple[str, ...],
    source: Path | None,
    said: dict[str, Any],
) -> list[Decision]:
    """Keep what words and a file say; the decisions that are new."""
    from specdex.pipeline.decide import Register, literal, read_decisions, signed
    from specdex.pipeline.decide import decide as keep

    login, time = signed()
    author = said["author"] or login
    register = Register(store, said["category"])
    made: list[Decision] = []
    if kind:
        given = literal(DecisionKind(kind), words, said["site"] or "")
        for each in register.spoken(replace(given, author=author, time=time)):
            placed, unknown = register.placed(each)
            if unknown:
                raise InputError(unknown)
            made.append(placed)
    if source:
        read = read_decisions(source, author, time)
        found = [register.placed(each) for row in read.decisions for each in _meant(register, row)]
        made += [placed for placed, _ in found]
        _warn_of([unknown for _, unknown in found if unknown])
        if read.open:
            warn(f"{read.open} rows of {source} are not answered yet")
    new = keep(store, made)
    if made and not new:
        warn("all of that was decided before")
    return list(new)


def _meant(register: Register, row: Decision) -> list[Decision]:
    """What a *row* means; of what the run does not know, what it says."""
    try:
        return register.spoken(row)
    except InputError:
        return [row]


def _warn_of(unknown: list[str]) -> None:
    for sentence in unknown[:SHOWN]:
        warn(f"kept, but {sentence}")
    if len(unknown) > SHOWN:
        warn(f"{len(unknown) - SHOWN} more decisions speak of what the run does not know")


def _give(what: str, decisions: list[Decision], target: Destination) -> None:
    """A sentence each on a terminal, where it is said *what* became of them, a line elsewhere."""
    if target.is_watched:
        print_lines(f"{what}: {told(each)}" if what else told(each) for each in decisions)
    elif decisions:
        give("decisions", decisions, target)
