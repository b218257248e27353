"""The CLI reference from the commands' own help: ``python docs/cli_reference.py FILE``."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from specdex.cli.main import cli

__all__ = ["reference"]

WIDTH = 100
HEAD = """# Command line

Generated from the commands' own help by `make docs`; a test keeps it current.
"""


def reference() -> str:
    """The whole reference as Markdown."""
    return HEAD + "".join(_sections(cli, "specdex", None))


def _sections(command: click.Command, path: str, parent: click.Context | None) -> Iterator[str]:
    context = click.Context(
        command,
        info_name=path.rpartition(" ")[2],
        parent=parent,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        **command.context_settings,  # click remembers the first way that a command was asked
    )
    yield f"\n## {path}\n\n```\n{command.get_help(context).rstrip()}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None:
                yield from _sections(child, f"{path} {name}", context)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(reference(), encoding="utf-8")
