"""The command line: one module per command group, all of them thin."""

from specdex.cli.main import cli, main

__all__ = ["cli", "main"]
