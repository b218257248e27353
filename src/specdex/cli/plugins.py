"""The command plugins: what can be plugged in, and what is."""

import click

from specdex.cli.output import print_json
from specdex.plugins import KINDS, names

__all__ = ["plugins"]


@click.command()
def plugins() -> None:
    """List every plug-in by kind and name.

    Example:

        specdex plugins
    """
    print_json({"kind": kind, "names": names(kind)} for kind in KINDS)
