import json

import numpy as np
import pytest

from benchmarks.crawling.training import (
    SeedPage,
    fit_anchors,
    fit_trees,
    folds,
    pager_sheet,
    pager_trees,
)
from benchmarks.written import written
from specdex.forest import Trees


def test_anchors_are_learned_from_seed_pages(document):
    page = document('<nav><a href="/c">Cameras</a><a href="/g">Garden</a><a href="/cart">Cart</a>')
    told = fit_anchors([SeedPage(page, frozenset({"http://shop.example/c"}))])
    assert told.score("Cameras") > told.score("Garden")
    assert "cart" not in told.bad_


def test_no_name_is_learned_from_and_judged():
    for taught, judged in folds(["a", "b", "c", "a", "d"], str, 3):
        assert not set(taught) & set(judged)


def test_trees_say_what_the_ensemble_says():
    sklearn = pytest.importorskip("sklearn.ensemble")
    chance = np.random.default_rng(1)
    rows = chance.random((200, 5))
    target = (rows[:, 0] + rows[:, 3] > 1).astype(float)
    trees = fit_trees(rows, target, np.ones(200), {"n_estimators": 20})
    settings = {"max_depth": 3, "subsample": 0.7, "n_estimators": 20}
    odds = np.mean(
        [
            sklearn.GradientBoostingClassifier(random_state=seed, **settings)
            .fit(rows, target)
            .decision_function(rows)
            for seed in (0, 1, 2)
        ],
        axis=0,
    )
    assert np.allclose(trees.probability(rows), 1 / (1 + np.exp(-odds)), atol=1e-6)
    again = Trees.from_json(json.loads(json.dumps(written(trees))))
    assert np.allclose(again.probability(rows), trees.probability(rows), atol=1e-3)
    assert len(trees.probability(np.zeros((0, 5)))) == 0


def test_a_pager_can_be_learned(document):
    pytest.importorskip("sklearn")
    sheets = []
    for number in range(20):
        body = f'<a href="/x">prev</a> <a href="/n{number}">next &gt;</a> <a href="/m">more</a>'
        page = document(f'<p class="pager">{body}</p>', url="http://shop.example/l")
        wanted = f"http://shop.example/n{number}"
        sheets.append(pager_sheet(page, f"h{number}", lambda _, key, w=wanted: key == w))
    model = pager_trees(sheets)
    said = model.probability(sheets[0].rows)
    assert sheets[0].keys[int(said.argmax())] == "http://shop.example/n0"
