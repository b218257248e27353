"""DEXTER's tables 5 and 7 on labelled pages: which features find specifications, and where."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import nan
from operator import itemgetter
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from benchmarks.crawling.training import fit_trees
from benchmarks.data import DIFFERENCE, halves
from benchmarks.detection.labels import LabelledPage, label
from benchmarks.detection.training import DetectionLearner, leave_sites_out
from benchmarks.detection.word_groups import WordCounts
from benchmarks.written import written_trees
from specdex.detection.detector import choose
from specdex.errors import MissingExtra
from specdex.forest import Trees
from specdex.html import Document
from specdex.papers.dexter import (
    FEATURE_SETS,
    WordGroups,
    look_at,
    paper_candidates,
    paper_features,
)
from specdex.records import Candidate

__all__ = [
    "Row",
    "Sample",
    "balance",
    "judges_without_site",
    "sample",
    "table_5",
    "table_7",
    "train_dexter",
]

Floats = npt.NDArray[np.float64]
HALF = 0.5
DEXTER = "dexter"
NO_GROUPS = WordGroups()
SEED = 7
TREES, RATE = 60, 0.15
MOST_WORDS = 800
"""Of each word group, the heaviest, ship."""
MIN_SITES = 4
"""A category of fewer sites has no row of its own in table 7."""
Scores = dict[tuple[str, str], tuple[float, ...] | None]
"""By site and category."""
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
    texts: tuple[tuple[str, ...], ...]
    """The cells of each: word groups are learned from those of other sites."""
    kind: str


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
        texts=tuple(tuple(look_at(document, node).texts) for node in nodes),
        kind=kind,
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
        judged = sample(page, DEXTER)
        found.setdefault(page.site, []).append((judged, _inside(page.document, chosen)))
    scores: Scores = {}
    for site in sorted(found):
        truth = np.concatenate([each.right for each, _ in found[site]])
        said_ = np.concatenate([each for _, each in found[site]])
        tables = np.concatenate([each.table for each, _ in found[site]])
        kept = balance(truth)
        four = _four(said_[kept], truth[kept], tables[kept])
        scores[site, ""] = four if len(kept) else None
    return _average("specdex", scores)


def _inside(document: Document, chosen: Sequence[Candidate]) -> npt.NDArray[np.bool_]:
    """Which of the paper's candidates are chosen, by the text they share."""
    spans = [(document.start[each.node], document.stop[each.node]) for each in chosen]
    said = [
        _covered(document.start[node], document.stop[node], spans)
        for node in paper_candidates(document)
    ]
    return np.array(said, dtype=np.bool_)


def table_7(pages: Sequence[LabelledPage]) -> list[Row]:
    """The same for each category, leaving sites out and leaving the category out (table 7).

    Without the category only sites are judged that have pages of two or more: the judge has seen
    the site with another category, as in the paper. Categories of few sites are only told together
    with the others: each would be somebody's page.
    """
    samples = [sample(page, DEXTER) for page in pages]
    scores: dict[str, Scores] = {"websites": {}, "categories": {}}
    for category in sorted({each.category for each in samples}):
        own = [each for each in samples if each.category == category]
        others = [each for each in samples if each.category != category]
        sites, wide = sorted({each.site for each in own}), {each.site for each in others}
        for site in sites:
            judged = [each for each in own if each.site == site]
            if len(sites) > 1:
                rest = [each for each in own if each.site != site]
                scores["websites"][site, category] = _score(rest, judged)
            if site in wide:
                scores["categories"][site, category] = _score(others, judged)
    rows = []
    for how, found in scores.items():
        counts = Counter(category for _, category in found)
        for category in [each for each, count in counts.items() if count >= MIN_SITES]:
            mine = {key: score for key, score in found.items() if key[1] == category}
            rows += _average(f"{category} ({how})", mine)
        rows += _average(f"all ({how})", found) if found else []
    return rows


def _by_site(name: str, samples: Sequence[Sample]) -> list[Row]:
    """Precision and recall, averaged over the sites that were left out."""
    sites: dict[str, list[Sample]] = {}
    for each in samples:
        sites.setdefault(each.site, []).append(each)
    total, scores = _counts(samples), Scores()
    for site in sorted(sites):
        groups = total.without(_counts(sites[site])).groups
        learned = [each for each in samples if each.site != site]
        scores[site, ""] = _score(learned, sites[site], groups)
    return _average(name, scores)


def _counts(samples: Iterable[Sample]) -> WordCounts:
    """The words of tables and lists; DEXTER's own features ask for none."""
    return WordCounts.of(
        (texts, bool(right))
        for each in samples
        if each.kind != DEXTER
        for texts, right in zip(each.texts, each.right, strict=True)
    )


def _average(name: str, scores: Scores) -> list[Row]:
    """The averages over open and over blind sites, and the difference."""
    means = {}
    for part, keys in halves(scores, itemgetter(0)).items():
        found = [score for key in keys if (score := scores[key]) is not None]
        columns = np.array(found, dtype=np.float64).T if found else [np.array([nan])] * 4
        means[part] = [
            float(np.nanmean(column)) if (~np.isnan(column)).any() else nan for column in columns
        ]
    apart = (one - other for one, other in zip(*means.values(), strict=True))
    rows = [Row(f"{name}, {part}", *each) for part, each in means.items()]
    return [*rows, Row(f"{name}, {DIFFERENCE}", *apart)]


def _score(
    learned: Sequence[Sample], judged: Sequence[Sample], groups: WordGroups = NO_GROUPS
) -> tuple[float, ...] | None:
    """None where there is no specification to be told from others, or nobody to learn from."""
    features, right, _ = _balanced(learned, groups)
    seen, truth, tables = _balanced(judged, groups)
    if not len(right) or not len(truth):
        return None
    said = _forest(features, right).predict(seen).astype(bool)
    return _four(said, truth, tables)


def _four(
    said: npt.NDArray[np.bool_], truth: npt.NDArray[np.bool_], tables: npt.NDArray[np.bool_]
) -> tuple[float, ...]:
    return (*_precision_recall(said, truth), *_precision_recall(said[tables], truth[tables]))


def _balanced(
    samples: Sequence[Sample], groups: WordGroups = NO_GROUPS
) -> tuple[Floats, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """As many rows that are right as that are not, which of them are, and which are tables.

    The word group, which comes last, is by what *groups* taught.
    """
    filled = [each for each in samples if len(each.right)]
    if not filled:
        return np.zeros((0, 1)), np.zeros(0, dtype=np.bool_), np.zeros(0, dtype=np.bool_)
    right = np.concatenate([each.right for each in filled])
    table = np.concatenate([each.table for each in filled])
    kept = balance(right)
    features = np.concatenate([each.features for each in filled])[kept]
    if filled[0].kind != DEXTER:
        texts = [each for page in filled for each in page.texts]
        features[:, -1] = [groups.ratio(texts[at]) for at in kept]
    return features, right[kept], table[kept]


def balance(right: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """As many that are right as that are not, always the same; none where one kind is missing."""
    good, bad = np.flatnonzero(right), np.flatnonzero(~right)
    count = min(len(good), len(bad))
    order = np.array([crc32(int(at).to_bytes(8, "little")) for at in range(len(right))])
    return np.concatenate(
        [good[np.argsort(order[good])][:count], bad[np.argsort(order[bad])][:count]]
    )


def train_dexter(pages: Sequence[LabelledPage]) -> dict[str, Any]:
    """What the detectors ``dexter``, ``wang-hu`` and ``combined`` ship with, as JSON values."""
    judges = {}
    groups = NO_GROUPS
    for kind in FEATURE_SETS:
        samples = [sample(page, kind) for page in pages]
        groups = _counts(samples).groups
        groups = WordGroups(*map(_heaviest, (groups.genuine, groups.other)))
        judges[kind] = written_trees(_trees(samples, groups))
    return {"judges": judges, "genuine": dict(groups.genuine), "other": dict(groups.other)}


def judges_without_site(pages: Sequence[LabelledPage]) -> Callable[[str], Trees]:
    """Who judges tables and lists of a site by DEXTER's features, learned without the site."""
    samples = [sample(page, DEXTER) for page in pages]

    @cache
    def judge(site: str) -> Trees:
        return _trees([each for each in samples if each.site != site])

    return judge


def _trees(samples: Sequence[Sample], groups: WordGroups = NO_GROUPS) -> Trees:
    features, right, _ = _balanced(samples, groups)
    settings = {"n_estimators": TREES, "learning_rate": RATE}
    return fit_trees(features, right.astype(np.float64), np.ones(len(right)), settings, (SEED,))


def _heaviest(weights: Mapping[str, float]) -> dict[str, float]:
    best = sorted(weights, key=lambda word: (-weights[word], word))[:MOST_WORDS]
    return {word: round(weights[word], 3) for word in sorted(best)}


def _forest(features: Floats, right: npt.NDArray[np.bool_]) -> Any:
    try:
        from sklearn.ensemble import RandomForestClassifier
    except ImportError as error:
        raise MissingExtra("scikit-learn", "learn") from error
    return RandomForestClassifier(n_estimators=60, random_state=SEED).fit(features, right)


def _precision_recall(
    said: npt.NDArray[np.bool_], truth: npt.NDArray[np.bool_]
) -> tuple[float, float]:
    hit = int((said & truth).sum())
    precision = hit / int(said.sum()) if said.any() else nan
    return precision, hit / int(truth.sum()) if truth.any() else nan
