"""The command plugins: what can be plugged in, and what is."""

import click

from specdex.cli.output import Destination, file_options
from specdex.cli.rows import give
from specdex.plugins import KINDS, names

__all__ = ["plugins"]


@click.command()
@file_options
def plugins(**destination: str | None) -> None:
    """List every plug-in by kind and name.

    Example:

        specdex plugins
    """
    told = ({"kind": kind, "names": names(kind)} for kind in KINDS)
    give("plugins", told, Destination.of(destination))
