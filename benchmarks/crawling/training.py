"""Learning what a walk knows: steps through lists, types of pages, words of anchors."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

import numpy as np

from benchmarks.written import trees_of
from specdex.crawling.index_pages import is_avoided
from specdex.crawling.links import site_links
from specdex.crawling.model import AnchorClassifier
from specdex.crawling.pager import EVIDENCE, PagerView
from specdex.forest import Floats as Matrix
from specdex.forest import Trees
from specdex.html import Document

__all__ = [
    "PAGER",
    "PAGE_TYPE",
    "PAGE_TYPE_SEEDS",
    "PagerSheet",
    "SeedPage",
    "fit_anchors",
    "fit_trees",
    "folds",
    "pager_sheet",
    "pager_trees",
]

T = TypeVar("T")
PAGER = {"n_estimators": 120, "learning_rate": 0.07, "max_features": 0.1, "min_samples_leaf": 8}
PAGE_TYPE = {
    "n_estimators": 180,
    "learning_rate": 0.06,
    "max_features": 0.08,
    "min_samples_leaf": 4,
}
"""How the trees of each model grow; chosen with hosts and sites left out."""
DEPTH, SUBSAMPLE = 3, 0.7
SEEDS = (0, 1, 2)
"""Ensembles whose mean is taken: few pages leave much to chance, …"""
PAGE_TYPE_SEEDS = (0, 1, 2, 3, 4)
"""… types of pages most of all."""
LEAST_SEEN = 1.0
MAX_ANCHORS = 400
"""Anchors of one page that are learned from."""


@dataclass(frozen=True, slots=True)
class PagerSheet:
    """The links of one page that may be steps, and which of them lead to the next page."""

    host: str
    rows: Matrix
    target: Matrix
    keys: tuple[str, ...]
    """The address of each link."""


@dataclass(frozen=True, slots=True)
class SeedPage:
    """A page of a seed site, and the addresses that matter on it."""

    document: Document
    leads: frozenset[str]
    """Canonical addresses of the pages that its links should lead to."""


def pager_sheet(document: Document, host: str, is_next: Callable[[int, str], bool]) -> PagerSheet:
    """What a page teaches; *is_next* is asked with each link's node and address."""
    view = PagerView(document, site_links(document))
    places = [int(place) for place in view.rows[:, EVIDENCE].nonzero()[0]]
    links = [view.links[place] for place in places]
    numbered = [view.numbers[place] is not None for place in places]
    target = [
        float(not number and is_next(link.node, link.key))
        for link, number in zip(links, numbered, strict=True)
    ]
    return PagerSheet(host, view.rows[places], np.array(target), tuple(link.key for link in links))


def pager_trees(sheets: Sequence[PagerSheet]) -> Trees:
    """The trees that tell the next page, every page counting alike."""
    taught = [sheet for sheet in sheets if len(sheet.target)]
    weights = [_page_weights(sheet.target) for sheet in taught]
    return fit_trees(
        np.concatenate([sheet.rows for sheet in taught]),
        np.concatenate([sheet.target for sheet in taught]),
        np.concatenate(weights),
        PAGER,
    )


def _page_weights(target: Matrix) -> Matrix:
    good = target > 0
    weights: Matrix = np.where(good, 1 / max(1, good.sum()), 1 / max(1, (~good).sum()))
    return weights


def fit_trees(
    rows: Matrix,
    target: Matrix,
    weights: Matrix,
    settings: Mapping[str, Any],
    seeds: Sequence[int] = SEEDS,
) -> Trees:
    """Boosted trees of labelled rows, the mean of one ensemble for each of *seeds*."""
    from sklearn.ensemble import GradientBoostingClassifier

    weights = weights / weights.mean()
    ensembles = [
        GradientBoostingClassifier(
            max_depth=DEPTH, subsample=SUBSAMPLE, random_state=seed, **settings
        ).fit(rows, target, sample_weight=weights)
        for seed in seeds
    ]
    share = float((target * weights).sum() / weights.sum())
    return _trees_of(ensembles, share)


def _trees_of(ensembles: Sequence[Any], share: float) -> Trees:
    """The trees of fitted scikit-learn ensembles, their mean; *share* of their rows were yes."""
    trees = []
    for ensemble in ensembles:
        rate = ensemble.learning_rate / len(ensembles)
        for estimator in np.ravel(ensemble.estimators_):
            tree = estimator.tree_
            leaf = tree.children_left < 0
            trees.append(
                {
                    "feature": np.where(leaf, -1, tree.feature).tolist(),
                    "threshold": np.where(leaf, 0.0, tree.threshold).tolist(),
                    "left": np.where(leaf, 0, tree.children_left).tolist(),
                    "right": np.where(leaf, 0, tree.children_right).tolist(),
                    "value": np.where(leaf, tree.value[:, 0, 0] * rate, 0.0).tolist(),
                }
            )
    return trees_of(trees, float(np.log(share / (1 - share))))


def fit_anchors(pages: Iterable[SeedPage]) -> AnchorClassifier:
    """A classifier of the anchors that lead where they should, each address of a page once."""
    told = AnchorClassifier()
    for page in pages:
        seen = set[str]()
        for link in site_links(page.document)[:MAX_ANCHORS]:
            new = link.anchor and link.key not in seen and not is_avoided(link)
            if new and not link.anchor.strip().isdigit():
                seen.add(link.key)
                told.learn(link.anchor, lucky=link.key in page.leads)
    return told


def folds(
    things: Sequence[T], name: Callable[[T], str], count: int
) -> Iterator[tuple[list[T], list[T]]]:
    """What to learn from and what to judge, such that no name is on both sides."""
    placed = [int(sha256(name(each).encode()).hexdigest(), 16) % count for each in things]
    for fold in range(count):
        judged = [each for each, place in zip(things, placed, strict=True) if place == fold]
        if judged:
            yield (
                [each for each, place in zip(things, placed, strict=True) if place != fold],
                judged,
            )
