"""Groups whose commands are imported when they are called, so that --help stays quick."""

import ast
import importlib
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

__all__ = ["LazyGroup"]

MARGIN = 6
"""What click leaves free beside a command and its sentence."""


class LazyGroup(click.Group):
    """A group that knows where its commands live: name to ``module:attribute``."""

    def __init__(self, *args: Any, places: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        del ctx
        return sorted(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command called *cmd_name*, imported now."""
        del ctx
        if cmd_name not in self.places:
            return None
        module, _, name = self.places[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their first sentences, read from their sources, not imported."""
        names = self.list_commands(ctx)
        limit = formatter.width - MARGIN - max(map(len, names))
        rows = []
        for name in names:
            told = _told(self.places[name])
            command = (
                self.get_command(ctx, name) if told is None else click.Command(name, help=told)
            )
            rows.append((name, command.get_short_help_str(limit) if command else ""))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _told(place: str) -> str | None:
    """What the function at *place* says of itself; None where it has no source at hand."""
    module, _, name = place.partition(":")
    spec = find_spec(module)
    source = Path(spec.origin) if spec is not None and spec.origin else None
    if source is None or source.suffix != ".py" or not source.is_file():
        return None
    for each in ast.parse(source.read_bytes()).body:
        if isinstance(each, ast.FunctionDef) and each.name == name:
            return ast.get_docstring(each)
    return None
