"""A progress bar on long work when somebody watches, else a line a phase."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from specdex.cli.logs import tell

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

__all__ = ["console", "counted", "pace", "progress", "watched"]

T = TypeVar("T")


WIDTH = 110
"""Of tables that go to a file or a pipe."""
LONG = 2.0
"""Seconds; of what took less nothing is said where nobody watches."""


def console(*, stderr: bool = False) -> "Console":
    """The terminal behind standard output, or error; wide enough for tables where it is none."""
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False)
    return made if made.is_terminal else Console(stderr=stderr, highlight=False, width=WIDTH)


def progress() -> "Progress":
    """A bar on standard error that vanishes when done; silent where that is no terminal."""
    from rich import progress as bars

    terminal = console(stderr=True)
    return bars.Progress(
        bars.SpinnerColumn(),
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TextColumn("{task.fields[rate]}"),
        bars.TimeElapsedColumn(),
        bars.TimeRemainingColumn(elapsed_when_finished=True),
        console=terminal,
        transient=True,
        disable=not terminal.is_terminal,
    )


@contextmanager
def counted(
    what: str, total: int | None = None, things: str = "", locations: Sequence[str] = ()
) -> Iterator[Callable[[], None]]:
    """A bar for *what*; call what is given once for every step.

    It says how many of *total*, how quickly and how long it will take; the total is counted at
    *locations* where it is not given, and a question mark where nobody knows it. Where nobody
    watches, a phase that took a while is one line.
    """
    if total is None and locations:
        from specdex.pipeline.extract import how_many

        total = how_many(locations)
    started, done = time.monotonic(), 0
    with progress() as bar:
        task = bar.add_task(what, total=total, rate="")

        def step() -> None:
            nonlocal done
            done += 1
            if not bar.disable:
                bar.update(task, completed=done, rate=pace(done, time.monotonic() - started))

        yield step
        silent = bar.disable
    seconds = time.monotonic() - started
    if silent and seconds >= LONG:
        count = f"{done} {things}" if total is None else f"{done} of {total} {things}"
        parts = (count.strip(), pace(done, seconds), f"{seconds:.0f} s")
        tell(f"{what}: {', '.join(filter(None, parts if done else parts[2:]))}")


def pace(done: int, seconds: float) -> str:
    """How quickly it goes, in words.

    >>> pace(300, 2.0), pace(3, 60.0), pace(0, 5.0)
    ('150 a second', '3 a minute', '')
    """
    rate = done / max(seconds, 0.001)
    if not done:
        return ""
    return f"{rate:.0f} a second" if rate >= 1 else f"{60 * rate:.0f} a minute"


def watched(
    things: Iterable[T], what: str, total: int | None = None, locations: Sequence[str] = ()
) -> Iterator[T]:
    """*things*, the pages at *locations* or so many, counted on a bar as they pass."""
    with counted(what, total, "pages", locations) as step:
        for thing in things:
            yield thing
            step()
