"""A progress bar on long work, when somebody watches."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

__all__ = ["console", "counted", "progress", "watched"]

T = TypeVar("T")


WIDTH = 110
"""Of tables that go to a file or a pipe."""


def console(*, stderr: bool = False) -> "Console":
    """The terminal behind standard output, or error; wide enough for tables where it is none."""
    from rich.console import Console  # noqa: PLC0415 - keeps --help quick

    made = Console(stderr=stderr, highlight=False)
    return made if made.is_terminal else Console(stderr=stderr, highlight=False, width=WIDTH)


def progress() -> "Progress":
    """A bar on standard error that vanishes when done; silent where that is no terminal."""
    from rich import progress as bars  # noqa: PLC0415 - keeps --help quick

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
