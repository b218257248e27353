"""From a Document to its Specification."""

import pickle
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from specdex.detection.rules import RuleDetector
from specdex.extraction.arbitration import arbitrate
from specdex.extraction.extractor import PageExtractor
from specdex.extraction.structure import StructureReader
from specdex.html import parse
from specdex.records import Candidate, Field, FragmentKind, Page, Pair

TABLE = "<table>{}</table>".format(
    "".join(
        f"<tr><th>{name}</th><td>{value}</td></tr>"
        for name, value in [("Brand", "Lumea"), ("Weight", "2 kg"), ("Colour", "red")]
    )
)
PAGE = f"<title>Kettle K-200</title><h1>Kettle</h1><h2>Specifications</h2>{TABLE}"


def page(body, **more):
    return Page("http://shop.example/k200", body.encode(), **more)


@dataclass(frozen=True)
class Sees:
    """A detector that points at the elements with a tag."""

    tag: str

    def detect(self, document):
        return [Candidate(node, FragmentKind.TABLE, 0.5) for node in document.nodes_of(self.tag)]


@dataclass(frozen=True)
class Breaks:
    """A reader that a page breaks."""

    name: str = "breaks"

    def read(self, _document, candidate):
        raise ZeroDivisionError(f"cannot read {candidate.node}")


@dataclass(frozen=True)
class Names:
    """A reader of fields."""

    def read(self, document, specification_pairs=()):
        return [
            Field("name", document.title),
            *(Field("brand", pair.value) for pair in specification_pairs if pair.name == "Brand"),
        ]


def extractor(**changes):
    parts = {"detector": Sees("table"), "readers": (StructureReader(),)} | changes
    return PageExtractor(**parts)


def test_a_page_becomes_a_specification_with_its_origin():
    document = parse(page(PAGE, id="7", site="shop.example", category="kettle"))
    found = extractor().extract(document)
    assert (found.id, found.site, found.category) == ("7", "shop.example", "kettle")
    assert found.title == "Kettle K-200"
    assert [(pair.name, pair.value) for pair in found.pairs] == [
        ("Brand", "Lumea"),
        ("Weight", "2 kg"),
        ("Colour", "red"),
    ]
    assert found.failures == ()
    (fragment,) = found.fragments
    assert document.find(fragment.xpath) == document.find("//table")
    assert all(0 < pair.confidence <= fragment.confidence for pair in fragment.pairs)


def test_hidden_copies_are_reported_once():
    found = extractor().extract(parse(page(PAGE + TABLE)))
    assert len(found.fragments) == 1


def test_a_reader_that_breaks_becomes_a_failure():
    found = extractor(readers=(Breaks(),)).extract(parse(page(PAGE)))
    assert found.fragments == ()
    (failure,) = found.failures
    assert failure.step == "extract"
    assert "ZeroDivisionError" in failure.reason


def test_a_page_that_is_no_page_gives_an_empty_answer_and_its_failure():
    for body in ("", "%PDF-1.7 nothing", " " * 100):
        found = extractor().extract(parse(page(body)))
        assert found.fragments == ()
        assert len(found.failures) == 1


def test_a_page_of_nothing_but_tables_is_read():
    found = extractor(detector=RuleDetector()).extract(parse(page(TABLE * 600)))
    assert not found.failures


def test_fields_come_along():
    found = extractor(fields=Names()).extract(parse(page(PAGE)))
    assert found.fields == (Field("name", "Kettle K-200"), Field("brand", "Lumea"))


def test_the_extractor_travels_to_workers():
    whole = extractor(detector=RuleDetector())
    assert pickle.loads(pickle.dumps(whole)) == whole


@given(st.binary(max_size=400))
def test_no_bytes_make_it_raise(body):
    found = extractor(detector=RuleDetector()).extract(parse(Page("http://x.example/", body)))
    assert found.url == "http://x.example/"


def test_readers_that_agree_make_a_pair_surer_and_those_that_differ_less_sure():
    one = Pair("Weight", "2 kg", reader="structure", confidence=0.6)
    same = Pair("weight:", "2 KG", reader="markup", confidence=0.5)
    other = Pair("Weight", "3 kg", reader="markup", confidence=0.7)
    (agreed,) = arbitrate([[one], [same]])
    (argued,) = arbitrate([[one], [other]])
    assert agreed.confidence > one.confidence
    assert (argued.value, argued.reader) == ("3 kg", "markup")
    assert argued.confidence < other.confidence


def test_a_name_under_two_headings_stays_twice_and_new_names_are_added():
    first = [Pair("Type", "LCD", group="Screen"), Pair("Type", "AA", group="Battery")]
    settled = arbitrate([first, [Pair("Brand", "Lumea")]])
    assert [(pair.name, pair.value) for pair in settled] == [
        ("Type", "LCD"),
        ("Type", "AA"),
        ("Brand", "Lumea"),
    ]


@given(st.lists(st.lists(st.builds(Pair, st.text(max_size=3), st.text(max_size=3)), max_size=5)))
def test_arbitration_only_repeats_what_a_reader_said(answers):
    said = {(pair.name, pair.value) for answer in answers for pair in answer}
    settled = arbitrate(answers)
    assert {(pair.name, pair.value) for pair in settled} <= said
    assert all(0 <= pair.confidence <= 1 for pair in settled)
