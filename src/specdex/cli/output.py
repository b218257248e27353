"""Where results go: the options -o, -O and -f, and the writing behind them."""

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.errors import InputError
from specdex.exporters.output import open_output
from specdex.pipeline.export import exporter_for
from specdex.records import Failure, Specification

__all__ = ["Destination", "destination_options", "only_good", "print_lines"]

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Destination:
    """Where specifications go, and in which format."""

    path: str = ""
    append: bool = True
    format: str = ""

    @classmethod
    def of(cls, output: str | None, overwrite: str | None, format_: str | None) -> "Destination":
        """The destination that the options mean."""
        if output and overwrite:
            raise click.UsageError("give -o (append) or -O (overwrite), not both.")
        path = output or overwrite or ""
        return cls("" if path == "-" else path, append=bool(output), format=format_ or "")

    def write(self, specifications: Iterable[Specification]) -> int:
        """Write all of them; how many."""
        exporter = exporter_for(self.path, self.format)
        if not self.path:
            if exporter.binary:
                return exporter.write(specifications, sys.stdout.buffer)
            # an output of its own, wherever standard output leads and whatever stands there
            with io.TextIOWrapper(
                cast("BinaryIO", _Fresh(sys.stdout.buffer)),
                encoding="utf-8",
                newline="",
                write_through=True,
            ) as stream:
                return exporter.write(specifications, stream)
        if exporter.binary and self.append and Path(self.path).exists():
            raise InputError(f"cannot append to {self.path}: overwrite it with -O")
        with open_output(Path(self.path), append=self.append, binary=exporter.binary) as stream:
            return exporter.write(specifications, stream)


class _Fresh(io.RawIOBase):
    """Standard output as a stream without a past; closing it leaves standard output open."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """Pass *data* on."""
        self.stream.write(data)
        return len(data)

    def flush(self) -> None:
        """Pass it on."""
        self.stream.flush()


def destination_options(command: F) -> F:
    """The three options every command shares that writes specifications."""
    for option in (
        click.option(
            "-f",
            "--format",
            "format_",
            type=click.Choice(plugins.names("exporters")),
            help="The format; else by the file's ending, else jsonl.",
        ),
        click.option("-O", "--overwrite", metavar="FILE", help="Write to FILE, replacing it."),
        click.option(
            "-o", "--output", metavar="FILE", help="Append to FILE; its ending chooses the format."
        ),
    ):
        command = option(command)
    return command


def only_good(results: Iterable[T | Failure], failures: list[Failure]) -> Iterator[T]:
    """The results that are no Failure; each Failure is told and kept in *failures*."""
    for result in results:
        if isinstance(result, Failure):
            failures.append(result)
            warn(
                f"{result.url}: {result.reason}"
                if result.url not in result.reason
                else result.reason
            )
        else:
            yield result


def print_lines(lines: Iterable[str]) -> int:
    """Print *lines* on standard output; how many."""
    count = 0
    for line in lines:
        click.echo(line)
        count += 1
    return count
