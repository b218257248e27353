import json

import pytest

from benchmarks.discovery.training import ShopLearner
from benchmarks.written import written
from specdex.discovery.home_learning import CategoryLearner, Example
from specdex.discovery.home_pages import Home, HomeModel, default_home_model, home_of_labels
from specdex.errors import InputError, NotFittedError

SIGNS = (0.0, 0.0, 0.0, 0.0, 0.0)


def example(words, *, relevant, signs=SIGNS):
    return Example(Home(signs, frozenset(words.split()), 0.0), relevant)


def examples():
    shops = [example("trolley lamps", relevant=True, signs=(1.0, 0, 1.0, 0, 0)) for _ in range(10)]
    others = [example("essays people", relevant=False) for _ in range(10)]
    return shops + others


def test_the_shop_learner_tells_shops_from_others():
    model = ShopLearner(min_sites=2).fit(examples()).model_
    assert model.shop_odds(Home(SIGNS, frozenset({"trolley"}), 0.0)) > 0
    assert model.shop_odds(Home(SIGNS, frozenset({"essays"}), 0.0)) < 0


def test_without_signs_only_the_words_of_anchors_count():
    model = ShopLearner(min_sites=2, sign_variance=0.0).fit(examples()).model_
    assert set(model.signs) == {0.0}
    assert model.shop_odds(Home((9.0,) * 5, frozenset({"essays"}), 0.0)) < 0


def test_a_category_learns_its_own_words_on_top_of_the_prior():
    prior = default_home_model()
    learner = CategoryLearner(prior, "lamp")
    with pytest.raises(NotFittedError):
        _ = learner.model_
    model = learner.fit(examples()).model_
    home = Home(SIGNS, frozenset({"lamps"}), 0.0)
    assert model.probability(home, "lamp") > prior.probability(home, "lamp")
    assert model.probability(home, "camera") == prior.probability(home, "camera")


def test_both_kinds_are_needed():
    with pytest.raises(InputError, match="both kinds"):
        ShopLearner().fit([example("a", relevant=True)])


def test_a_model_goes_through_json():
    model = CategoryLearner(default_home_model(), "lamp").fit(examples()).model_
    again = HomeModel.from_json(json.loads(json.dumps(written(model))))
    assert written(again) == written(model)
    with pytest.raises(InputError, match="no model"):
        HomeModel.from_json({"bias": 1})


def test_labels_of_any_number_and_script_are_read():
    home = home_of_labels(["カート", "x" * 5000, "1 2 3", ""] * 2000, 0, lambda _: 0.0)
    assert 0 <= default_home_model().probability(home, "camera") <= 1
