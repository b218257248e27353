"""Layouts of label-value rows, drawn at random: whatever has pairs is printed by one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from random import Random

from benchmarks.pages.styles import Classes, classes
from benchmarks.pages.words import Pairs

__all__ = ["KINDS", "MARK", "Layout", "Sections", "draw", "fragment"]

MARK = "data-generated-mark"
"""The attribute that tells where a fragment stands while a page is put together."""
Sections = Sequence[tuple[str, Pairs]]
"""Pairs under headings; an empty heading is not printed."""

ICONS = ("", "", "", "", '<svg viewBox="0 0 8 8"><path d="M0 0h8"/></svg>', '<i class="icon"></i>')
TIPS = ("", "", "", "", "", '<span class="tooltip">?</span>', "<button type=button>?</button>")
COLONS = ("", "", "", ":", ":", " :")
HEADINGS = ("h2", "h3", "h4", "h5", "div", "div", "span", "button", "p", "strong", "summary")
LABELS = ("div", "span", "span", "p", "strong", "b", "h4", "label", "dt")
VALUES = ("div", "span", "span", "p", "dd", "div")
LINKED, WRAPPED = 0.1, 0.5
"""How often values are linked, and sections elements of their own."""
ROWS = ("div", "div", "div", "section", "article", "p")


@dataclass(frozen=True, slots=True)
class Layout:
    """How one template prints rows."""

    kind: str
    classes: Classes
    tags: tuple[str, str, str, str]
    """Of headings, rows, labels and values."""
    wraps: tuple[int, int, int]
    """How many elements stand around labels, values and rows for nothing."""
    colon: str
    icon: str
    tip: str
    gap: str
    links: bool
    """Whether values lead to searches."""
    wrapped: bool
    """Whether sections are elements of their own."""

    def element(self, tag: str, role: str, inside: str) -> str:
        """An element with the class of its *role*."""
        named = self.classes.get(role)
        return f'<{tag} class="{named}">{inside}</{tag}>' if named else f"<{tag}>{inside}</{tag}>"

    def label(self, name: str) -> str:
        """What stands in a label."""
        return f"{self.icon}{_around(escape(name) + self.colon, self.wraps[0])}{self.tip}"

    def value(self, value: str) -> str:
        """What stands in a value."""
        text = escape(value)
        linked = f'<a href="/search?q={len(value)}">{text}</a>' if self.links else text
        return _around(linked, self.wraps[1])

    def halves(self, name: str, value: str) -> str:
        """The elements of a label and its value, side by side."""
        _, _, label, said = self.tags
        return self.gap.join(
            (
                self.element(label, "label", self.label(name)),
                self.element(said, "value", self.value(value)),
            )
        )


def _around(text: str, count: int) -> str:
    return "<span>" * count + text + "</span>" * count


def _cells(layout: Layout, pairs: Pairs) -> str:
    """The cells of one row of a table."""
    head = "th" if layout.tags[2] in {"strong", "b", "dt", "h4"} else "td"
    return "".join(
        layout.element(head, "label", layout.label(name))
        + layout.element("td", "value", layout.value(value))
        for name, value in pairs
    )


def _table(layout: Layout, pairs: Pairs, a_row: int = 1) -> str:
    rows = (
        layout.element("tr", "row", _cells(layout, pairs[at : at + a_row]))
        for at in range(0, len(pairs), a_row)
    )
    body = layout.gap.join(rows)
    return layout.element("table", "rows", f"<tbody>{body}</tbody>" if layout.wrapped else body)


def _wide_table(layout: Layout, pairs: Pairs) -> str:
    """Two pairs a row."""
    return _table(layout, pairs, 2)


def _definitions(layout: Layout, pairs: Pairs) -> str:
    rows = (
        layout.element("dt", "label", layout.label(name))
        + layout.gap
        + layout.element("dd", "value", layout.value(value))
        for name, value in pairs
    )
    if layout.wraps[2]:
        rows = (layout.element("div", "row", each) for each in rows)
    return layout.element("dl", "rows", layout.gap.join(rows))


def _list(layout: Layout, pairs: Pairs) -> str:
    rows = (
        layout.element("li", "row", _around(layout.halves(*pair), layout.wraps[2]))
        for pair in pairs
    )
    return layout.element("ul", "rows", layout.gap.join(rows))


def _lines(layout: Layout, pairs: Pairs) -> str:
    """A list of lines with colons, the label bold or not."""
    bold = layout.tags[2] in {"strong", "b"}
    rows = (
        layout.element(
            "li",
            "row",
            f"<{layout.tags[2]}>{escape(name)}:</{layout.tags[2]}> {layout.value(value)}"
            if bold
            else f"{escape(name)}: {layout.value(value)}",
        )
        for name, value in pairs
    )
    return layout.element("ul", "rows", layout.gap.join(rows))


def _breaks(layout: Layout, pairs: Pairs) -> str:
    """Lines with a bold label, ended by breaks or paragraphs."""
    rows = [f"<b>{escape(name)}:</b> {layout.value(value)}" for name, value in pairs]
    if layout.wrapped:
        return layout.element("div", "rows", "".join(f"<p>{each}</p>" for each in rows))
    return layout.element("p", "rows", "<br>".join(rows))


def _divisions(layout: Layout, pairs: Pairs) -> str:
    tag = layout.tags[1]
    inner = "span" if tag == "p" else "div"
    wraps = layout.wraps[2]
    rows = (
        layout.element(
            tag, "row", f"<{inner}>" * wraps + layout.halves(*pair) + f"</{inner}>" * wraps
        )
        for pair in pairs
    )
    return layout.element("div", "rows", layout.gap.join(rows))


def _grid(layout: Layout, pairs: Pairs) -> str:
    """Labels and values that take turns in one parent."""
    return layout.element("div", "rows", layout.gap.join(layout.halves(*pair) for pair in pairs))


def _cards(layout: Layout, pairs: Pairs) -> str:
    """A heading over each value."""
    tag = "h5" if layout.wrapped else "h4"
    rows = (
        layout.element(
            "div",
            "row",
            layout.icon
            + layout.element(tag, "label", escape(name))
            + layout.element("p", "value", layout.value(value)),
        )
        for name, value in pairs
    )
    return layout.element("div", "rows", layout.gap.join(rows))


def _figures(layout: Layout, pairs: Pairs) -> str:
    """Values in large type over their labels."""
    rows = (
        layout.element(
            "div",
            "row",
            layout.element("div", "value", layout.value(value))
            + layout.element("div", "label", escape(name)),
        )
        for name, value in pairs
    )
    return layout.element("div", "rows", layout.gap.join(rows))


KINDS: dict[str, Callable[[Layout, Pairs], str]] = {
    "table": _table,
    "wide table": _wide_table,
    "dl": _definitions,
    "list": _list,
    "lines": _lines,
    "breaks": _breaks,
    "div": _divisions,
    "grid": _grid,
    "cards": _cards,
    "figures": _figures,
}
"""How rows are printed, by name."""
SHARES = (20, 4, 12, 16, 8, 4, 32, 8, 4, 2)
"""How often, in the same order."""


def draw(chance: Random) -> Layout:
    """A layout that is drawn by *chance*."""
    kind = chance.choices(tuple(KINDS), SHARES)[0]
    tags = tuple(chance.choice(each) for each in (HEADINGS, ROWS, LABELS, VALUES))
    if tags[1] == "p":  # which ends where another block begins
        tags = (tags[0], "p", "span", "span")
    look = classes(chance)
    if kind == "grid" and look.get("label") == look.get("value"):
        tags = (tags[0], tags[1], "strong", "span")  # else nothing tells them apart
    return Layout(
        kind=kind,
        classes=look,
        tags=tags,  # type: ignore[arg-type]
        wraps=(chance.choice((0, 0, 1)), chance.choice((0, 0, 1)), chance.choice((0, 0, 0, 1, 2))),
        colon=chance.choice(COLONS),
        icon=chance.choice(ICONS),
        tip=chance.choice(TIPS),
        gap=chance.choice(("", " ", "\n")),
        links=chance.random() < LINKED,
        wrapped=chance.random() < WRAPPED,
    )


def fragment(layout: Layout, sections: Sections, mark: str = "") -> str:
    """The *sections* as *layout* prints them, in one element that carries *mark*."""
    inside = "".join(_section(layout, title, pairs) for title, pairs in sections)
    named = layout.classes.get("box")
    attributes = (f' class="{named}"' if named else "") + (f' {MARK}="{mark}"' if mark else "")
    return f"<div{attributes}>{inside}</div>"


def _section(layout: Layout, title: str, pairs: Pairs) -> str:
    printed = KINDS[layout.kind](layout, pairs)
    if title and layout.kind == "table" and layout.tags[0] == "strong":
        row = f"<tr><th colspan=2>{escape(title)}</th></tr>"
        return printed.replace("<tr", f"{row}<tr", 1)
    head = layout.element(layout.tags[0], "heading", escape(title)) if title else ""
    return (
        layout.element("section", "section", head + printed) if layout.wrapped else head + printed
    )
