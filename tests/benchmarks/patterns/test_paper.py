"""The paper's own way: both directions, reconciled, and its classifiers."""

import pytest

from benchmarks.patterns.paper import (
    CLASSIFIERS,
    Peer,
    backward,
    classifier,
    forward,
    is_valid,
    reconcile,
    shown_patterns,
)
from specdex.errors import InputError, NotFittedError
from specdex.html import parse
from specdex.papers.patterns.dictionary import Dictionary, word_bag
from specdex.papers.patterns.matches import Span
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


def test_the_paper_groups_by_left_middle_and_right():
    row = '<tr><td class="n">{}</td><td class="v">{}</td></tr>'
    table = page("<table>" + "".join(row.format(*seed) for seed in SEEDS) + "</table>")
    assert [str(each) for each in shown_patterns(table, SEEDS)] == [
        "<td classn>(name)</td><td classv>(value)</td>"
    ]


def test_an_instance_in_other_close_contexts_is_chance():
    row = "<tr><td>{}</td><td>{}</td></tr>"
    chance = "<div><b>Weight: 675 g</b></div>"
    table = "<table>" + "".join(row.format(*seed) for seed in SEEDS) + "</table>"
    lines = "<p>Colour: Black</p><p>Height: 9 mm</p>"
    seeds = [*SEEDS, Seed("Height", "9 mm")]
    found = {str(each) for each in shown_patterns(page(table + chance + lines), seeds)}
    assert found == {"<td>(name)</td><td>(value)</td>", "<p>(name):(value)</p>"}


def test_two_seeds_must_share_all_three_contexts():
    apart = "<p>Weight: 675 g</p><div>Colour: Black</div>"
    assert shown_patterns(page(apart), SEEDS) == ()
    together = "<p>Weight: 675 g</p><p>Colour: Black</p>"
    assert len(shown_patterns(page(together), SEEDS)) == 1
    twice = "<p>Weight: 675 g</p><p>Weight: 675 g</p>"
    assert shown_patterns(page(twice), SEEDS) == ()


def span(source, name, value):
    text = source.text
    start, begin = text.index(name), text.rindex(value)
    return Span(start, start + len(name), begin, begin + len(value))


def test_the_shorter_text_stands_and_a_longer_one_only_where_it_is_valid():
    source = clean(page("<p>Net Weight<i>is</i> 675 g or so</p>"))
    long = span(source, "Net Weight", "675 g or so")
    short = long._replace(
        name_start=source.text.index("Weight"), value_stop=source.text.index(" or")
    )
    assert reconcile(source, [long], [short]) == [short]
    assert reconcile(source, [short], [long]) == [short]
    marked = clean(page("<p>Weight: <b>675 g</b> net</p>"))
    text = marked.text
    at = text.index(":")
    start = text.index("Weight")
    whole = Span(start, at, at + 1, text.index("</p>"))
    half = whole._replace(value_stop=text.index("g</b>"))
    assert reconcile(marked, [half], [whole]) == [whole]
    assert is_valid(marked, *whole[2:])
    assert not is_valid(marked, *half[2:])
    torn = whole._replace(value_stop=text.index("675"))
    assert reconcile(marked, [half], [torn]) == []
    assert reconcile(marked, [whole], []) == [whole]


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


def test_seeds_with_another_right_context_show_no_pattern_together():
    apart = page("<p>Weight: 675 g</p><p>Colour: Black<br>or so</p>")
    assert shown_patterns(apart, SEEDS) == ()
    alike = page("<p>Weight: 675 g</p><p>Colour: Black</p>")
    assert [str(each) for each in shown_patterns(alike, SEEDS)] == ["<p>(name):(value)</p>"]
