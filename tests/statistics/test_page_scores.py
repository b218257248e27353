"""Our scores follow the written rules, on small pages counted by hand."""

import math

import pytest

from specdex.html import parse
from specdex.records import Page
from specdex.statistics.metrics import Tally, f1, mean
from specdex.statistics.page_scores import (
    GoldFragment,
    GoldPage,
    Ignored,
    Prediction,
    covered,
    score_page,
    summarise,
)

HTML = (
    "<html><body><table><tr><td>Weight</td><td>5 kg</td></tr><tr><td>Colour</td><td>red</td></tr>"
    "</table><ul><li>Cart: empty</li></ul><p>Noise noise noise noise</p></body></html>"
)
TABLE, LIST = "/html/body/table", "/html/body/ul"


def score(predicted, html=HTML, **gold):
    gold.setdefault("fragments", (GoldFragment(TABLE, (("Weight", "5 kg"), ("Colour", "red"))),))
    page = GoldPage("1", "shop", "kettle", html, **gold)
    return score_page(page, parse(Page("http://shop.example/1", html.encode())), predicted)


def test_a_perfect_answer_is_perfect():
    result = score([Prediction(TABLE, (("weight:", "5kg"), ("COLOUR", "Red")))])
    assert result.pairs == Tally(2, 0, 0)
    assert (result.right_fragments, result.wrong_fragments) == (1, 0)
    assert (result.found_fragments, result.gold_fragments) == (1, 1)
    assert result.mistakes == ()


def test_what_is_invented_and_missed_is_counted_and_named():
    result = score([Prediction(LIST, (("Cart", "empty"),))])
    assert result.pairs == Tally(0, 1, 2)
    assert (result.right_fragments, result.wrong_fragments, result.found_fragments) == (0, 1, 0)
    assert [(each.kind, each.name) for each in result.mistakes] == [
        ("invented", "cart"),
        ("missed", "colour"),
        ("missed", "weight"),
    ]


def test_ignored_parts_count_neither_for_nor_against():
    result = score([Prediction(LIST, (("Cart", "empty"),))], ignore=(Ignored(LIST),))
    assert result.pairs == Tally(0, 0, 2)
    assert result.wrong_fragments == 0


def test_doubtful_fragments_are_free():
    doubtful = GoldFragment(LIST, (("Cart", "empty"),), doubtful=True)
    result = score([Prediction(LIST, (("Cart", "empty"),))], fragments=(doubtful,))
    assert result.pairs == Tally(0, 0, 0)
    assert (result.right_fragments, result.wrong_fragments, result.gold_fragments) == (0, 0, 0)


def test_an_accepted_alternative_excuses_the_row_it_stands_for():
    gold = GoldFragment(TABLE, (("Weight", "5 kg"),), alt=(("Weight net", "5 kg approx"),))
    result = score([Prediction(TABLE, (("Weight net", "5 kg approx"),))], fragments=(gold,))
    assert result.pairs == Tally(0, 0, 0)


def test_a_copy_found_is_the_fragment_found():
    html = HTML.replace("</body>", "<dl><dt>Weight</dt><dd>5 kg</dd></dl></body>")
    gold = GoldFragment(TABLE, (("Weight", "5 kg"),), copies=("/html/body/dl",))
    result = score([Prediction("/html/body/dl", (("Weight", "5 kg"),))], html, fragments=(gold,))
    assert (result.right_fragments, result.found_fragments) == (1, 1)


@pytest.mark.parametrize("xpath", ["/html/body/nothing", "", "//["])
def test_a_prediction_without_a_place_still_counts_its_pairs(xpath):
    result = score([Prediction(xpath, (("Weight", "5 kg"),))])
    assert result.pairs == Tally(1, 0, 1)
    assert result.right_fragments == result.wrong_fragments == 0


def test_sites_are_averaged_not_pages():
    good = score([Prediction(TABLE, (("Weight", "5 kg"), ("Colour", "red")))])
    total = summarise([good, good, good])
    assert len(total.sites) == 1
    assert total.pair_f1 == total.fragment_f1 == 1.0
    assert total.pooled == Tally(6, 0, 0)


def test_undefined_numbers_do_not_spread():
    assert math.isnan(Tally().precision)
    assert Tally().f1 == 0.0
    assert mean([math.nan, 1.0, 0.0]) == 0.5
    assert f1(0.0, 0.0) == 0.0


def test_overlaps_are_counted_once():
    assert covered((0, 10), [(0, 4), (2, 6), (20, 30)]) == 6
