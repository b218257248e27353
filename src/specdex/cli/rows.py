"""Rows as people and programs want them: a table on a terminal, JSON lines or a file elsewhere."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any

import click
from rich import box
from rich.table import Table as Grid
from rich.text import Text

from specdex.cli.output import Destination, print_json
from specdex.cli.progress import console
from specdex.exporters.tables import Table
from specdex.pipeline.export import write_tables
from specdex.records import Specification, to_json

__all__ = ["give_rows", "print_grid", "print_rows", "write_pairs"]

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


def print_rows(things: Iterable[Any]) -> int:
    """Show *things*, records or JSON values, as a table on a terminal, as JSON lines else."""
    if not sys.stdout.isatty():
        return print_json(things)
    lines = [to_json(each) if is_dataclass(each) else each for each in things]
    names = dict.fromkeys(name for line in lines for name in line)
    print_grid([{name: line.get(name) for name in names} for line in lines])
    return len(lines)


def write_pairs(specifications: Iterable[Specification], target: Destination) -> int:
    """Write *specifications* to *target*; their pairs as a table where that is a terminal."""
    if target.path or target.format or not sys.stdout.isatty():
        return target.write(specifications)
    count, rows = 0, []
    for each in specifications:
        count += 1
        about = {"page": each.id or each.url, "site": each.site}
        said = [(field, field.name, field.value) for field in each.fields]
        said += [(pair, pair.name, pair.value) for pair in each.pairs]  # type: ignore[misc]
        for found, name, value in said:
            row = {"name": name, "value": value, "confidence": round(found.confidence, 2)}
            rows.append(about | row)
    print_grid(rows)
    return count


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
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_text(each)}" for name, each in value.items())
    if isinstance(value, (list, tuple)):
        if value and isinstance(value[0], dict):
            return f"{len(value)}"
        return ", ".join(map(str, value))
    return str(value)
