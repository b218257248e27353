"""The command ``specdex``: finds its subcommands, turns mistakes into sentences and exit codes."""

import ast
import atexit
import gc
import importlib
import io
import os
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from specdex import __version__
from specdex.cli.logs import configure, louder
from specdex.errors import InputError, SpecdexError

__all__ = ["LazyGroup", "cli", "main", "run"]

DONE, PARTLY, WRONG_CALL, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: all done; nothing found or partly failed; a wrong call; Ctrl-C."""
LITTER = 200_000
"""New records before garbage is looked for: they are many, live long, and hardly make cycles."""
SECTIONS = {
    "Read pages": "extract show table listings detect import learn apply patterns roles score",
    "Collect from shops": "harvest crawl discover categories index coverage spider synthesize",
    "Join and correct": "join link align questions decide serve",
    "Look and hand out": "export stats diff compare explain audit status run",
    "Help": "demo doctor plugins completion",
}
"""The commands, in the order in which --help lists them."""
_ELSEWHERE = {
    "discover": "categories coverage index",
    "decide": "questions",
    "diff": "compare",
    "doctor": "completion plugins",
    "extract": "detect",
    "join": "align",
    "learn": "apply",
    "patterns": "roles",
    "run": "explain status",
    "show": "table",
    "synthesize": "spider",
}
"""Modules with commands beside the one that they are named after."""
_MODULES = {name: module for module, names in _ELSEWHERE.items() for name in names.split()}
COMMANDS = {
    name: f"specdex.cli.{_MODULES.get(name, name)}:{name}"
    for names in SECTIONS.values()
    for name in names.split()
} | {
    "import": "specdex.cli.extract:import_",
    "link": "specdex.cli.join:join",
}
"""Where each command lives; imported when it is called, so that --help stays quick."""


class LazyGroup(click.Group):
    """A group that knows where its commands live: name to ``module:attribute``.

    Its help lists those that its sections name, by heading; without any all of them.
    """

    def __init__(
        self,
        *args: Any,
        places: Mapping[str, str],
        sections: Mapping[str, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.places = places
        self.sections = sections or {"Commands": " ".join(sorted(places))}

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
        _let_it_say_more(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that *args* begin with; where there is none, what was probably meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = get_close_matches(args[0], self.places, 3, 0.5)
            if near:
                raise click.UsageError(
                    f"{error.message} Did you mean {' or '.join(near)}?"
                ) from error
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their first sentences, read from their sources, not imported."""
        for section, names in self.sections.items():
            with formatter.section(section):
                formatter.write_dl([(name, self._sentence(ctx, name)) for name in names.split()])

    def _sentence(self, ctx: click.Context, name: str) -> str:
        told = _told(self.places[name])
        if told is None:
            command = self.get_command(ctx, name)
            told = command.help if command else None
        return " ".join((told or "").partition("\n\n")[0].split())


def _let_it_say_more(command: click.Command) -> None:
    """Give *command*, and those below it, the option -v."""
    for each in command.commands.values() if isinstance(command, click.Group) else ():
        _let_it_say_more(each)
    if not any(parameter.name == VERBOSE.name for parameter in command.params):
        command.params.append(VERBOSE)


def _louder(ctx: click.Context, parameter: click.Parameter, verbose: int) -> None:
    del ctx, parameter
    if verbose:
        louder(verbose)


VERBOSE = click.Option(
    ["-v", "--verbose"],
    count=True,
    expose_value=False,
    callback=_louder,
    help="Say more; twice: everything.",
)


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


@click.group(
    cls=LazyGroup,
    places=COMMANDS,
    sections=SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="specdex")
@click.option("-v", "--verbose", count=True, help="Say more; twice: everything.")
@click.option("--log-json", is_flag=True, help="Write the log as JSON lines.")
def cli(*, verbose: int, log_json: bool) -> None:
    """Turn the web's shops into one trustworthy collection of product specifications.

    Results go to standard output: a table on a terminal, JSON lines to a pipe; everything else
    goes to standard error. Exit codes: 0 done, 1 nothing found or partly failed, 2 wrong call.

    Example:

        specdex show page.html
    """
    configure(verbose, as_json=log_json)


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit."""
    run(cli, "specdex", args)


def _leave() -> None:
    """What is left in the end is thrown away whole: no cycles are looked for in it."""
    if "duckdb" not in sys.modules:  # which would call that a leak
        gc.freeze()


def run(command: click.Command, name: str, args: list[str] | None = None) -> None:
    """Run *command*, called *name*, and exit: mistakes are one sentence and an exit code."""
    gc.set_threshold(LITTER)
    atexit.register(_leave)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code: Any = command.main(args, prog_name=name, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        code = WRONG_CALL
    except click.ClickException as error:
        _say(error.format_message())
        code = WRONG_CALL
    except (click.Abort, KeyboardInterrupt) as error:
        _say(str(error) or "stopped")
        code = INTERRUPTED
    except SpecdexError as error:
        _say(str(error))
        code = WRONG_CALL if isinstance(error, InputError) else PARTLY
    except BrokenPipeError:
        # whoever read our output has seen enough; keep Python from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = PARTLY
    sys.exit(code if isinstance(code, int) else DONE)


def _say(sentence: str) -> None:
    click.echo(f"specdex: {sentence}", err=True)
