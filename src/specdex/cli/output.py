"""Where results go: the options -o, -O and -f, and the writing behind them."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar, cast

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.cli.options import preset
from specdex.errors import InputError
from specdex.exporters.output import open_output
from specdex.records import Failure

if TYPE_CHECKING:
    from specdex.ports import Exporter

__all__ = [
    "AS_JSON",
    "LEAST",
    "Destination",
    "destination_options",
    "file_options",
    "only_good",
    "print_lines",
    "scope_options",
    "tell",
]

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Destination:
    """Where specifications go, and in which format."""

    path: str = ""
    append: bool = True
    format: str = ""
    least: float = 0.0
    """What is less sure is left out."""

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Destination:
        """The destination that the options mean."""
        output, overwrite = options["output"], options["overwrite"]
        if output and overwrite:
            raise click.UsageError("give -o (append) or -O (overwrite), not both.")
        path = output or overwrite or ""
        named = options["format_"] or ("jsonl" if options.get("as_json") else "")
        where = "" if path == "-" else path
        return cls(where, bool(output), named, options.get("least") or 0.0)

    @property
    def is_watched(self) -> bool:
        """Whether what is given is shown to a person, on a terminal."""
        return not self.path and not self.format and sys.stdout.isatty()

    def give(self, write: Callable[[Exporter, IO[Any]], int]) -> int:
        """Let *write* write with the exporter and into the stream that are meant; how many."""
        from specdex.pipeline.export import exporter_for

        exporter = exporter_for(self.path, self.format)
        if not self.path:
            if exporter.binary:
                return write(exporter, sys.stdout.buffer)
            with _StandardOutput() as stream:
                return write(exporter, cast("IO[str]", stream))
        if exporter.binary and self.append and Path(self.path).exists():
            raise InputError(f"cannot append to {self.path}: overwrite it with -O")
        with open_output(Path(self.path), append=self.append, binary=exporter.binary) as stream:
            written = write(exporter, stream)
        if sys.stderr.isatty():
            click.echo(f"{self.path}: {written} written", err=True)
        return written


class _StandardOutput(io.TextIOBase):
    """Standard output as a stream without a past, wherever it leads and whatever stands there."""

    def write(self, text: str) -> int:
        """Pass *text* on."""
        return sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))

    def flush(self) -> None:
        """Pass it on."""
        sys.stdout.buffer.flush()


LEAST = preset(
    "--min-confidence",
    "least",
    type=click.FloatRange(0, 1),
    default=0.0,
    help="Leave out what is less sure.",
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="JSON lines, as when piped.")


_FORMAT = click.option(
    "-f",
    "--format",
    "format_",
    type=click.Choice(plugins.names("exporters")),
    help="The format; else by the file's ending, else jsonl.",
)
_OVERWRITE = click.option("-O", "--overwrite", metavar="FILE", help="Write to FILE, replacing it.")
_OUTPUT = click.option(
    "-o", "--output", metavar="FILE", help="Append to FILE; its ending chooses the format."
)
_ALL_SITES = click.option(
    "--all-sites", is_flag=True, help="Of a run: also sites that it has turned down."
)
_CATEGORY = click.option(
    "-c",
    "--category",
    metavar="NAME",
    help="Only of this category, * for any; of a run else those that it was made for.",
)


def file_options(command: F, *more: str) -> F:
    """Where to and in which format: a command that gives something is given the *target*."""

    @wraps(command)
    def given(*args: Any, **options: Any) -> Any:
        named = ("output", "overwrite", "format_", "as_json", *more)
        target = Destination.of({name: options.pop(name, None) for name in named})
        return command(*args, target=target, **options)

    return cast("F", _OUTPUT(_OVERWRITE(_FORMAT(given))))


def destination_options(command: F) -> F:
    """The same, and --min-confidence, where what is given is more or less sure."""
    return file_options(LEAST(command), "least")


def scope_options(command: F) -> F:
    """What of a collection is meant: a command that reads specifications is given the *scope*."""

    @wraps(command)
    def given(*args: Any, category: str | None, all_sites: bool, **options: Any) -> Any:
        from specdex.pipeline.export import Scope

        return command(*args, scope=Scope(category, all_sites), **options)

    return cast("F", _CATEGORY(_ALL_SITES(given)))


def only_good(results: Iterable[T | Failure], failures: list[Failure]) -> Iterator[T]:
    """The results that are no Failure; those are kept in *failures*, and told.

    The first of a kind is told at once, and at the end how many were like it.
    """
    kinds: Counter[str] = Counter()
    for result in results:
        if not isinstance(result, Failure):
            yield result
            continue
        failures.append(result)
        kinds[_kind(result)] += 1
        if kinds[_kind(result)] == 1:
            warn(_sentence(result))
    for kind, times in kinds.items():
        if times > 1:
            warn(f"{times - 1} more pages failed like that: {kind}")


def tell(failures: Iterable[Failure]) -> None:
    """Warn of *failures*: equal ones are one sentence and a count."""
    for _ in only_good(failures, []):
        pass


def _sentence(failure: Failure) -> str:
    known = failure.url in failure.reason
    return failure.reason if known else f"{failure.url}: {failure.reason}"


def _kind(failure: Failure) -> str:
    """The reason of *failure* without what is its page's alone."""
    said = " ".join(word for word in failure.reason.split() if "/" not in word)
    return said.strip(" :;,") or failure.reason


def print_lines(lines: Iterable[str]) -> int:
    """Print *lines* on standard output; how many."""
    count = 0
    for line in lines:
        click.echo(line)
        count += 1
    return count
