"""The laws of a well-behaved inductor, and of the two enumerations."""

from hypothesis import given
from hypothesis import strategies as st

from specdex.wrappers.enumeration import best_first, bottom_up, top_down
from specdex.wrappers.inductor import Inductor

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
def test_both_enumerations_find_the_same_rules(world):
    inductor, labels = world
    assert bottom_up(inductor, labels) == top_down(inductor, labels)


@given(worlds_with_labels())
def test_the_quick_search_finds_only_rules_of_that_space(world):
    inductor, labels = world
    everything = top_down(inductor, labels)
    found = best_first(inductor, sorted(labels), lambda rule: -len(rule.extracted))
    assert {rule.features for rule in found} <= {rule.features for rule in everything}


def test_without_labels_there_is_no_rule():
    assert top_down(Inductor([frozenset({1})]), []) == set()


class Counting(Inductor):
    calls = 0

    def induce(self, labels):
        self.calls += 1
        return super().induce(labels)


def test_top_down_asks_the_inductor_once_per_rule():
    spots = [frozenset({0, at, 10 + at // 2}) for at in range(1, 9)]
    counting = Counting(spots)
    rules = top_down(counting, range(len(spots)))
    assert counting.calls == len(rules)
