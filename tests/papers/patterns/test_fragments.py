"""Where patterns say that a page's specification is."""

from itertools import pairwise

import pytest

from specdex.papers.patterns.reader import PatternDetector
from specdex.ports import Detector
from specdex.records import FragmentKind


def test_it_fits_the_port():
    assert isinstance(PatternDetector(), Detector)


def test_the_table_that_holds_the_pairs_is_found(table):
    (candidate,) = PatternDetector().detect(table)
    assert table.xpath(candidate.node) == "/html/body/table[2]"
    assert candidate.kind is FragmentKind.TABLE
    assert 0 < candidate.confidence < 1


@pytest.mark.parametrize(
    ("template", "kind"),
    [
        ("<ul><li>{}: {}</li><li>{}: {}</li></ul>", FragmentKind.LIST),
        ("<dl><dt>{}</dt><dd>{}</dd><dt>{}</dt><dd>{}</dd></dl>", FragmentKind.DL),
        ("<div><p>{}: {}</p><p>{}: {}</p></div>", FragmentKind.DIV),
    ],
)
def test_every_kind_of_markup_is_known(make, template, kind):
    document = make(template.format("Weight", "1 kg", "Colour", "Black"))
    (candidate,) = PatternDetector().detect(document)
    assert candidate.kind is kind
    assert document.text_of(candidate.node).startswith("Weight")


def test_candidates_never_lie_inside_each_other(make):
    document = make(
        "<ul><li>Weight: 1 kg</li><li>Colour: Black<ul><li>Height: 2 cm</li></ul></li></ul>"
        "<ul><li>Width: 3 cm</li></ul>"
    )
    found = PatternDetector().detect(document)
    assert [document.tag[each.node] for each in found] == ["ul", "ul"]
    assert all(one.node < two.node for one, two in pairwise(found))


def test_a_page_without_pairs_has_no_candidates(make):
    assert PatternDetector().detect(make("<p>Hello.</p>")) == ()
