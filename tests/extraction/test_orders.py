"""In which order labels and values stand: values first, labels over values, rows of two looks."""

import pytest

from specdex.html import parse
from specdex.records import Page
from specdex.structure import readings

SHEET = {
    "Weight": "480 g",
    "Colour": "navy blue",
    "Battery life": "12 h",
    "Screen size": "6.1 in",
    "Material": "oak",
    "Warranty": "2 years",
}


def read(markup):
    """The pairs of the page; each stands where its value does, or begins."""
    document = parse(Page("http://shop.example/p", f"<body>{markup}</body>".encode()))
    found = readings(document).deep.read(document.places_of("body")[0])
    for pair in found:
        text = document.select(document.xpath(pair.node)).xpath("string()")
        assert pair.value in text or pair.value.startswith(text)
    return {pair.name: pair.value for pair in found}


def rows(row, sheet=SHEET):
    return "".join(
        row.format(name=name, value=value, stripe=("odd", "even")[at % 2])
        for at, (name, value) in enumerate(sheet.items())
    )


@pytest.mark.parametrize(
    "row",
    [
        "<div><div>{value}</div><div>{name}</div></div>",
        "<li><strong>{value}</strong><span>{name}</span></li>",
        "<li class=fact><h3>{value}</h3><p>{name}</p></li>",
        "<h4>{value}</h4><p>{name}</p>",
        "<span class=big>{value}</span><span class=small>{name}</span>",
        "<div class={stripe}><span class=name>{name}</span><span>{value}</span></div>",
        "<p class={stripe}><b>{name}</b> {value}</p>",
        "<tr><td>{value}</td><th>{name}</th></tr>",
    ],
)
def test_every_pair_is_read_the_right_way_around(row):
    tag = "table" if row.startswith("<tr") else "div"
    assert read(f"<{tag}>{rows(row)}</{tag}>") == SHEET


def test_a_figure_may_have_its_unit_beside_it():
    parted = {"Weight": "480</b> <i>g", "Battery life": "12</b> <i>h", "Range": "6.1</b> <i>km"}
    found = read(f"<ul>{rows('<li><b>{value}</i><p>{name}</p></li>', parted)}</ul>")
    assert found == {"Weight": "480 g", "Battery life": "12 h", "Range": "6.1 km"}


@pytest.mark.parametrize("size", [2, 3, 6])
@pytest.mark.parametrize("label", ["<th>{}</th>", "<td><b>{}</b></td>"])
def test_rows_of_labels_stand_over_rows_of_values(size, label):
    sheet, lines = list(SHEET.items()), []
    for at in range(0, len(sheet), size):
        part = sheet[at : at + size]
        lines.append("".join(label.format(name) for name, _ in part))
        lines.append("".join(f"<td>{value}</td>" for _, value in part))
    assert read("<table><tr>" + "</tr><tr>".join(lines) + "</tr></table>") == SHEET


def test_cells_are_told_apart_by_what_stands_in_them():
    names = iter(SHEET.items())
    lines = [
        "".join(
            f"<td class=cell><span>{name}</span></td><td class=cell>{value}</td>"
            for name, value in two
        )
        for two in zip(names, names, strict=True)
    ]
    assert read("<table><tr>" + "</tr><tr>".join(lines) + "</tr></table>") == SHEET


@pytest.mark.parametrize(
    "sheet",
    [
        {"5G": "yes", "4K video": "yes", "3D sound": "no", "Weight": "480 g"},
        {"USB 3 ports": "4", "HDMI 2.1 ports": "2", "Width": "30 cm"},
        {"2 year warranty": "included", "Weight": "3 kg", "Height": "9 cm", "Depth": "4 cm"},
        {"4K": "yes", "5G": "yes", "3D": "yes"},
        {
            "24 MP": "A sensor that is larger than that of any camera before it.",
            "12 h": "Enough for a day and a half of pictures from dawn to dusk.",
            "5 x": "A zoom that takes you right into the middle of all action.",
        },
    ],
)
def test_labels_with_digits_stay_labels(sheet):
    assert read(f"<ul>{rows('<li><b>{name}</b><span>{value}</span></li>', sheet)}</ul>") == sheet


def test_rows_that_are_striped_cell_by_cell_are_no_columns():
    row = "<tr><td class={stripe}>{name}</td><td class={stripe}>{value}</td></tr>"
    assert read(f"<table>{rows(row)}</table>") == SHEET


def test_a_header_behind_its_label_stays_a_value():
    sheet = {"Colour": "navy blue", "Weight": "480 g", "Battery life": "12 h"}
    row = "<tr><td>{name}</td><th>{value}</th></tr>"
    assert read(f"<table>{rows(row, sheet)}</table>") == sheet
