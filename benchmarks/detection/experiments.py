"""DEXTER's tables 5 and 7 on labelled pages: which features find specifications, and where."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from benchmarks.data import DIFFERENCE, halves
from benchmarks.detection.labels import LabelledPage, label
from benchmarks.detection.paper_features import FEATURE_SETS, paper_candidates, paper_features
from benchmarks.detection.training import DetectionLearner, leave_sites_out
from specdex.detection.detector import choose
from specdex.errors import MissingExtra
from specdex.html import Document
from specdex.records import Candidate

__all__ = ["Row", "Sample", "sample", "table_5", "table_7"]

Floats = npt.NDArray[np.float64]
HALF = 0.5
SEED = 7
FOLDS = 12
"""Parts of the sites that the default detector is learned without, one after the other."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The tables and lists of one page, with features and whether each is a specification."""

    site: str
    category: str
    features: Floats
    right: npt.NDArray[np.bool_]
    table: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: precision and recall, of all and of tables alone; NaN if undefined."""

    name: str
    precision: float
    recall: float
    table_precision: float
    table_recall: float


def sample(page: LabelledPage, kind: str) -> Sample:
    """The candidates of the paper on *page*, each right where half of its text is labelled."""
    document = page.document
    nodes = paper_candidates(document)
    spans = [
        (document.start[node], document.stop[node])
        for fragment in page.fragments
        if not fragment.doubtful
        for xpath in (fragment.xpath, *fragment.copies)
        if (node := document.find(xpath)) is not None
    ]
    right = [_covered(document.start[node], document.stop[node], spans) for node in nodes]
    return Sample(
        site=page.site,
        category=page.category,
        features=paper_features(document, nodes, kind),
        right=np.array(right, dtype=np.bool_),
        table=np.array([document.tag[node] == "table" for node in nodes], dtype=np.bool_),
    )


def _covered(start: int, stop: int, spans: Iterable[tuple[int, int]]) -> bool:
    inside = max((min(stop, high) - max(start, low) for low, high in spans), default=0)
    return inside >= HALF * (stop - start)


def table_5(pages: Sequence[LabelledPage]) -> list[Row]:
    """Precision and recall of each feature set, leaving each site out (the paper's table 5).

    The last row is the default detector, held to the same tables and lists.
    """
    rows = [_by_site(kind, [sample(page, kind) for page in pages]) for kind in FEATURE_SETS]
    return [row for each in (*rows, _default(pages)) for row in each]


def _default(pages: Sequence[LabelledPage]) -> list[Row]:
    """What the detector ``specdex`` finds of the paper's candidates, learned without the site."""
    sheets = [label(page) for page in pages]
    learner = DetectionLearner()
    confidences = leave_sites_out(learner, sheets, FOLDS)
    found: dict[str, list[tuple[Sample, npt.NDArray[np.bool_]]]] = {}
    for page, sheet, said in zip(pages, sheets, confidences, strict=True):
        chosen = choose(sheet.sheet, said.tolist(), learner.threshold)
        judged = sample(page, next(iter(FEATURE_SETS)))
        found.setdefault(page.site, []).append((judged, _inside(page.document, chosen)))
    scores = {}
    for site in sorted(found):
        truth = np.concatenate([each.right for each, _ in found[site]])
        said_ = np.concatenate([each for _, each in found[site]])
        tables = np.concatenate([each.table for each, _ in found[site]])
        scores[site] = _four(said_, truth, tables)
    return _average("specdex", scores)


def _inside(document: Document, chosen: Sequence[Candidate]) -> npt.NDArray[np.bool_]:
    """Which of the paper's candidates are chosen, by the text they share."""
    spans = [(document.start[each.node], document.stop[each.node]) for each in chosen]
    said = [
        _covered(document.start[node], document.stop[node], spans)
        for node in paper_candidates(document)
    ]
    return np.array(said, dtype=np.bool_)


def table_7(pages: Sequence[LabelledPage], kind: str = "dexter") -> list[Row]:
    """The same for each category, leaving sites out and leaving the category out (table 7)."""
    samples = [sample(page, kind) for page in pages]
    rows = []
    for category in sorted({each.category for each in samples}):
        own = [each for each in samples if each.category == category]
        others = [each for each in samples if each.category != category]
        if len({each.site for each in own}) > 1:
            rows += _by_site(f"{category} (websites)", own)
        if others:
            sides = halves(own, lambda each: each.site).values()
            scores = {judged[0].site: _score(others, judged) for judged in sides if judged}
            rows += _average(f"{category} (categories)", scores)
    return rows


def _by_site(name: str, samples: Sequence[Sample]) -> list[Row]:
    """Precision and recall, averaged over the sites that were left out."""
    scores = {}
    for site in sorted({each.site for each in samples}):
        learned = [each for each in samples if each.site != site]
        scores[site] = _score(learned, [each for each in samples if each.site == site])
    return _average(name, scores)


def _average(name: str, scores: Mapping[str, tuple[float, ...] | None]) -> list[Row]:
    """The averages over open and over blind sites, and the difference."""
    means = {}
    for part, sites in halves(scores, str).items():
        found = [score for site in sites if (score := scores[site]) is not None]
        columns = np.array(found, dtype=np.float64).T if found else [np.array([nan])] * 4
        means[part] = [
            float(np.nanmean(column)) if (~np.isnan(column)).any() else nan for column in columns
        ]
    apart = (one - other for one, other in zip(*means.values(), strict=True))
    rows = [Row(f"{name}, {part}", *each) for part, each in means.items()]
    return [*rows, Row(f"{name}, {DIFFERENCE}", *apart)]


def _score(learned: Sequence[Sample], judged: Sequence[Sample]) -> tuple[float, ...] | None:
    features, right = _join(learned)
    if not right.any() or right.all():
        return None
    classifier = _balanced(features, right)
    seen, truth = _join(judged)
    if not len(truth):
        return None
    said = classifier.predict(seen).astype(bool)
    tables = np.concatenate([each.table for each in judged])
    return _four(said, truth, tables)


def _four(
    said: npt.NDArray[np.bool_], truth: npt.NDArray[np.bool_], tables: npt.NDArray[np.bool_]
) -> tuple[float, ...]:
    return (*_precision_recall(said, truth), *_precision_recall(said[tables], truth[tables]))


def _join(samples: Sequence[Sample]) -> tuple[Floats, npt.NDArray[np.bool_]]:
    filled = [each for each in samples if len(each.right)]
    if not filled:
        return np.zeros((0, 1)), np.zeros(0, dtype=np.bool_)
    return (
        np.concatenate([each.features for each in filled]),
        np.concatenate([each.right for each in filled]),
    )


def _balanced(features: Floats, right: npt.NDArray[np.bool_]) -> Any:
    """A classifier learned from as many negatives as positives, as in the paper."""
    try:
        from sklearn.ensemble import RandomForestClassifier
    except ImportError as error:
        raise MissingExtra("scikit-learn", "learn") from error
    good, bad = np.flatnonzero(right), np.flatnonzero(~right)
    count = min(len(good), len(bad))
    order = np.array([crc32(int(at).to_bytes(8, "little")) for at in range(len(right))])
    kept = np.concatenate(
        [good[np.argsort(order[good])][:count], bad[np.argsort(order[bad])][:count]]
    )
    forest = RandomForestClassifier(n_estimators=60, random_state=SEED)
    return forest.fit(features[kept], right[kept])


def _precision_recall(
    said: npt.NDArray[np.bool_], truth: npt.NDArray[np.bool_]
) -> tuple[float, float]:
    hit = int((said & truth).sum())
    precision = hit / int(said.sum()) if said.any() else nan
    return precision, hit / int(truth.sum()) if truth.any() else nan
