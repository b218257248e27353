import pytest

from specdex.papers.mdr import MdrReader, data_regions

CARD = '<div><a href="/p/{n}"><img src="{n}.jpg"></a><h3>Thing {n}</h3><p><b>${n}9.00</b></p></div>'
PAIR = (
    '<tr><td><img src="{n}.jpg"></td><td><a href="/p/{n}">Thing {n}</a></td></tr>'
    '<tr><td colspan="2"><p><b>$1{n}</b> <i>each</i></p></td></tr>'
)


def page(body):
    return f"<html><body><div id='x'><h1>Things</h1>{body}</div></body></html>"


def test_neighbours_alike_are_a_data_region(document_of):
    body = f"<section>{''.join(CARD.format(n=n) for n in range(6))}</section>"
    listing = MdrReader().read(document_of(page(body)))
    assert [each.xpath for each in listing.offers] == [
        f"/html/body/div/section/div[{n}]" for n in range(1, 7)
    ]


def test_a_generalised_node_may_have_several_tags(document_of):
    body = f"<table>{''.join(PAIR.format(n=n) for n in range(5))}</table>"
    document = document_of(page(body))
    (region,) = [each for each in data_regions(document) if document.tag[each.parent] == "table"]
    assert [len(span) for span in region.nodes] == [2] * 5
    listing = MdrReader().read(document)
    assert len(listing.offers) == 5
    assert listing.offers[0].rest == ("/html/body/div/table/tr[2]",)


def test_neighbours_unlike_are_none(document_of):
    body = "<p>One</p><ul><li>a<li>b<li>c</ul><table><tr><td>x</table>"
    listing = MdrReader().read(document_of(f"<html><body><div>{body}</div></body></html>"))
    assert all(each.xpath.startswith("/html/body/div/ul") for each in listing.offers)


def test_records_nested_in_rows_are_split(document_of):
    row = "<div>" + "".join(CARD.format(n=n) for n in range(3)) + "</div>"
    listing = MdrReader().read(document_of(page(f"<section>{row * 3}</section>")))
    assert len(listing.offers) == 9


def test_the_empty_page_is_silent(document_of):
    listing = MdrReader().read(document_of(""))
    assert listing.offers == ()
    assert listing.reason


def tree(tags):
    return "<div><span>" + "".join(f"<{tag}>x</{tag}>" for tag in tags) + "</span></div>"


@pytest.mark.parametrize(("other", "alike"), [(3, True), (4, False)])
def test_the_threshold_is_a_share_of_the_mean_size_and_itself_alike(document_of, other, alike):
    """Of ten tags three may differ, four may not."""
    tags = ["b", "i", "u", "q", "s", "b", "i", "u"]
    two = ["em"] * other + tags[other:]
    body = f"<html><body><main><section>{tree(tags)}{tree(two)}</section></main></body></html>"
    document = document_of(body)
    regions = [each for each in data_regions(document) if document.tag[each.parent] == "section"]
    assert bool(regions) is alike


def test_a_tree_that_is_flat_holds_no_region(document_of):
    deep = document_of("<html><body><ul><li><b>a</b></li><li><b>b</b></li></ul></body></html>")
    assert [deep.tag[each.parent] for each in data_regions(deep)] == []


def test_a_region_ends_where_neighbours_differ(document_of):
    rows = "".join(CARD.format(n=n) for n in range(4))
    body = page(f"<section>{rows}<table><tr><td><p>x</p></td></tr></table></section>")
    document = document_of(body)
    regions = [each for each in data_regions(document) if document.tag[each.parent] == "section"]
    assert [len(each.nodes) for each in regions] == [4]
    assert len(MdrReader().read(document).offers) == 4


def test_a_region_begins_behind_what_is_unlike_and_another_one_behind_a_gap(document_of):
    three, two = ("".join(CARD.format(n=n) for n in range(count)) for count in (3, 2))
    gap = f"<form><select>{'<option>x</option>' * 8}</select></form>"
    document = document_of(page(f"<section>{gap}{three}{gap}{two}</section>"))
    regions = [each for each in data_regions(document) if document.tag[each.parent] == "section"]
    assert [[len(span) for span in each.nodes] for each in regions] == [[1] * 3, [1] * 2]
