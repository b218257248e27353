"""The command questions: what is most worth deciding."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.logs import warn
from specdex.cli.options import FROM_1, preset
from specdex.cli.output import Destination, destination_options, print_lines
from specdex.cli.rows import give
from specdex.records import DecisionKind, Product, to_json

if TYPE_CHECKING:
    from specdex.pipeline.questions import Question

__all__ = ["questions"]


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@preset("-n", "number", type=FROM_1, default=20, help="At most so many.")
@click.option("-c", "--category", metavar="NAME", help="Only about this category.")
@click.option("--text", "as_text", is_flag=True, help="Sentences, as on a terminal.")
@destination_options
def questions(
    run: Path, number: int, category: str | None, *, as_text: bool, **destination: Any
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
    target = Destination.of(destination)
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
