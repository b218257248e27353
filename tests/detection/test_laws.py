"""Laws of reading, held against pages in layouts that are drawn at random.

Whatever the mark-up is: every row is read once, a heading is no name of the rows below it, the
heading row of a table is no pair, and what is read is clean text.
"""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.detection.candidates import candidate_nodes
from specdex.detection.detector import LearnedDetector
from specdex.detection.regions import carve
from specdex.html import parse
from specdex.records import Page

PAIRS = [
    ("Brand", "Borea"),
    ("Model number", "C-1200"),
    ("Colour", "Black, Silver"),
    ("Screen size", "6.1 in"),
    ("Max. temperature", "45 °C"),
    ("Weight", "480 g"),
    ("Height (with stand)", "12 cm"),
    ("Ports", "2 x USB-C, 1 x HDMI"),
    ("Aspect ratio", "16:9"),
    ("Warranty", "24 months"),
    ("Wi-Fi", "802.11 a/b/g/n"),
    ("Suitable for", "Indoor and outdoor use"),
]
TITLES = ("General", "Display", "Power and battery")
HEADINGS = (
    "<h3>{}</h3>",
    '<div class="title">{}</div>',
    "<button>{}</button>",
    "<p><b>{}</b></p>",
    "<summary>{}</summary>",
    "<div><span>{}</span></div>",
)
TIPS = ("", "", '<span class="tooltip">What this means</span>', "<button>?</button>")
CLASSES = {
    "none": {},
    "roles": {"label": "label", "value": "value", "row": "row", "rows": "rows"},
    "bem": {"label": "spec__name", "value": "spec__value", "row": "spec__row"},
    "utility": {"label": "w-1/2 text-sm", "value": "w-1/2 font-medium", "row": "flex py-2"},
    "one": {"label": "col-6", "value": "col-6", "row": "row"},
}


@dataclass(frozen=True)
class Layout:
    """How a specification is printed."""

    kind: str
    style: str
    label: str
    value: str
    colon: str
    wraps: tuple[int, int, int]
    tip: str
    gap: str

    def tag(self, tag, role, inside):
        name = CLASSES[self.style].get(role)
        classes = f' class="{name}"' if name else ""
        return f"<{tag}{classes}>{inside}</{tag}>"

    def row(self, name, value):
        in_label, in_value, in_row = self.wraps
        label = "<span>" * in_label + name + self.colon * (self.colon != "apart")
        label += "</span>" * in_label + self.tip
        if self.kind == "table":
            return f"<tr><td>{label}</td><td>{value}</td></tr>"
        if self.kind == "dl":
            return f"<dt>{label}</dt><dd>{value}</dd>"
        value = "<span>" * in_value + value + "</span>" * in_value
        apart = "<span>:</span>" if self.colon == "apart" and self.kind != "flat" else ""
        inside = (
            self.tag(self.label, "label", label)
            + apart
            + self.gap
            + self.tag(self.value, "value", value)
        )
        if self.kind == "flat":
            return inside
        return self.tag(self.kind, "row", f"<div>{inside}</div>" if in_row else inside)

    def rows(self, pairs):
        tag = {"table": "table", "dl": "dl", "li": "ul", "x-row": "x-rows"}.get(self.kind, "div")
        return self.tag(tag, "rows", self.gap.join(self.row(*pair) for pair in pairs))


def takes_turns(layout):
    """What stands unwrapped is told apart by its look alone."""
    told = layout.label != layout.value or layout.style in {"roles", "bem"}
    return layout.kind != "flat" or told


layouts = st.builds(
    Layout,
    kind=st.sampled_from(["table", "dl", "div", "section", "article", "li", "x-row", "flat"]),
    style=st.sampled_from(sorted(CLASSES)),
    label=st.sampled_from(["div", "span", "p", "strong", "h4", "label"]),
    value=st.sampled_from(["div", "span", "p"]),
    colon=st.sampled_from(["", ":", " :", "apart"]),
    wraps=st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1)),
    tip=st.sampled_from(TIPS),
    gap=st.sampled_from(["", " ", "\n"]),
).filter(takes_turns)


def parsed(html):
    page = f"<html><body><h1>Borea C-1200</h1><div>{html}</div><p>More of it.</p></body></html>"
    return parse(Page("http://shop.example/", page.encode(), encoding="utf-8"))


def read(html):
    document = parsed(html)
    regions = carve(document, candidate_nodes(document))
    return [(pair.name, pair.value) for region in regions for pair in region.pairs]


def squeezed(pairs):
    """Names and values without their blanks: where elements meet, a page may show one or not."""
    return sorted((name.replace(" ", ""), value.replace(" ", "")) for name, value in pairs)


@settings(max_examples=200, deadline=None)
@given(layouts, st.integers(2, len(PAIRS)))
def test_every_row_is_read_once_whatever_its_markup(layout, count):
    pairs = PAIRS[:count]
    assert squeezed(read(layout.rows(pairs))) == squeezed(pairs)


@settings(max_examples=200, deadline=None)
@given(layouts, st.sampled_from(HEADINGS), st.booleans())
def test_a_heading_is_no_name_of_the_rows_below_it(layout, heading, wrapped):
    sections = [
        heading.format(title) + layout.rows(PAIRS[at * 4 : at * 4 + 4])
        for at, title in enumerate(TITLES)
    ]
    if wrapped:
        sections = [f"<section>{each}</section>" for each in sections]
    assert squeezed(read("".join(sections))) == squeezed(PAIRS)


@settings(max_examples=100, deadline=None)
@given(layouts, st.sampled_from(HEADINGS))
def test_sections_of_one_look_are_all_in_or_all_out(layout, heading):
    sections = [
        f"<section>{heading.format(title)}{layout.rows(PAIRS[at * 4 : at * 4 + 4])}</section>"
        for at, title in enumerate(TITLES)
    ]
    document = parsed("".join(sections))
    regions = [each for each in carve(document, candidate_nodes(document)) if len(each.pairs) > 1]
    chosen = {each.node for each in LearnedDetector().detect(document)}
    alike = [each.node in chosen for each in regions if len(each.pairs) == 4]
    assert len(set(alike)) <= 1


@pytest.mark.parametrize(
    "top",
    [
        "<thead><tr><th>Feature</th><th>Value</th></tr></thead>",
        "<thead><tr><td>Feature</td><td>Value</td></tr></thead>",
        "<tr><th>Feature</th><th>Value</th></tr>",
        "<tr><td><b>Feature</b></td><td><b>Value</b></td></tr>",
        '<tr><td class="top">Feature</td><td class="top">Value</td></tr>',
    ],
)
@pytest.mark.parametrize("label", ["{}", "<b>{}</b>"])
def test_the_heading_row_of_a_table_is_no_pair(top, label):
    rows = [f"<tr><td>{label.format(name)}</td><td>{value}</td></tr>" for name, value in PAIRS]
    assert read(f"<table>{top}{''.join(rows)}</table>") == PAIRS


@pytest.mark.parametrize(
    "row",
    [
        "<tr><td>\u200e{0}\u200b</td><td>\u200f{1}\ufeff</td></tr>",
        "<tr><td>{0}</td><td><span>{0}</span> <span>{1}</span></td></tr>",
        "<tr><td>{0}</td><td><b>{0}:</b> {1}</td></tr>",
        "<tr><td>{0}</td><td>{0}: {1}</td></tr>",
        '<tr><td>{0}</td><td>{1} (<a href="/more">learn more</a>)</td></tr>',
        "<tr><td>{0}</td><td>:</td><td>{1}</td></tr>",
    ],
)
def test_what_is_read_is_clean(row):
    assert read(f"<table>{''.join(row.format(*pair) for pair in PAIRS)}</table>") == PAIRS


def test_cells_that_span_rows_head_them():
    head = ("<td rowspan=6>General</td>", *[""] * 5, "<td rowspan=6>Power</td>", *[""] * 5)
    rows = [
        f"<tr>{first}<td>{name}</td><td>{value}</td></tr>"
        for first, (name, value) in zip(head, PAIRS, strict=True)
    ]
    assert read(f"<table>{''.join(rows)}</table>") == PAIRS


def test_a_value_may_have_lines_with_colons():
    rows = [f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in PAIRS]
    sizes = "<tr><th>Sizes</th><td>Small: 28 cm<br>Large: 42 cm</td></tr>"
    assert ("Sizes", "Small: 28 cm Large: 42 cm") in read(f"<table>{''.join(rows)}{sizes}</table>")


def test_a_label_with_nothing_but_a_colon_behind_it_says_nothing():
    rows = "".join(f"<li><div>{name}</div><div>:</div></li>" for name, _ in PAIRS)
    assert read(f"<ul>{rows}</ul>") == []
