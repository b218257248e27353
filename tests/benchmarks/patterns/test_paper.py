"""The paper's own way: both directions, reconciled, and its classifiers."""

import pytest

from benchmarks.patterns.paper import (
    CLASSIFIERS,
    Peer,
    backward,
    classifier,
    forward,
    reconcile,
    shown_patterns,
)
from specdex.errors import InputError, NotFittedError
from specdex.html import parse
from specdex.papers.patterns.dictionary import Dictionary, word_bag
from specdex.papers.patterns.pattern import Pattern
from specdex.papers.patterns.source import clean
from specdex.papers.patterns.trie import Seed
from specdex.records import Page

SEEDS = [Seed("Weight", "675 g"), Seed("Colour", "Black")]
CAMERA = [("Weight", "1 kg"), ("Camera resolution", "3.5 megapixels"), ("Colour", "Black")]


def page(body):
    return parse(Page("http://shop.example/", f"<html><body>{body}</body></html>".encode()))


def printed(source, start, stop):
    return source.document.text[slice(*source.place(start, stop))].strip()


@pytest.fixture
def camera():
    dictionary = Dictionary("camera")
    dictionary.learn(CAMERA)
    return dictionary


def test_from_left_to_right_the_first_name_has_too_much():
    text = "<td>Home<td>Weight</td><td>1 kg</td>"
    (span,) = forward(text, Pattern("<td>", "</td><td>", "</td>"))
    assert text[span.name_start : span.name_stop] == "Home<td>Weight"
    assert text[span.value_start : span.value_stop] == "1 kg"


def test_from_right_to_left_the_last_value_has_too_much():
    text = "<p>Weight:1 kg</p>Imprint</p>"
    (span,) = backward(text, Pattern("<p>", ":", "</p>"))
    assert text[span.name_start : span.name_stop] == "Weight"
    assert text[span.value_start : span.value_stop] == "1 kg</p>Imprint"


def test_both_directions_are_reconciled():
    body = "<div><div>About us<div>Weight: 675 g</div></div><div>Colour: Black</div></div>"
    source = clean(page(body))
    pattern = Pattern("<div>", ":", "</div>")
    spans = reconcile(source, forward(source.text, pattern), backward(source.text, pattern))
    assert [printed(source, *span[:2]) for span in spans] == ["Weight", "Colour"]
    assert [printed(source, *span[2:]) for span in spans] == ["675 g", "Black"]


def test_the_paper_groups_by_the_middle_alone():
    row = '<tr><td class="n">{}</td><td class="v">{}</td></tr>'
    table = page("<table>" + "".join(row.format(*seed) for seed in SEEDS) + "</table>")
    assert [str(each) for each in shown_patterns(table, SEEDS)] == [
        "<td classn>(name)</td><td classv>(value)</td>"
    ]


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_classifiers_tell_properties_from_values(camera, name):
    if name != "naive-bayes":
        pytest.importorskip("sklearn")
    judge = classifier(name)().fit(camera, word_bag)
    assert judge.predict(["camera"]) > 0.5 > judge.predict(["black"])
    assert judge.predict(["weight"]) > 0.5 > judge.predict(["0", "kg"])


def test_a_classifier_that_does_not_exist_is_refused():
    with pytest.raises(InputError, match="naive-bayes"):
        classifier("oracle")


def test_a_classifier_is_fitted_first():
    with pytest.raises(NotFittedError):
        Peer("decision-tree").predict(["weight"])
