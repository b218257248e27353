"""The recipe behind ``models/listings.json``: two judges learned from labelled pages.

The first judges groups, and learns from listing pages only, where a group is right when most of its
members are labelled records. The second judges a page by its best group, and learns from listing
and other pages; the scores it sees come from first judges that did not learn from the page's site.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import md5
from typing import Any, Self

import numpy as np

from benchmarks.written import EXACT, trees_of, written_trees
from specdex.errors import MissingExtra, NotFittedError
from specdex.forest import Trees
from specdex.html import Document
from specdex.listings.choice import JUDGED, best_group, page_row
from specdex.listings.features import NAMES, Matrix, features
from specdex.listings.groups import Group, groups
from specdex.listings.page_facts import PageFacts
from specdex.listings.view import View

__all__ = ["Example", "ListingLearner", "example"]

RIGHT = 0.8
"""A group is right when at least this share of its members are records, each another one."""
DEPTH = 3
NEVER = 1e30
"""A threshold that no feature passes."""
DIGITS = 5


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled page: its groups, which of them are records, and whether it is a listing."""

    site: str
    found: list[Group]
    end: list[int]
    """Where each node's subtree ends."""
    rows: Matrix
    around: list[list[float]]
    """What the page looks like from each group."""
    right: list[bool]
    is_listing: bool
    weight: float = 1.0


def example(
    document: Document,
    record_of: Callable[[int], object | None],
    *,
    is_listing: bool,
    weight: float = 1.0,
) -> Example | None:
    """The example that *document* gives; None where nothing on it repeats.

    *record_of* says which labelled record a node is, or None.
    """
    view = View(document)
    found = groups(view)
    if not found:
        return None
    right = []
    for group in found:
        records = {record_of(view.parts(node)[0]) for node in group.members} - {None}
        right.append(len(records) >= RIGHT * len(group.members))
    facts = PageFacts(view)
    return Example(
        site=document.page.site,
        found=found,
        end=view.document.end,
        rows=features(view, found),
        around=[facts.seen_from(group) for group in found],
        right=right,
        is_listing=is_listing,
        weight=weight,
    )


class ListingLearner:
    """Learns both judges; what it learned is JSON-able and ends in ``model_``."""

    def __init__(
        self, *, group_trees: int = 80, page_trees: int = 150, folds: int = 4, seed: int = 0
    ) -> None:
        self.group_trees = group_trees
        self.page_trees = page_trees
        self.folds = folds
        self.seed = seed

    def fit(self, examples: Iterable[Example]) -> Self:
        """Learn from *examples* of several sites."""
        pages = list(examples)
        sizes = Counter(page.site for page in pages)
        weights = {id(page): page.weight / sizes[page.site] ** 0.5 for page in pages}
        self.model_: dict[str, Any] = {
            "records": self._groups(pages, weights),
            **self._pages(pages, weights),
        }
        return self

    @property
    def model(self) -> dict[str, Any]:
        """What was learned, as ``ListingModel`` takes it."""
        if not hasattr(self, "model_"):
            raise NotFittedError("the learner has seen no pages yet")
        return self.model_

    def _groups(self, pages: Sequence[Example], weights: dict[int, float]) -> dict[str, Any]:
        listings = [page for page in pages if page.is_listing]
        rows = np.vstack([page.rows for page in listings])
        right = [each for page in listings for each in page.right]
        weight = [weights[id(page)] for page in listings for _ in page.right]
        trees = _boosting(
            n_estimators=self.group_trees,
            learning_rate=0.1,
            subsample=0.7,
            min_samples_leaf=6,
            max_features=0.3,
            random_state=self.seed,
        )
        return _plain(trees.fit(rows, right, sample_weight=weight), NAMES)

    def _pages(self, pages: Sequence[Example], weights: dict[int, float]) -> dict[str, Any]:
        rows, listings, weight = [], [], []
        for fold in range(self.folds):
            known = [page for page in pages if self._fold(page) != fold]
            judge = Trees.from_json(self._groups(known, weights))
            for page in pages:
                if self._fold(page) == fold:
                    scores = judge.probability(page.rows)
                    best = best_group(page.found, scores, page.end)
                    around = page.around[best]
                    rows.append(page_row(page.found, page.rows, scores, around, best))
                    listings.append(page.is_listing)
                    weight.append(weights[id(page)])
        table = np.vstack(rows)
        trees = _boosting(
            n_estimators=self.page_trees,
            learning_rate=0.06,
            subsample=0.6,
            min_samples_leaf=10,
            max_features=0.15,
            random_state=self.seed,
        ).fit(table, listings, sample_weight=weight)
        return {"pages": _plain(trees, JUDGED), "page_line": _line(table, listings, weight)}

    def _fold(self, page: Example) -> int:
        digest = md5(f"{page.site}x".encode(), usedforsecurity=False).hexdigest()
        return int(digest, 16) % self.folds


def _boosting(**how: Any) -> Any:
    try:
        from sklearn.ensemble import GradientBoostingClassifier
    except ImportError as error:
        raise MissingExtra("scikit-learn", "learn") from error
    return GradientBoostingClassifier(max_depth=DEPTH, **how)


def _line(rows: Matrix, listings: list[bool], weight: list[float]) -> dict[str, Any]:
    """A linear judge of pages as plain data."""
    from sklearn.linear_model import LogisticRegression

    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale[scale == 0] = 1.0
    judge = LogisticRegression(C=0.1, max_iter=3000)
    judge.fit((rows - mean) / scale, listings, sample_weight=weight)
    return {
        "start": round(float(judge.intercept_[0]), DIGITS),
        "mean": [round(float(each), DIGITS) for each in mean],
        "scale": [max(round(float(each), DIGITS), 10**-DIGITS) for each in scale],
        "weights": [round(float(each), DIGITS) for each in judge.coef_[0]],
    }


def _plain(boosting: Any, names: Sequence[str]) -> dict[str, Any]:
    """Boosted trees of scikit-learn as plain data, each filled up to a complete tree."""
    nothing = [0] * 2**DEPTH
    branches = range(1, 2 * len(nothing) - 1)
    trees: list[dict[str, list[float]]] = [
        {
            "feature": [*feature, *(-1 for _ in leaf)],
            "threshold": [*threshold, *nothing],
            "left": [*branches[::2], *nothing],
            "right": [*branches[1::2], *nothing],
            "value": [*nothing[1:], *leaf],
        }
        for feature, threshold, leaf in (
            _complete(each.tree_, boosting.learning_rate) for each in boosting.estimators_[:, 0]
        )
    ]
    yes = float(boosting.init_.class_prior_[1])
    start = round(float(np.log(yes / (1 - yes))), DIGITS)
    return {"features": list(names), **written_trees(trees_of(trees, start), EXACT)}


def _complete(tree: Any, rate: float) -> tuple[list[int], list[float], list[float]]:
    """The features, thresholds and leaves of one tree, in breadth-first order."""
    level = [0]
    asked: list[int] = []
    thresholds: list[float] = []
    for _ in range(DEPTH):
        below = []
        for node in level:
            is_leaf = tree.children_left[node] < 0
            asked.append(0 if is_leaf else int(tree.feature[node]))
            thresholds.append(NEVER if is_leaf else float(f"{tree.threshold[node]:.6g}"))
            left, right = tree.children_left[node], tree.children_right[node]
            below += [node, node] if is_leaf else [left, right]
        level = below
    leaves = [round(float(tree.value[node][0][0]) * rate, DIGITS) for node in level]
    return asked, thresholds, leaves
