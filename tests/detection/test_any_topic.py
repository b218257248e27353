"""Pages of films, players, universities and books: all that is said of the main thing, no more."""

import pickle
from dataclasses import replace

import pytest

import specdex
from specdex.detection.any_topic import AnyTopicDetector
from specdex.detection.detector import LearnedDetector
from specdex.detection.model import default_model
from specdex.html import parse
from specdex.records import Page

TOP = (
    "<html><head><title>{0} - Almanac</title></head><body><header><nav><ul>"
    "<li><a href=/>Home</a></li><li><a href=/n>News</a></li></ul></nav></header><main><h1>{0}</h1>"
)
END = (
    "</main><footer><ul><li>Contact: mail@almanac.example</li><li>Phone: 555 1234</li>"
    "<li>Imprint: Almanac Ltd</li></ul></footer></body></html>"
)
CARD = "<div class=card><a href=/f/{0}>Film {0}</a><p>Year: 199{0}</p><p>Rating: {0}.1</p></div>"
COMMENT = "<div class=c><p>By: reader {0}</p><p>Date: {0} May 2010</p><p>Good. Very.</p></div>"
FILM = (
    "<p>A family waits for spring in a house far up north, until a stranger comes by night.</p>"
    "<div class=info><div><b>Director:</b> <a href=/p/1>Ana Borg</a></div>"
    "<div><b>Writers:</b> <a href=/p/2>Lars Ek</a>, <a href=/p/3>Ida Holm</a></div>"
    "<div><b>Genre:</b> <a href=/g/1>Drama</a></div><div><b>Runtime:</b> 112 min</div></div>"
    f"<h2>More films</h2>{''.join(CARD.format(at) for at in range(1, 5))}"
    f"<h2>Comments</h2>{''.join(COMMENT.format(at) for at in range(1, 4))}"
)
PLAYER = (
    "<div class=bio><ul><li><span>Team:</span> <a href=/t/1>Oulu Bears</a></li>"
    "<li><span>Position:</span> Guard</li><li><span>Height:</span> 6-4</li>"
    "<li><span>Born:</span> 12 March 1984, Oulu</li></ul></div><table>"
    "<tr><th>Season<th>Games<th>Points<th>Assists<tr><td>2008<td>80<td>12.1<td>3"
    "<tr><td>2009<td>78<td>14.9<td>2<tr><td>2010<td>70<td>15.2<td>4</table>"
)
UNIVERSITY = (
    "<div><dl><dt>Type<dd>Public, four-year<dt>Founded<dd>1889<dt>Students<dd>12,300"
    "<dt>Setting<dd>Rural</dl></div><form><label>State:</label> <select><option>All</select>"
    "<label>Degree:</label> <select><option>Any</select></form>"
)
BOOK = (
    "<table><tr><td>Author<td><a href=/a/1>Nils Falk</a><tr><td>First published<td>1974"
    "<tr><td>Translator<td>Eva Lie<tr><td>Followed by<td>Rivers of Ice</table>"
)
TOPICS = {
    "film": (FILM, {"Director", "Writers", "Genre", "Runtime"}),
    "player": (PLAYER, {"Team", "Position", "Height", "Born"}),
    "university": (UNIVERSITY, {"Type", "Founded", "Students", "Setting"}),
    "book": (BOOK, {"Author", "First published", "Translator", "Followed by"}),
}


def page_of(topic):
    return TOP.format(f"The {topic}") + TOPICS[topic][0] + END


@pytest.mark.parametrize("topic", TOPICS)
def test_what_a_page_says_of_its_main_thing_is_read(topic):
    said = specdex.extract(page_of(topic), any_topic=True)
    assert {pair.name for pair in said.pairs} == TOPICS[topic][1]


def test_more_is_believed_than_of_products():
    page = parse(Page("http://almanac.example/f", page_of("film").encode()))
    strict = replace(default_model(), threshold=0.99)
    assert not LearnedDetector(strict).detect(page)
    assert len(AnyTopicDetector(strict).detect(page)) == 1


def test_the_detector_is_picklable_and_answers_an_empty_page(document):
    detector = pickle.loads(pickle.dumps(AnyTopicDetector()))
    assert detector.detect(document("")) == ()
