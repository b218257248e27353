import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.synthesis.equivalences import (
    Dates,
    Ids,
    Instances,
    Knowledge,
    LikenessIndex,
    Names,
    Numbers,
    Prices,
    Words,
    guess,
)

WORDS = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=6).map(" ".join)


def jaccard(one, other):
    return len(one & other) / len(one | other) if one | other else 0.0


@pytest.mark.parametrize(
    ("equivalence", "known", "asked", "same"),
    [
        (Words(), "Through the Looking Glass", "through the looking-glass!", True),
        (Words(), "Through the Looking Glass", "Glass", False),
        (Numbers(), "12.1 MP", "12.10 megapixels", True),
        (Numbers(), "12.1 MP", "12.2 MP", False),
        (Prices(), "$1,299.00", "1299 \u20ac", True),
        (Prices(), "$1,299.00", "1299", False),
        (Dates(), "June 23, 2009", "23 Jun 2009", True),
        (Ids(), "978-0307269997", "9780307269997", True),
        (Names(), "Larsson, Stieg", "Stieg Larsson", True),
        (Names(), "International Conference on Software Engineering", "ICSE", True),
        (Names(), "International Conference on Software Engineering", "VLDB", False),
    ],
)
def test_values_are_compared_by_what_they_are(equivalence, known, asked, same):
    instances = Instances(equivalence)
    instances.add([known])
    assert bool(instances.known_among([asked])) is same


@given(st.lists(WORDS, max_size=30), WORDS)
def test_the_index_answers_as_a_search_through_all_would(known, asked):
    words = Words()
    instances = Instances(words)
    instances.add(known)
    wanted = any(jaccard(words.tokens(asked), words.tokens(each)) > 0.5 for each in known)
    assert bool(instances.known_among([asked])) is wanted


def test_the_kind_of_an_attribute_shows_in_its_values():
    assert guess(["$12.99", "$1,000"]) == "prices"
    assert guess(["June 2010", "May 1, 2009"]) == "dates"
    assert guess(["9780307269997", "978-0441017775"]) == "ids"
    assert guess(["Stieg Larsson", "Ida Heath"]) == "names"
    assert guess(["The girl who kicked the hornet's nest 2", "One day in 10 lives"]) == "words"
    assert guess([]) == "words"


def test_knowledge_tells_how_many_values_are_new():
    knowledge = Knowledge()
    assert knowledge.add("author", ["Ida Heath", "Ida Heath", "Jon Frost"]) == 2
    assert knowledge.add("author", ["Jon Frost"]) == 0
    assert len(knowledge["author"]) == 2


SETS = st.lists(st.frozensets(st.sampled_from("abcdefghijkl"), min_size=1, max_size=9), max_size=25)


THRESHOLDS = st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.57, 0.7, 0.9, 0.999])


@given(THRESHOLDS, SETS, SETS, SETS)
def test_an_index_answers_exactly_whatever_was_added_when(threshold, first, then, asked):
    index = LikenessIndex(threshold)
    for known in (first, [*first, *then]):
        for each in known:
            index.add(each)
        for one in (*asked, *(each | {"?"} for each in asked)):
            assert index.knows(one) is any(jaccard(one, each) > threshold for each in known)
        assert len(index) == len(set(known))


def test_long_values_are_found_too():
    index = LikenessIndex(0.5)
    long = [frozenset(f"w{(start + n) % 90}" for n in range(60)) for start in range(3000)]
    assert sum(map(index.add, long)) == 90
    asked = frozenset(f"w{n}" for n in range(5, 55)) | {"x", "y"}
    assert (index.knows(asked), index.knows(frozenset({"w1", "w2"}))) == (True, False)


def test_looking_a_page_up_takes_milliseconds_whatever_is_known():
    instances = Instances(Words())
    instances.add(f"word{n % 5000} item{n} part{n % 300}" for n in range(50_000))
    asked = [f"word{n} item{n * 3} something" for n in range(500)]
    assert not instances.known_among(asked)
    before = time.process_time()
    assert not instances.known_among(asked)
    assert time.process_time() - before < 0.1
