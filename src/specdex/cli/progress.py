"""A progress bar on long work, when somebody watches."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.progress import TimeElapsedColumn as Elapsed
from rich.progress import TimeRemainingColumn as Left

__all__ = ["console", "counted", "progress", "watched"]

T = TypeVar("T")


WIDTH = 110
"""Of tables that go to a file or a pipe."""


def console(*, stderr: bool = False) -> Console:
    """The terminal behind standard output, or error; wide enough for tables where it is none."""
    made = Console(stderr=stderr, highlight=False)
    return made if made.is_terminal else Console(stderr=stderr, highlight=False, width=WIDTH)


def progress() -> Progress:
    """A bar on standard error that vanishes when done; silent where that is no terminal."""
    terminal = console(stderr=True)
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        Elapsed(),
        Left(elapsed_when_finished=True),
        console=terminal,
        transient=True,
        disable=not terminal.is_terminal,
    )


@contextmanager
def counted(what: str) -> Iterator[Callable[[], None]]:
    """A bar for *what*; call what is given once for every step."""
    with progress() as bar:
        task = bar.add_task(what, total=None, rate="")
        yield lambda: bar.advance(task)


def watched(things: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """*things*, counted on a bar as they pass."""
    with progress() as bar:
        task = bar.add_task(what, total=total, rate="")
        for thing in things:
            yield thing
            bar.advance(task)
