"""The laws of a well-behaved inductor, and of the search among its rules."""

from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from specdex.wrappers.features import Inductor
from specdex.wrappers.induction import best_first

FEATURES = st.frozensets(st.integers(0, 6), min_size=1, max_size=6)
WORLDS = st.lists(FEATURES, min_size=1, max_size=9)


@st.composite
def worlds_with_labels(draw):
    spots = draw(WORLDS)
    numbers = st.sampled_from(range(len(spots)))
    return Inductor(spots), draw(st.sets(numbers, min_size=1, max_size=6))


@given(worlds_with_labels())
def test_a_rule_extracts_the_labels_that_generated_it(world):
    inductor, labels = world
    assert labels <= inductor.induce(labels).extracted


@given(worlds_with_labels())
def test_labels_that_a_rule_extracts_do_not_change_it(world):
    inductor, labels = world
    rule = inductor.induce(labels)
    for spot in rule.extracted:
        assert inductor.induce({*labels, spot}) == rule


@given(worlds_with_labels(), st.data())
def test_more_labels_never_extract_less(world, data):
    inductor, labels = world
    fewer = data.draw(st.sets(st.sampled_from(sorted(labels)), min_size=1))
    assert inductor.induce(fewer).extracted <= inductor.induce(labels).extracted


@given(worlds_with_labels())
def test_the_search_finds_only_rules_that_some_labels_generate(world):
    inductor, labels = world
    subsets = chain.from_iterable(combinations(labels, size + 1) for size in range(len(labels)))
    everything = {inductor.induce(subset) for subset in subsets}
    found = best_first(inductor, sorted(labels), lambda rule: -len(rule.extracted))
    assert set(found) <= everything
