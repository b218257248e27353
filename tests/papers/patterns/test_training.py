"""Seeds that are learned, and dictionaries that grow by reading."""

import pytest

from specdex.papers.patterns.dictionary import Dictionary
from specdex.papers.patterns.reader import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    Pass,
    Reading,
    SelfTraining,
    Strategy,
    assemble,
)
from specdex.papers.patterns.seeds import BAG_OF_WORDS, NGRAM, SeedLearner, parts
from specdex.papers.patterns.source import clean
from specdex.papers.patterns.trie import Seed


@pytest.fixture
def camera():
    dictionary = Dictionary("camera")
    dictionary.learn([("Weight", "1 kg"), ("Colour", "Black"), ("Image sensor", "CMOS sensor")])
    return dictionary


def seeds(dictionary, document, *, eager=False, **options):
    return SeedLearner(dictionary, eager=eager).learn(clean(document), **options)


def test_texts_are_parted_at_the_colon_of_a_label(make):
    document = make("<p>Ratio: 16:9</p><p>16:9</p><p>Weight:</p>")
    assert [part.text for part in parts(clean(document))] == ["Ratio", "16:9", "16:9", "Weight:"]


def test_a_property_directly_followed_by_a_value_is_a_seed(camera, make):
    document = make("<p>Weight</p><p>2 kg</p><p>Colour</p><p>see below</p><p>Black</p>")
    assert seeds(camera, document, features=NGRAM) == [Seed("Weight", "2 kg")]


def test_a_property_after_a_value_is_no_seed(camera, make):
    assert seeds(camera, make("<p>2 kg</p><p>Weight</p>")) == []


def test_words_are_asked_where_whole_texts_give_fewer_than_two_seeds(camera, make):
    document = make("<p>Net weight: 2 kg</p><p>Image sensor: CMOS</p>")
    assert seeds(camera, document, features=NGRAM) == []
    assert seeds(camera, document) == seeds(camera, document, features=BAG_OF_WORDS)
    assert Seed("Net weight", "2 kg") in seeds(camera, document)


def test_words_are_not_asked_where_whole_texts_suffice(camera, make):
    document = make("<p>Weight: 2 kg</p><p>Colour: Black</p><p>Net weight: 1 kg</p>")
    assert Seed("Net weight", "1 kg") not in seeds(camera, document)
    assert Seed("Net weight", "1 kg") in seeds(camera, document, eager=True)


def test_a_menu_gives_no_seeds(camera, make):
    assert seeds(camera, make('<a href="/">Weight</a><a href="/b">2 kg</a>')) == []


def test_long_texts_are_only_seeds_when_the_limit_is_raised(camera, make):
    document = make("<p>Image sensor and camera colour: Black</p>")
    assert seeds(camera, document) == []
    assert seeds(camera, document, features=BAG_OF_WORDS, limit=6)


def test_certain_properties_are_half_seeds_whatever_follows(camera, make):
    document = make(
        '<p>Weight: heavy</p><p>Colour: hazel</p><p>Mount: Weight</p><a href="/">Weight</a>x'
    )
    halves = SeedLearner(camera).half_seeds(clean(document))
    assert halves == [Seed("Weight", "heavy"), Seed("Colour", "hazel")]


def test_the_default_is_two_iterations_and_an_extra_one():
    assert DEFAULT_STRATEGY is STRATEGIES[2]
    first, second, extra = DEFAULT_STRATEGY.passes
    assert not first.only_failed
    assert not second.recount
    assert (extra.features, extra.limit, extra.only_failed) == (BAG_OF_WORDS, 5, True)


def corpus(make, print_rows):
    one = make("<ul>" + print_rows("<li>{name}: {value}</li>") + "</ul>")
    other = {"Sensor type": "CMOS", "Card slots": "1", "Mount": "Bayonet"}
    another = make(
        "<table>" + print_rows("<tr><th>{name}</th><td>{value}</td></tr>", other) + "</table>"
    )
    return one, another


@pytest.mark.parametrize("strategy", STRATEGIES[:3], ids=lambda each: each.name)
def test_what_one_page_teaches_helps_to_read_the_next(camera, make, print_rows, strategy):
    training = SelfTraining(camera, strategy=strategy).fit(corpus(make, print_rows))
    names = [[match.name for match in reading.matches] for reading in training.readings_]
    assert "Shutter" in names[0]
    assert names[1] == ["Sensor type", "Card slots", "Mount"]
    assert "mount" in training.dictionary_.properties


def test_a_pass_may_read_without_learning(camera, make, print_rows):
    training = SelfTraining(camera, strategy=STRATEGIES[3]).fit(corpus(make, print_rows)[:1])
    assert training.readings_[0].matches
    assert training.dictionary_ == camera


def test_a_later_iteration_reads_what_an_earlier_one_could_not(camera, make, print_rows):
    documents = corpus(make, print_rows)[::-1]
    once = SelfTraining(camera, strategy=STRATEGIES[0]).fit(documents[:1])
    assert not once.readings_[0].matches
    twice = SelfTraining(camera).fit(documents)
    assert all(reading.matches for reading in twice.readings_)


def test_the_dictionary_that_was_handed_in_stays_as_it_is(camera, make, print_rows):
    before = camera.to_json()
    SelfTraining(camera).fit(corpus(make, print_rows))
    assert camera.to_json() == before


def test_training_twice_gives_the_same(camera, make, print_rows):
    documents = corpus(make, print_rows)
    once, again = (SelfTraining(camera).fit(documents) for _ in range(2))
    assert once.dictionary_ == again.dictionary_
    assert once.readings_ == again.readings_


def test_a_few_seeds_assemble_a_dictionary(make, print_rows):
    dictionary = Dictionary("camera")
    given = [Seed("Weight", "675 g"), Seed("Colour", "Black")]
    readings = assemble(corpus(make, print_rows), given, dictionary)
    assert all(reading.matches for reading in readings)
    assert {"weight", "colour", "mount"} <= set(dictionary.properties)
    assert "60 s to 1/4000 s, and bulb" not in dictionary.values


def test_the_four_strategies_differ_as_the_paper_says():
    one, twenty, two, three = STRATEGIES
    assert [each.training_pages for each in STRATEGIES] == [10, 20, 10, 10]
    assert [each.fullest for each in STRATEGIES] == [False, True, False, False]
    assert one.passes == twenty.passes
    assert [each.features for each in two.passes] == ["both", "both", BAG_OF_WORDS]
    assert [each.recount for each in two.passes] == [True, False, True]
    assert [each.features for each in three.passes] == [NGRAM, NGRAM, BAG_OF_WORDS, BAG_OF_WORDS]
    assert [each.only_failed for each in three.passes] == [False, False, True, True]
    assert [each.learn for each in three.passes] == [True, True, False, True]
    assert {each.passes[-1].limit for each in STRATEGIES} == {5}
    assert {step.limit for each in STRATEGIES for step in each.passes[:-1]} == {3}


def test_a_later_pass_takes_the_place_of_an_earlier_reading(make):
    readings = [Reading(seeds=(), matches=("first",)), Reading(seeds=(), matches=("second",))]
    strategy = Strategy("two", (Pass(learn=False), Pass(learn=False)))
    training = SelfTraining(Dictionary(), strategy, reads=lambda *_: readings.pop(0))
    training.fit([make("<p>Weight: 1 kg</p>")])
    assert training.readings_[0].matches == ("second",)


def test_a_pass_that_reads_nothing_leaves_the_earlier_reading(make):
    readings = [Reading(matches=("first",)), Reading()]
    strategy = Strategy("two", (Pass(learn=False), Pass(learn=False)))
    training = SelfTraining(Dictionary(), strategy, reads=lambda *_: readings.pop(0))
    training.fit([make("<p>Weight: 1 kg</p>")])
    assert training.readings_[0].matches == ("first",)
