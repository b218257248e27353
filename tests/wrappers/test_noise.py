"""Induction from wrong and missing labels, and what ranks the right rule first."""

import random

import pytest

from specdex.records import Fragment, FragmentKind, Pair, Specification
from specdex.records.wrappers import Wrapper
from specdex.wrappers.annotators import (
    Labels,
    by_knowledge,
    by_markup,
    by_pairs,
    by_pattern,
    by_structure,
)
from specdex.wrappers.apply import Applier
from specdex.wrappers.induction import estimate, induce_pairs, likelihood, pairing, regularity
from specdex.wrappers.knowledge import Knowledge
from specdex.wrappers.rules import rules_of, sections_from
from specdex.wrappers.survey import Survey


def drawn(right: frozenset[int], total: int, quality: float, seed: int) -> frozenset[int]:
    chance = random.Random(seed)
    kept = [spot for spot in sorted(right) if chance.random() < quality]
    others = [spot for spot in range(total) if spot not in right]
    wrong = round(len(kept) * (1 - quality) / quality)
    return frozenset(kept) | frozenset(chance.sample(others, min(wrong, len(others))))


@pytest.mark.parametrize("template", ["table", "definitions", "lines"])
@pytest.mark.parametrize("seed", range(3))
def test_labels_of_precision_and_recall_0_4_are_enough(shop, pairs_of, template, seed):
    documents = shop(12, template)
    survey = Survey(documents)
    gold = [[Pair(*each) for each in pairs_of(number)] for number in range(12)]
    right = by_pairs(survey, gold)
    total = len(survey.spots)
    labels = Labels(
        drawn(right.names, total, 0.4, seed), drawn(right.values, total, 0.4, seed + 100)
    )
    rules = rules_of(survey, sections_from(survey, induce_pairs(survey, labels)))
    applier = Applier(Wrapper(site="shop.example", rules=rules))
    for number, document in enumerate(documents):
        read = applier.apply(document.element(0), document.page)
        assert {(pair.name, pair.value) for pair in read.pairs} == pairs_of(number)


def test_no_labels_give_no_rules(shop):
    assert induce_pairs(Survey(shop(6)), Labels()) == []


def test_the_right_spots_explain_the_labels_better_than_all_spots():
    right = frozenset(range(40))
    labels = frozenset(range(0, 40, 2)) | frozenset(range(100, 1000, 30))
    assert likelihood(right, labels, 1000) > likelihood(frozenset(range(1000)), labels, 1000)
    assert likelihood(right, labels, 1000) > likelihood(frozenset(range(0, 40, 4)), labels, 1000)


def test_the_annotators_rates_are_estimated():
    annotator = estimate(frozenset(range(10)), frozenset({0, 1, 2, 3, 50, 60}), 110)
    assert (annotator.recall, annotator.noise) == (0.4, 0.02)
    assert annotator.precision == pytest.approx(4 / 6)


def test_rows_of_a_list_are_more_regular_than_scattered_spots(shop, pairs_of):
    survey = Survey(shop(8))
    right = by_pairs(survey, [[Pair(*each) for each in pairs_of(at)] for at in range(8)])
    scattered = random.Random(5).sample(range(len(survey.spots)), len(right.names))
    assert regularity(survey, right.names) > 0.9 > regularity(survey, scattered)
    assert regularity(survey, ()) == 0


def test_names_and_values_of_one_table_pair(shop, pairs_of):
    survey = Survey(shop(6))
    right = by_pairs(survey, [[Pair(*each) for each in pairs_of(at)] for at in range(6)])
    assert pairing(survey, right.names, right.values).trusted
    assert not pairing(survey, right.names, right.names).trusted
    assert pairing(survey, (), ()).share == 0


def test_what_is_a_name_elsewhere_is_no_value_here(shop):
    survey = Survey(shop(6))
    colours = Knowledge(frozenset({"colour"}), frozenset({"black", "red"}))
    texts = {survey.spots[at].text for at in by_knowledge(survey, colours).values}
    assert texts == {"black", "red"}
    names_too = Knowledge(frozenset({"colour", "black"}), frozenset({"black", "red"}))
    assert {survey.spots[at].text for at in by_knowledge(survey, names_too).values} == {"red"}


def test_the_site_itself_is_left_out_of_the_dictionary():
    pairs = (Pair("Weight", "310 g"),)
    fragment = Fragment("/html", FragmentKind.TABLE, pairs)
    pages = [Specification(f"u{at}", site="a.example", fragments=(fragment,)) for at in range(2)]
    assert Knowledge.of(pages).names == {"weight"}
    assert Knowledge.of(pages, without="a.example") == Knowledge()


def test_patterns_and_markup_and_structure_label_values(shop):
    survey = Survey(shop(6))
    texts = {survey.spots[at].text for at in by_pattern(survey).values}
    assert "310 g" in texts
    assert "black" not in texts
    said = [Specification(f"u{at}") for at in range(6)]
    assert not by_markup(survey, said)
    assert not by_structure(survey, said)
