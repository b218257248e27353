"""The reader called patterns, alone on a page and inside an element."""

import pickle
from types import SimpleNamespace

import pytest

from specdex.papers.patterns.reader import PatternReader
from specdex.papers.patterns.trie import Seed
from specdex.ports import Reader
from specdex.records import Candidate, FragmentKind


def test_it_fits_the_port_and_travels_to_workers():
    reader = PatternReader()
    assert isinstance(reader, Reader)
    assert pickle.loads(pickle.dumps(reader)).dictionary == reader.dictionary


def test_a_page_is_read_out_of_the_box(table, pairs):
    reading = PatternReader().read_page(table)
    assert {pair.name: pair.value for pair in reading.pairs} == pairs
    assert not reading.failures


def test_every_pair_carries_its_place_reader_and_confidence(table):
    for pair in PatternReader().read_page(table).pairs:
        node = table.find(pair.xpath)
        assert table.text_of(node) == pair.value
        assert pair.reader == "patterns"
        assert 0 < pair.confidence < 1


def test_more_seeds_make_a_pair_surer(table):
    few = [Seed("Weight", "675 g"), Seed("Colour", "Black")]
    more = [*few, Seed("Height", "98 mm"), Seed("Sensor type", "CMOS")]
    one, other = (PatternReader().read_page(table, seeds).pairs[0] for seeds in (few, more))
    assert one.confidence < other.confidence


def test_seeds_can_be_handed_in_and_the_pattern_is_told_in_words(make):
    document = make("<ul><li>Mrkn: 7 zorg</li><li>Blip: 9 zorg</li><li>Plonk: none</li></ul>")
    reading = PatternReader().read_page(document, [Seed("Mrkn", "7 zorg"), Seed("Blip", "9 zorg")])
    assert [pair.name for pair in reading.pairs] == ["Mrkn", "Blip", "Plonk"]
    (pattern,) = reading.patterns
    assert pattern.in_words() == "after <li> comes a name, after : its value, up to </li> (2 seeds)"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<p>Good day to you.</p>", "no seeds"),
        ("", "no seeds"),
        ("<h3>Weight: 1 kg</h3><p>Colour: Black</p>", "no pattern"),
    ],
)
def test_a_page_without_seeds_or_patterns_gives_a_failure_that_says_so(make, body, reason):
    reading = PatternReader().read_page(make(body))
    assert reading.pairs == ()
    (failure,) = reading.failures
    assert failure.reason.startswith(reason)
    assert (failure.url, failure.step) == ("http://shop.example/camera", "extract")


def test_only_pairs_inside_the_candidate_are_read(make):
    document = make(
        "<div id=a><ul><li>Weight: 1 kg</li><li>Colour: Black</li></ul></div>"
        "<div id=b><ul><li>Height: 2 cm</li></ul></div>"
    )
    node = document.find("//*[@id='b']")
    found = PatternReader().read(document, Candidate(node, FragmentKind.DIV))
    assert [(pair.name, pair.value) for pair in found] == [("Height", "2 cm")]


def test_a_candidate_may_be_without_some_of_its_elements(make):
    document = make(
        "<div><ul><li>Weight: 1 kg</li><li>Colour: Black</li></ul>"
        "<ul id=b><li>Height: 2 cm</li></ul></div>"
    )
    carved = SimpleNamespace(node=document.find("//div"), without=(document.find("//*[@id='b']"),))
    assert [pair.name for pair in PatternReader().read(document, carved)] == ["Weight", "Colour"]


def test_three_known_names_printed_alike_do_without_known_values(make):
    body = "<ul><li>Lining: fleece</li><li>Brand: Mrkn</li><li>Closure: zip</li><li>A: b</li></ul>"
    names = [pair.name for pair in PatternReader().read_page(make(body)).pairs]
    assert names == ["Lining", "Brand", "Closure", "A"]


def test_a_candidate_that_is_not_on_the_page_holds_nothing(table):
    assert PatternReader().read(table, Candidate(10_000, FragmentKind.DIV)) == ()


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("de", "<tr><td>Gewicht</td><td>3 kg</td></tr><tr><td>Farbe</td><td>Schwarz</td></tr>"),
        ("fr", "<tr><td>Poids</td><td>3 kg</td></tr><tr><td>Couleur</td><td>Noir</td></tr>"),
        ("ru", "<tr><td>Длина</td><td>3 мм</td></tr><tr><td>Цвет</td><td>Белый</td></tr>"),
    ],
)
def test_common_words_of_other_languages_are_known(make, language, body):
    del language
    document = make(f"<table>{body}<tr><td>Xyz</td><td>abc</td></tr></table>")
    assert len(PatternReader().read_page(document).pairs) == 3
