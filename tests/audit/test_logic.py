import itertools
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.audit.logic import (
    Atom,
    Both,
    Either,
    Negation,
    Sentence,
    bounds,
    columns,
    implies,
    smallest_conflict,
    truth,
)
from specdex.errors import InputError, MissingExtra

A, B, C = Atom("a"), Atom("b"), Atom("c")


def exactly(name, formula, probability):
    return Sentence(name, formula, probability, probability)


def test_modus_ponens_with_probabilities():
    verdict = bounds([exactly("a", A, 0.7), exactly("rule", implies(A, B), 0.9)], B)
    assert (verdict.low, verdict.high) == (pytest.approx(0.6), pytest.approx(0.9))


def test_a_rule_of_at_least_its_confidence_leaves_the_top_open():
    verdict = bounds([exactly("a", A, 1.0), Sentence("rule", implies(A, B), 0.9, 1.0)], B)
    assert (verdict.low, verdict.high) == (0.9, 1.0)


def test_and_and_or_have_the_bounds_of_frechet():
    premises = [exactly("a", A, 0.7), exactly("b", B, 0.6)]
    both, either = bounds(premises, Both((A, B))), bounds(premises, Either((A, B)))
    assert (both.low, both.high) == (pytest.approx(0.3), pytest.approx(0.6))
    assert (either.low, either.high) == (pytest.approx(0.7), pytest.approx(1.0))


def test_what_nothing_is_known_of_may_be_anything():
    verdict = bounds([exactly("a", A, 0.5)], C)
    assert (verdict.low, verdict.high, verdict.conflict) == (0.0, 1.0, ())


def test_contradictions_are_reported_with_the_smallest_set():
    sentences = [
        exactly("a", A, 0.9),
        exactly("a then b", implies(A, B), 0.9),
        exactly("b then c", implies(B, C), 1.0),
        exactly("c", C, 0.3),
        exactly("b", B, 0.1),
        exactly("beside", Atom("d"), 0.5),
    ]
    verdict = bounds(sentences, C)
    assert verdict.conflict == ("a", "a then b", "b")
    assert (verdict.low, verdict.high) == (0.0, 1.0)


def test_the_smallest_set_is_found_where_a_larger_one_comes_first():
    large = [exactly("a", A, 0.9), exactly("ab", implies(A, B), 1.0), exactly("b", B, 0.2)]
    small = [exactly("c", C, 0.4), exactly("not c", Negation(C), 0.4)]
    linked = [Sentence("link", Either((A, C)), 0.0, 1.0)]
    assert set(smallest_conflict(large + small + linked)) == {"c", "not c"}
    assert smallest_conflict(large[:2]) == ()


def test_an_impossible_sentence_is_a_conflict_of_its_own():
    assert bounds([exactly("both", Both((A, Negation(A))), 0.5)], A).conflict == ("both",)


literals = st.tuples(st.sampled_from("abcde"), st.booleans()).map(
    lambda pick: Atom(pick[0]) if pick[1] else Negation(Atom(pick[0]))
)
formulas = st.recursive(
    literals,
    lambda inner: st.tuples(
        st.sampled_from([Both, Either]), st.lists(inner, min_size=1, max_size=3)
    ).map(lambda pick: pick[0](tuple(pick[1]))),
    max_leaves=5,
)
WORLDS = {
    name: np.array([bool(world >> place & 1) for world in range(32)])
    for place, name in enumerate("abcde")
}


@settings(deadline=None, max_examples=60)
@given(
    st.lists(formulas, min_size=1, max_size=5),
    formulas,
    st.lists(st.integers(0, 9), min_size=32, max_size=32).filter(any),
)
def test_bounds_hold_the_probability_of_every_distribution_that_fits(premises, conclusion, weights):
    shares = np.array(weights) / sum(weights)
    sentences = [
        exactly(f"s{place}", formula, float(shares[truth(formula, WORLDS)].sum()))
        for place, formula in enumerate(premises)
    ]
    verdict = bounds(sentences, conclusion)
    real = float(shares[truth(conclusion, WORLDS)].sum())
    assert verdict.conflict == ()
    assert verdict.low - 1e-5 <= real <= verdict.high + 1e-5


@settings(deadline=None, max_examples=40)
@given(st.lists(formulas, min_size=1, max_size=4), formulas, st.floats(0.05, 0.95))
def test_a_conclusion_and_its_opposite_mirror_each_other(premises, conclusion, probability):
    sentences = [exactly(f"s{place}", each, probability) for place, each in enumerate(premises)]
    one, other = bounds(sentences, conclusion), bounds(sentences, Negation(conclusion))
    assert one.conflict == other.conflict
    if not one.conflict:
        assert one.low == pytest.approx(1 - other.high, abs=1e-5)
        assert one.high == pytest.approx(1 - other.low, abs=1e-5)


def hard_case(seed, atoms=30, sentences=12):
    """Twelve clauses of three over thirty propositions, with probabilities that fit together."""
    draw = np.random.default_rng(seed)
    worlds = {f"p{n}": draw.random(20) < 0.5 for n in range(atoms)}
    shares = draw.dirichlet(np.ones(20))
    for number in range(sentences):
        parts = tuple(
            Atom(f"p{n}") if draw.random() < 0.5 else Negation(Atom(f"p{n}"))
            for n in draw.choice(atoms, 3, replace=False)
        )
        formula = (Either, Both)[number % 2](parts)
        yield exactly(f"s{number}", formula, float(shares[truth(formula, worlds)].sum()))


def test_twelve_sentences_stay_under_a_tenth_of_a_second():
    bounds([exactly("a", A, 0.5)], A)
    for seed in range(3):
        sentences = list(hard_case(seed))
        begin = time.process_time()
        verdict = bounds(sentences, Atom("p0"))
        assert time.process_time() - begin < 0.1
        assert verdict.conflict == ()


def test_too_many_propositions_are_refused_in_a_sentence():
    huge = Either(tuple(Atom(f"p{n}") for n in range(25)))
    with pytest.raises(InputError, match="too many propositions"):
        bounds([exactly("huge", huge, 0.5)], Atom("p0"))


def test_as_many_states_as_are_allowed_are_weighed(monkeypatch):
    monkeypatch.setattr("specdex.audit.logic.MAX_STATES", 8)
    either = Either(tuple(Atom(f"p{n}") for n in range(3)))
    found = bounds([exactly("either", either, 0.5)], Atom("p0"))
    assert (found.low, found.high) == (0.0, 0.5)


def test_without_scipy_the_extra_is_named(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr("specdex.audit.logic.import_module", missing)
    with pytest.raises(MissingExtra, match=r"specdex\[learn\]"):
        bounds([exactly("a", A, 0.5)], A)


def test_worlds_are_those_of_a_truth_table():
    formulas = [A, implies(A, B), Both((A, B))]
    found = columns(formulas, [False] * 3, [False] * 3)
    table = set()
    for a, b in itertools.product([False, True], repeat=2):
        worlds = {"a": np.array([a]), "b": np.array([b])}
        table.add(tuple(float(truth(each, worlds)[0]) for each in formulas))
    assert {tuple(column) for column in found.T} == table
