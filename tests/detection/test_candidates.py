"""Candidates: everything that may hold rows, and nothing that cannot."""

import time

import pytest

from specdex.detection.candidates import candidate_nodes, find_candidates
from specdex.detection.regions import carve
from specdex.records import FragmentKind

ROW = "<div class='r'><span>{}</span><span>{}</span></div>"
GRID = "".join(ROW.format(name, value) for name, value in [("Size", "3 cm"), ("Mass", "2 g")])


@pytest.mark.parametrize(
    ("markup", "tag"),
    [
        (
            "<table id=s><tr><td>Size</td><td>3 cm</td></tr><tr><td>Mass</td><td>2 g</td></tr>",
            "table",
        ),
        ("<ul id=s><li>Size: 3 cm</li><li>Mass: 2 g</li></ul>", "ul"),
        ("<dl id=s><dt>Size</dt><dd>3 cm</dd></dl>", "dl"),
        (f"<div id=s>{GRID}</div>", "div"),
        ("<p id=s>Size: 3 cm<br>Mass: 2 g</p>", "p"),
        ("<div id=s><b>Size:</b> 3 cm<br><b>Mass:</b> 2 g</div>", "div"),
        ("<section id=s><h4>Size</h4><p>3 cm</p><h4>Mass</h4><p>2 g</p></section>", "section"),
        ("<div id=s><dl><dt>Size<dd>3 cm</dl><dl><dt>Mass<dd>2 g</dl></div>", "div"),
    ],
)
def test_every_layout_is_a_candidate(document, markup, tag):
    page = document(f"<h1>Kettle</h1>{markup}")
    nodes = [each.node for each in find_candidates(page)]
    node = page.find("//*[@id='s']")
    assert page.tag[node] == tag
    assert node in nodes


def test_layout_tables_do_not_hide_the_tables_in_them(document):
    inner = "<table id=s><tr><td>Size<td>3 cm<tr><td>Mass<td>2 g</table>"
    page = document(f"<table><tr><td>Menu</td><td>{inner}</td></tr></table>")
    assert page.find("//*[@id='s']") in [each.node for each in find_candidates(page)]


def test_menus_and_prose_are_no_candidates(document):
    page = document(
        "<ul><li><a href=/a>Kettles</a></li><li><a href=/b>Mugs</a></li></ul>"
        "<p>This kettle boils water. It does so quickly, and it looks good on every table.</p>"
    )
    assert not find_candidates(page)


def test_candidates_come_in_page_order_with_their_kind(shop_page):
    found = find_candidates(shop_page)
    assert [each.node for each in found] == sorted(each.node for each in found)
    assert FragmentKind.TABLE in {each.kind for each in found}


def test_each_pair_belongs_to_one_region(document):
    page = document(f"<div><p>Origin: Peru<br>Roast: dark</p><div>{GRID}</div></div>")
    regions = carve(page, candidate_nodes(page))
    pairs = [(pair.name, pair.node) for region in regions for pair in region.pairs]
    assert len(pairs) == len(set(pairs)) == 4


def pairs_of_rows(document, rows):
    columns = "<div class=row>{}</div>"
    page = document(f"<div id=s>{''.join(columns.format(row) for row in rows)}</div>")
    return page, carve(page, candidate_nodes(page))


def test_rows_of_several_columns_are_one_region(document):
    names = iter(("Size", "Mass", "Colour", "Origin", "Power", "Height"))
    cell = "<div class=c><div class=l>{}</div><div class=v>3 cm</div></div>"
    rows = [cell.format(next(names)) + cell.format(next(names)) for _ in range(3)]
    page, regions = pairs_of_rows(document, rows)
    assert [region.node for region in regions] == [page.find("//*[@id='s']")]
    assert len(regions[0].pairs) == 6


def test_cards_of_a_list_stay_apart(document):
    cell = "<div class=c><div class=l>{}</div><div class=v>{}</div></div>"
    rows = [cell.format("Size", f"{at} cm") + cell.format("Mass", f"{at} g") for at in range(3)]
    _, regions = pairs_of_rows(document, rows)
    assert [len(region.pairs) for region in regions] == [2, 2, 2]


def test_a_definition_list_of_one_row_is_a_region_beside_longer_ones_of_its_look(document):
    one = "<div><dl class=d><dt>Origin<dd>Peru</dl></div>"
    more = "<div><dl class=d><dt>Size<dd>3 cm<dt>Mass<dd>2 g</dl></div>"
    page = document(f"<div><p>Colour: red<br>Power: 2 W</p>{one}{more}</div>")
    regions = carve(page, candidate_nodes(page))
    assert {len(each.pairs) for each in regions if each.kind is FragmentKind.DL} == {1, 2}


def test_an_empty_page_has_none(document):
    assert not find_candidates(document(""))


def test_a_page_of_thousands_of_rows_takes_no_time(document):
    page = document("<div>" + GRID * 5_000 + "</div>")
    begin = time.perf_counter()
    carve(page, candidate_nodes(page))
    assert time.perf_counter() - begin < 5
