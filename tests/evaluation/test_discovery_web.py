"""The synthetic web: the same twice, like the numbers it is drawn from, and fit for experiments."""

import numpy as np
import pytest

from specdex.evaluation.discovery_homes import crawled, home_text
from specdex.evaluation.discovery_rounds import Plan, Scene, harvest, ranking
from specdex.evaluation.discovery_statistics import CATEGORIES, FITTED, fit, sharing_of
from specdex.evaluation.discovery_web import build_web
from specdex.pipeline.discovery_experiments import (
    Lab,
    build_lab,
    figures_8_and_9,
    filter_table,
    sharing_in,
    table_1,
    table_2,
)
from specdex.pipeline.discovery_scale import one_round, write_links
from specdex.pipeline.simulating import Filters, HouseVoting


@pytest.fixture(scope="module")
def web():
    return build_web(3, scale=0.1)


def test_the_same_seed_gives_the_same_web(web):
    again = build_web(3, scale=0.1)
    assert again.kinds == web.kinds
    assert (again.links.right == web.links.right).all()
    assert home_text(again, 5) == home_text(web, 5)
    assert crawled(again, 5, "camera") == crawled(web, 5, "camera")


def test_shops_sell_as_the_paper_counts(web):
    assert [row[0] for row in table_1(web)] == list(CATEGORIES)
    shares = {count: (paper, here) for count, paper, here in table_2(web)}
    assert shares[1][1] == pytest.approx(shares[1][0], abs=0.1)


def test_seeds_are_relevant_and_never_ranked(web):
    scene = Scene(web, Plan("camera", seeds=10))
    assert all(web.relevant("camera")[list(scene.known)])
    order = ranking(scene, HouseVoting())
    assert not scene.known & set(order.tolist())


def test_filters_make_rounds_precise(web):
    plan = Plan("camera", rounds=8, seeds=15)
    filters = Filters(web, "camera")
    none = harvest(web, plan, HouseVoting(), filters.none)
    both = harvest(web, plan, HouseVoting(), filters.both)

    def precision(rounds):
        return sum(each.right for each in rounds) / max(1, sum(each.accepted for each in rounds))

    assert precision(both) > precision(none) + 0.2
    assert all(each.right <= each.accepted <= each.candidates <= plan.top for each in both)


def test_tables_and_curves_have_their_shape(web):
    lab = Lab(web, {"tv": Filters(web, "tv")})
    tallies = filter_table(lab)["tv"]
    cells = [tallies[name] for name in ("yes yes", "yes no", "no yes", "no no")]
    assert sum(each.right for each in cells) == tallies["ICF"].right + tallies["ICF"].missed
    curves = figures_8_and_9(lab, rounds=2)
    assert [curve.strategy for curve in curves] == ["search", "backlink", "union", "intersection"]
    assert all(len(curve.right) == 2 for curve in curves)


def test_numbers_are_fitted_from_a_collection():
    chance = np.random.default_rng(0)
    ids = [
        {f"id{each}" for each in (200 * chance.random(size) ** 3).astype(int)}
        for size in chance.integers(1, 60, 40)
    ]
    sharing = fit([*ids, set()], [5] * 41)
    assert sharing.publishing == pytest.approx(40 / 41, abs=0.001)
    lines = [
        {"site": f"s{at}", "attributes": {"mpn": [f"{each}-12345" for each in some]}}
        for at, some in enumerate(ids)
    ]
    assert sharing_in(iter(lines)).publishing == 1.0
    assert sharing_of("camera").ids_mean == pytest.approx(
        np.mean([each.ids_mean for each in FITTED.values()])
    )


def test_a_round_over_a_file_of_links(tmp_path):
    write_links(tmp_path / "links.tsv", sites=200, links=5_000)
    ranked, cost = one_round(tmp_path / "links.tsv", sites=200, known=20)
    assert cost.ranked == len(ranked) > 100
    assert ranked == sorted(ranked, key=lambda each: -each.score)


@pytest.mark.slow
def test_both_filters_together_are_precise_whether_taught_or_not():
    for taught in (True, False):
        lab = build_lab(5, categories=["monitor"], taught=taught)
        both = filter_table(lab)["monitor"]["HPF.ICF"]
        assert both.precision > 0.87
        assert both.recall > 0.7
