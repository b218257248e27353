"""Rows as people and programs want them: a table on a terminal, JSON lines or a file elsewhere."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich import box
from rich.table import Table as Grid
from rich.text import Text

from specdex.cli.output import Destination
from specdex.cli.progress import console
from specdex.exporters.tables import Table
from specdex.pipeline.export import write_tables

__all__ = ["give_rows", "print_grid"]

NEVER_CUT = frozenset({"site", "host", "url"})
"""Columns that say where something is: half of it is of no use."""
SHOWN = 100
"""Rows that a terminal shows."""
NARROW = 60
"""Below so many columns, a row is shown as lines of its own."""
Row = Mapping[str, Any]


def give_rows(name: str, rows: Sequence[Row], target: Destination, *, shown: int = SHOWN) -> int:
    """Give *rows* of one shape to *target*, or show them where that is a terminal; how many."""
    if not target.path and not target.format and sys.stdout.isatty():
        print_grid(rows, shown=shown)
        return len(rows)
    columns = tuple(rows[0]) if rows else ()
    numbers = frozenset(each for each in columns if _is_number(each, rows))
    table = Table(
        name, columns, lambda: (tuple(row.values()) for row in rows), numbers, is_sheet=True
    )
    return target.give(lambda exporter, stream: write_tables([table], exporter, stream))


def print_grid(rows: Sequence[Row], *, shown: int = SHOWN) -> None:
    """Show *rows* as wide as the terminal is; columns without anything are left out."""
    terminal = console()
    some = rows[:shown]
    columns = [each for each in (some[0] if some else ()) if any(_text(row[each]) for row in some)]
    if terminal.width < NARROW:
        for row in some:
            for name in columns:
                if _text(row[name]):
                    terminal.print(Text(f"{name}: {_text(row[name])}"))
            terminal.print()
    else:
        grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
        for name in columns:
            number, whole = _is_number(name, some), name in NEVER_CUT
            grid.add_column(
                name,
                justify="right" if number else "left",
                no_wrap=number or whole,
                overflow="fold",
                min_width=_longest(name, some) if whole or number else None,
            )
        for row in some:
            grid.add_row(*(Text(_text(row[name])) for name in columns))
        terminal.print(grid)
    if len(rows) > shown:
        click.echo(f"… and {len(rows) - shown} more; -O FILE writes all")


def _longest(name: str, rows: Sequence[Row]) -> int:
    return max(len(name), *(len(_text(row[name])) for row in rows))


def _is_number(name: str, rows: Sequence[Row]) -> bool:
    values = [row[name] for row in rows if row[name] is not None]
    return bool(values) and all(
        isinstance(each, (int, float)) and not isinstance(each, bool) for each in values
    )


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return str(value)
