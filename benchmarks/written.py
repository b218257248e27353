"""How trained models are written down: as plain JSON values, which the wheel reads."""

from array import array
from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

from specdex.crawling.model import AnchorClassifier, CrawlingModel
from specdex.detection.model import SCALE, DetectionModel
from specdex.discovery.home_pages import SIGNS, HomeModel
from specdex.forest import Trees
from specdex.linkage.scores import PairModel

__all__ = ["EXACT", "trees_of", "written", "written_trees"]

DIGITS, MORE_DIGITS = 4, 8
"""Significant digits of a tree's numbers: of most models, and of those that walks ask."""
EXACT = 17
"""All digits that a number has."""


def trees_of(trees: Sequence[Mapping[str, Sequence[float]]], start: float) -> Trees:
    """An ensemble from one dict of columns a tree: feature, threshold, left, right, value."""
    feature, number = array("i"), array("d")
    for tree in trees:
        for node in _from_the_left(tree["left"], tree["right"]):
            asked = int(tree["feature"][node])
            feature.append(asked)
            number.append(tree["value" if asked < 0 else "threshold"][node])
    return Trees(feature, number, start)


def _from_the_left(left: Sequence[float], right: Sequence[float]) -> list[int]:
    """The nodes of a tree, each before its left branch and that before its right one."""
    order, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        if right[node]:
            waiting += [int(right[node]), int(left[node])]
    return order


@singledispatch
def written(model: Any) -> dict[str, Any]:
    """*model* as plain JSON values."""
    raise TypeError(model)


@written.register
def written_trees(trees: Trees, digits: int = DIGITS) -> dict[str, Any]:
    """An ensemble as lists: each tree's nodes from the left, with what each asks or says.

    Of each number so many significant *digits* are kept.
    """
    _, roots = trees._branches  # noqa: SLF001 - where each tree begins is nobody else's business
    made = []
    for begin, end in zip(roots, [*roots[1:], len(trees.feature)], strict=True):
        numbers = [float(f"{number:.{digits}g}") for number in trees.number[begin:end]]
        made.append({"feature": trees.feature[begin:end].tolist(), "number": numbers})
    return {"start": round(trees.start, digits), "trees": made}


@written.register
def _(model: DetectionModel) -> dict[str, Any]:
    return {
        "kind": "detection",
        "columns": list(model.columns),
        "threshold": round(model.threshold, 4),
        "slope": round(model.slope, 4),
        "offset": round(model.offset, 4),
        "evidence": {name: round(weight, 4) for name, weight in model.evidence.items()},
        "ensemble": written_trees(model.trees),
        "weights": _table(model.weights),
        "catalogue": _table(model.catalogue),
    }


def _table(weights: Mapping[int, float]) -> dict[str, list[int]]:
    """Hashes and weights as two short lists."""
    kept = sorted((key, round(weight * SCALE)) for key, weight in weights.items())
    kept = [(key, weight) for key, weight in kept if weight]
    return {"hashes": [key for key, _ in kept], "weights": [weight for _, weight in kept]}


@written.register
def _(model: PairModel) -> dict[str, Any]:
    usual = [float(f"{each:.4g}") for each in model.usual.tolist()]
    return {"usual": usual, **written_trees(model.trees)}


@written.register
def _(told: AnchorClassifier) -> dict[str, Any]:
    words = {
        word: [round(told.good_.get(word, 0.0), 3), round(told.bad_.get(word, 0.0), 3)]
        for word in sorted({*told.good_, *told.bad_})
    }
    return {"smoothing": told.smoothing, "count": list(told.count_), "words": words}


@written.register
def _(model: CrawlingModel) -> dict[str, Any]:
    return {
        "pager": written_trees(model.pager, MORE_DIGITS),
        "product": written_trees(model.product, MORE_DIGITS),
        "collection": written_trees(model.collection, MORE_DIGITS),
        "anchors": {
            category: {name: written(each) for name, each in kinds.items()}
            for category, kinds in model.anchors.items()
        },
    }


@written.register
def _(model: HomeModel) -> dict[str, Any]:
    return {
        "kind": "home_pages",
        "bias": round(model.bias, 3),
        "signs": dict(zip(SIGNS, (round(each, 3) for each in model.signs), strict=True)),
        "threshold": model.threshold,
        "words": _rounded(model.words),
        "categories": {
            name: {
                "bias": round(part.bias, 3),
                "scale": round(part.scale, 3),
                "words": _rounded(part.words),
            }
            for name, part in sorted(model.categories.items())
        },
    }


def _rounded(words: Mapping[str, float]) -> dict[str, float]:
    kept = {word: round(weight, 2) for word, weight in sorted(words.items())}
    return {word: weight for word, weight in kept.items() if weight}
