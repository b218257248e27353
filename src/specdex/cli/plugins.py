"""The command plugins: what can be plugged in, and what is."""

import click

from specdex.cli.rows import print_rows
from specdex.plugins import KINDS, names

__all__ = ["plugins"]


@click.command()
def plugins() -> None:
    """List every plug-in by kind and name.

    Example:

        specdex plugins
    """
    print_rows({"kind": kind, "names": names(kind)} for kind in KINDS)
