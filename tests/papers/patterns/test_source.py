"""The clean source document: what is kept of a page, and the way back to it."""

import pytest

from benchmarks.patterns.paper import is_valid
from specdex.papers.patterns.source import LATER_COLON, clean, fold


def text(make, body, **options):
    source = clean(make(body), **options)
    return source.text.removeprefix("<html><body>").removesuffix("</body></html>")


def test_ids_and_names_and_links_are_dropped_from_tags(make):
    body = '<p id="c7" class="spec-value 2"><a name="n" href="/x" title="t">x</a></p>'
    assert text(make, body) == "<p classspecvalue><a>x</a></p>"


def test_the_letters_of_attributes_are_joined(make):
    body = '<table><tr><th scope="col" class="spec value-col" id="x1">Weight</th></tr></table>'
    assert "<th classspecvaluecolscopecol>Weight</th>" in text(make, body)


def test_excluded_tags_go_with_all_they_hold(make):
    body = (
        "<script>a = 'Weight: 1 kg'</script><nav>Shop</nav><p>Weight</p><select><option>1</select>"
    )
    assert text(make, body) == "<p>Weight</p>"


def test_explanations_for_those_who_ask_are_left_out(make):
    assert text(make, '<p>Weight<span class="tooltip">without batteries</span></p>') == (
        "<p>Weight</p>"
    )


@pytest.mark.parametrize(
    "mark", ['class="footer-links"', 'id="site-footer"', 'role="listbox"', 'class="cookie-note"']
)
def test_what_stands_on_every_page_of_a_site_is_left_out(make, mark):
    assert text(make, f"<div {mark}>Company: us</div><p>Weight</p>") == "<p>Weight</p>"


def test_white_space_and_line_breaks_go(make):
    assert (
        text(make, "<p>\n  Net \t weight\n</p>\n\n<b> 1 kg </b>") == "<p>Net weight</p><b>1 kg</b>"
    )


def test_only_the_first_colon_of_a_text_is_kept(make):
    assert text(make, "<p>Ratio: 3:2 or 16:9</p>") == (
        f"<p>Ratio: 3{LATER_COLON}2 or 16{LATER_COLON}9</p>"
    )


def test_a_colon_between_digits_is_none():
    assert fold("16:9") == f"16{LATER_COLON}9"
    assert fold("12:30 Lunch: soup").index(":") == 11


def test_a_colon_in_brackets_is_not_the_first():
    assert fold("Sensitivity (SOS: standard): auto").index(":") == 27


@pytest.mark.parametrize(
    ("body", "closed"),
    [
        ("<table><tr><td>a<td>b</table>", "<td>a</td><td>b</td>"),
        ("<table><tr><th>a<td>b</table>", "<th>a</th><td>b</td>"),
        ("<ul><li>a<li>b</ul>", "<li>a</li><li>b</li>"),
    ],
)
def test_unclosed_cells_and_entries_are_closed(make, body, closed):
    assert closed in text(make, body)


def test_bare_tags_have_no_attributes(make):
    assert text(make, '<p class="a">x<b id="y">z</b></p>', bare=True) == "<p>x<b>z</b></p>"


def printed(source, start, stop):
    return source.document.text[slice(*source.place(start, stop))].replace("\n", " ")


def test_text_is_never_taken_for_a_tag(make):
    source = clean(make("<p>a &lt;td&gt; b</p>"))
    start, stop = source.opened[2], source.closed[2]
    assert "<td>" not in source.text
    assert printed(source, start, stop) == "a <td> b"


def test_a_stretch_of_characters_finds_its_way_back_to_the_page(make):
    document = make('<dl><dt>Ratio</dt><dd class="v">3:2, <b>16:9</b> and 1:1</dd></dl>')
    source = clean(document)
    start, stop = source.text.index("3"), source.text.index("</dd>")
    assert printed(source, start, stop) == "3:2, 16:9 and 1:1"
    assert document.xpath(source.node_of(start, stop)) == "/html/body/dl/dd"
    assert is_valid(source, start, stop)
    assert not is_valid(source, start, source.text.index("</b>"))


def test_a_page_without_anything_has_an_empty_source(make):
    assert text(make, "") == ""
