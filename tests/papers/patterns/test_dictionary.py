"""Dictionaries of short properties and values, and what they make of texts."""

import pytest

from specdex.errors import InputError
from specdex.papers.patterns.dictionary import Dictionary, is_short, ngram, word_bag
from specdex.papers.patterns.reader import common_dictionary

CAMERA = [("Weight", "1 kg"), ("Camera resolution", "3.5 megapixels"), ("Colour", "Black")]


@pytest.fixture
def camera():
    dictionary = Dictionary("camera")
    dictionary.learn(CAMERA)
    return dictionary


def test_only_short_pairs_are_learned():
    dictionary = Dictionary()
    assert dictionary.learn([("Weight", "1 kg"), ("Body", "a b c d"), ("a b c d", "Body")]) == 1
    assert dictionary.learn([("Body", "a b c d")], limit=5) == 1


def test_what_is_seen_again_counts_again_unless_only_new_entries_are_wanted(camera):
    camera.learn(CAMERA)
    assert camera.properties["weight"] == 2
    camera.learn([*CAMERA, ("Zoom", "3x")], recount=False)
    assert (camera.properties["weight"], camera.properties["zoom"]) == (2, 1)


def test_a_dictionary_survives_as_readable_json(camera):
    text = camera.to_json()
    assert Dictionary.from_json(text) == camera
    assert ' "camera resolution": 1' in text


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 9}', '{"version": 1, "properties": {"a": 0}, "values": {}}'],
)
def test_what_is_no_dictionary_is_refused_in_a_sentence(text):
    with pytest.raises(InputError):
        Dictionary.from_json(text)


def test_every_number_is_alike():
    assert ngram("12.1 MP") == ngram("8 MP")
    assert word_bag("1,024 x 768 px") == ["0", "x", "0", "px"]


def test_punctuation_alone_is_no_property():
    assert not is_short("&")


def test_a_dictionary_of_common_words_comes_with_the_house():
    common = common_dictionary()
    assert {"weight", "gewicht", "poids", "peso", "вес"} <= set(common.properties)
    assert {"black", "schwarz", "0 kg"} <= set(common.values)
    assert not set(common.properties) & set(common.values)
