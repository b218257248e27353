"""The paper's heuristic, to the letter."""

from specdex.html import parse
from specdex.papers.dexter_structure import StructurePaperReader
from specdex.ports import Reader
from specdex.records import Candidate, FragmentKind, Page


def read(markup):
    document = parse(Page("http://shop.example/", f"<body>{markup}</body>".encode()))
    candidate = Candidate(document.find("/html/body/*[1]"), FragmentKind.TABLE)
    pairs = StructurePaperReader().read(document, candidate)
    return [(pair.name, pair.value) for pair in pairs]


def test_the_first_text_of_a_row_is_the_name_and_the_others_are_the_value():
    assert read("<table><tr><td>Size<td>3 <b>cm</b><td>x<tr><td>alone</table>") == [
        ("Size", "3 cm x")
    ]


def test_an_item_with_a_colon_is_a_pair():
    assert read("<ul><li>Size: 3 cm<li>Ratio: 16:9<li>no pair</ul>") == [
        ("Size", "3 cm"),
        ("Ratio", "16:9"),
    ]


def test_it_knows_no_other_markup():
    assert read("<dl><dt>Size<dd>3 cm</dl>") == []
    assert isinstance(StructurePaperReader(), Reader)


def test_a_whole_page_may_be_the_candidate():
    document = parse(Page("http://shop.example/", b"<ul><li>Size: 3 cm</li></ul>"))
    reader = StructurePaperReader()
    said = reader.read(document, Candidate(0, FragmentKind.TABLE))
    assert [(pair.name, pair.value) for pair in said] == [("Size", "3 cm")]
    for outside in (-1, len(document)):
        assert reader.read(document, Candidate(outside, FragmentKind.TABLE)) == ()
