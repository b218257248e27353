"""Rows as people and programs want them: a table on a terminal, JSON lines or a file elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, Literal

import click

from specdex.cli.output import Destination
from specdex.cli.progress import console
from specdex.exporters.collection import BEFORE, BEHIND, BETWEEN, Collection, Layout, tables_of
from specdex.exporters.tables import Cell, Table
from specdex.records import Field, Pair, Specification, to_json

if TYPE_CHECKING:
    from rich.console import Console

    from specdex.pipeline.export import Wanted
    from specdex.ports import Exporter

__all__ = ["give", "give_joined", "give_table", "print_grid", "print_products", "write_pairs"]

NEVER_CUT = frozenset({"site", "host", "url", "id"})
"""Columns that say where something is: half of it is of no use."""
ABOUT = frozenset({"run", "site", "page", "url", "category", "as on"})
"""Columns that are told once, above the others, where they say the same in every row."""
SHOWN = 100
"""Rows that a terminal shows."""
LINES, WORD, GAP = 4, 16, 2
"""A text is broken into so many lines at most, between words up to so many characters; what
stands between two columns."""
CELL, TITLE = 18, 40
"""Characters that a column of products has at most, and that their title has on a wide terminal."""
FIRST = ("Title", "Lowest price", "Currency", "Shops")
"""What is shown of products before attributes, where it is known."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
"""What a page may have written to move the cursor."""
Row = Mapping[str, Any]


def give(
    name: str,
    things: Iterable[Any],
    target: Destination,
    rows: Callable[[Any], Iterable[Row]] | None = None,
) -> int:
    """Give *things* called *name*, records or JSON values, to *target*; how many.

    Each is a line of JSON; on a terminal and in tables its *rows*, else a row of what it says.
    """
    from specdex.pipeline.export import sure, write_tables

    kept = (each for each in (sure(one, target.least) for one in things) if each is not None)
    if target.is_watched:
        return _show(list(kept), rows)

    def write(exporter: Exporter, stream: IO[Any]) -> int:
        write_lines = getattr(exporter, "write_lines", None)
        if write_lines is not None:
            written: int = write_lines(name, map(_line, kept), stream)
            return written
        found = list(kept)
        write_tables([_table(name, _rows(found, rows))], exporter, stream)
        return len(found)

    return target.give(write)


def _line(thing: Any) -> dict[str, Any]:
    line: dict[str, Any] = to_json(thing) if is_dataclass(thing) else thing
    return line


def _rows(things: Sequence[Any], rows: Callable[[Any], Iterable[Row]] | None) -> list[Row]:
    """The rows of *things*, all with the same columns."""
    found = [row for each in things for row in (rows(each) if rows else (_line(each),))]
    names = dict.fromkeys(name for row in found for name in row)
    return [{name: row.get(name) for name in names} for row in found]


def _show(things: Sequence[Any], rows: Callable[[Any], Iterable[Row]] | None) -> int:
    print_grid(_rows(things, rows))
    return len(things)


def _table(name: str, rows: Sequence[Row]) -> Table:
    columns = tuple(rows[0]) if rows else (name,)
    numbers = frozenset(each for each in columns if rows and _is_number(each, rows))
    cells = (tuple(map(_cell, row.values())) for row in rows)
    return Table(name, columns, lambda: cells, numbers, is_sheet=True)


def _cell(value: Any) -> Cell:
    """*value* in a table: what has parts as JSON, texts one behind the other."""
    if value is None or (isinstance(value, (str, int, float)) and not isinstance(value, bool)):
        return value
    if isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value):
        return BETWEEN.join(value)
    return json.dumps(value, ensure_ascii=False)


def write_pairs(specifications: Iterable[Specification], target: Destination) -> int:
    """Write *specifications* to *target*; their pairs as a table where that is a terminal."""
    from specdex.pipeline.export import sure

    kept = (sure(each, target.least) for each in specifications)
    if target.is_watched:
        return _show(list(kept), _pairs)
    return target.give(lambda exporter, stream: exporter.write(kept, stream))


def _pairs(specification: Specification) -> Iterator[Row]:
    about = {"page": specification.id or specification.url, "site": specification.site}
    said: tuple[Field | Pair, ...] = (*specification.fields, *specification.pairs)
    for each in said:
        row = {"name": each.name, "value": each.value, "confidence": round(each.confidence, 2)}
        yield about | row


def print_grid(rows: Sequence[Row]) -> None:
    """Show *rows* as wide as the terminal is; columns without anything are left out.

    Where they do not fit side by side, those that only count to 0 go too; at last a row is lines.
    """
    shown = rows[:SHOWN]
    some = [{name: _text(value) for name, value in row.items()} for row in shown]
    if not some:
        return
    terminal = console()
    columns = [each for each in some[0] if any(row[each] for row in some)]
    several = len(some) > 1 and len(some[0]) > 1
    told = [each for each in columns if each in ABOUT and len({row[each] for row in some}) == 1]
    for name in told if several else ():
        columns.remove(name)
        _print_line(terminal, name, some[0][name])
    if terminal.width < _needed(columns, shown):
        columns = [each for each in columns if any(row[each] not in {"", "0"} for row in some)]
    if terminal.width < _needed(columns, shown):
        for row in some:
            for name in columns:
                _print_line(terminal, name, row[name])
            terminal.print()
    else:
        _print_table(terminal, {each: _width(each, shown) for each in columns}, rows, some)
    if len(rows) > SHOWN:
        click.echo(f"… and {len(rows) - SHOWN} more; -O FILE writes all")


def _print_line(terminal: Console, name: str, text: str) -> None:
    """Say *text* of *name*, if there is any; a place in one line, however long."""
    if text:
        terminal.print(f"{name}: {text}", markup=False, soft_wrap=name in NEVER_CUT)


def _print_table(
    terminal: Console,
    widths: Mapping[str, int],
    rows: Sequence[Row],
    shown: Iterable[Mapping[str, str]],
) -> None:
    """Show the cells of *shown* under the columns of *widths*."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name, width in widths.items():
        number = _is_number(name, rows)
        whole = number or name in NEVER_CUT
        side: Literal["left", "right"] = "right" if number else "left"
        grid.add_column(name, justify=side, no_wrap=whole, overflow="fold", min_width=width)
    for row in shown:
        grid.add_row(*(Text(row[name]) for name in widths))
    terminal.print(grid)


def give_table(table: Table, target: Destination) -> int:
    """Give *table* to *target*; how many rows."""
    from specdex.pipeline.export import write_tables

    if target.is_watched:
        return _show(list(table.lines()), None)
    return target.give(lambda exporter, stream: write_tables([table], exporter, stream))


def give_joined(collection: Collection, target: Destination, wanted: Wanted | None = None) -> int:
    """Give what is *wanted* of what was joined to *target*, else the products; how many."""
    from specdex.pipeline.export import JOINED, Wanted, spoken, table_of, write_joined

    what = wanted or Wanted(least=target.least)
    if not target.is_watched:
        return target.give(lambda exporter, out: write_joined(collection, what, exporter, out))
    if what.what == JOINED[0]:
        return print_products(spoken(collection, what.language))
    return give_table(table_of(collection, what), target)


def print_products(collection: Collection) -> int:
    """Show products, as many columns as fit the terminal; how many there are."""
    sheet = tables_of(collection, Layout(collection), ["products"])[0]
    rows = list(islice(sheet.lines(), SHOWN))
    attributes = sheet.columns[len(BEFORE) : len(sheet.columns) - len(BEHIND)]
    terminal = console()
    widths: dict[str, int] = {}
    for name in (*FIRST, *attributes):
        longest = max((len(_text(row[name])) for row in rows), default=0)
        most = min(TITLE, terminal.width // 2) if name == FIRST[0] else CELL
        width = min(max(len(name), longest), most)
        if sum(widths.values()) + GAP * len(widths) + width > terminal.width:
            break
        if longest:
            widths[name] = width
    _print_table(terminal, widths, rows, [_cut(row, widths) for row in rows])
    total = sum(1 for _ in collection.products())
    terminal.print(f"{total} products, {len(attributes)} attributes; -O products.xlsx writes all.")
    return total


def _cut(row: Row, widths: Mapping[str, int]) -> dict[str, str]:
    """The texts of *row* that there is place for; what is too long ends in dots."""
    texts = {name: _text(row[name]) for name in widths}
    return {k: v if len(v) <= widths[k] else f"{v[: widths[k] - 1]}…" for k, v in texts.items()}


def _needed(columns: Sequence[str], rows: Sequence[Row]) -> int:
    """The columns that a terminal must have for a table of *rows*."""
    return sum(_width(each, rows) + GAP for each in columns) - GAP


def _width(name: str, rows: Sequence[Row]) -> int:
    """What a column needs at least: whole numbers and places, texts in a few lines."""
    texts = [name, *(_text(row[name]) for row in rows)]
    longest = max(map(len, texts))
    if name in NEVER_CUT or _is_number(name, rows):
        return longest
    word = max(len(each) for text in texts for each in text.split() or ("",))
    return max(longest // LINES, min(word, WORD), len(name))


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
        return ", ".join(map(_text, value))
    return CONTROL.sub(" ", str(value))
