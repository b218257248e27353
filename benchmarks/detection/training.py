"""The recipe of the detection model: labelled pages in, a model out. Needs scikit-learn."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from math import log, log1p
from typing import Any, Self
from zlib import crc32

import numpy as np
import numpy.typing as npt

from benchmarks.detection.calibration import honest, shift
from benchmarks.detection.labels import LabelledSheet
from benchmarks.written import trees_of
from specdex.detection.model import COLUMNS, KNOWN, DetectionModel
from specdex.detection.sheet import FEATURES
from specdex.detection.word_weights import Clues, Scales, hash_of
from specdex.errors import InputError, MissingExtra, NotFittedError
from specdex.forest import Trees
from specdex.text import letters_and_digits

__all__ = [
    "DetectionLearner",
    "Ledger",
    "catalogue_of",
    "folds",
    "leave_sets_out",
    "leave_sites_out",
    "train",
]

Floats = npt.NDArray[np.float64]
GOOD, BAD = 0.5, 0.2
"""From this share of right pairs on a region's words speak for, below that against it."""


SMOOTHING = 0.5
DIGITS = 2
MIN_SITES = 2
"""A word of fewer sites is a site's own."""
NOBODY: frozenset[str] = frozenset()
UNASKED = ("name_field",)
"""Columns that trees do not ask for: they take a site's own habit for a rule."""
EVIDENCE = (
    "pairs",
    "name_length",
    "name_distinct",
    "name_alien",
    "name_field",
    "value_length",
    "value_spread",
    "linked",
    "chrome",
)
"""Columns that are held against what the trees say: of few sites trees learn too little of them."""
HEARD, BELIEVED = 0.12, 0.61
"""Regions to which the trees give so much are calibrated, and those that then have so much read."""
CHANCES = 3
"""Forests that calibration listens to."""


def _terms(clues: Clues) -> Iterable[int]:
    """The hashes of all that *clues* hold."""
    names, heading, classes = clues
    for name in set(names):
        yield hash_of("name", name)
        for word in name.split():
            yield hash_of("word", word)
    for word in set(heading):
        yield hash_of("heading", word)
    for word in set(classes):
        yield hash_of("class", word)


@dataclass
class Ledger:
    """Counts, by site, what words stood in specifications and what elsewhere."""

    good: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    bad: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    good_sites: set[str] = field(default_factory=set)
    bad_sites: set[str] = field(default_factory=set)

    def note(self, clues: Clues, site: str, *, good: bool) -> None:
        """Remember that a region of *site* was, or was not, a specification."""
        side, sites = (self.good, self.good_sites) if good else (self.bad, self.bad_sites)
        sites.add(site)
        for term in _terms(clues):
            side[term].add(site)

    def weights(self, *, without: AbstractSet[str] = frozenset()) -> dict[int, float]:
        """The log-odds of each word that enough sites show, *without* some of them."""
        ratio = len(self.good_sites - without) / max(1, len(self.bad_sites - without))
        found: dict[int, float] = {}
        for term in sorted(self.good.keys() | self.bad.keys()):
            good = len(self.good.get(term, NOBODY) - without)
            bad = len(self.bad.get(term, NOBODY) - without)
            if good + bad >= MIN_SITES:
                found[term] = log((good + SMOOTHING) / (bad * ratio + SMOOTHING))
        return found


@dataclass
class DetectionLearner:
    """Learns a :class:`DetectionModel` from labelled regions, sites weighing the same.

    Words are weighed by how many sites show them in specifications and elsewhere; a region's own
    site, and some others with it, are left out of that count (cross-fitting), so that the trees
    learn how far to trust words of sites never seen.
    """

    trees: int = 120
    depth: int = 16
    min_leaf: int = 4
    columns_a_split: float = 0.15
    balance: float = 0.6
    """How much all specifications weigh against all the rest."""
    word_folds: int = 10
    threshold: float = 0.37
    """Before calibration."""
    seed: int = 0
    catalogue: Mapping[int, float] = field(default_factory=dict, repr=False)

    def fit(self, sheets: Sequence[LabelledSheet]) -> Self:
        """Learn from *sheets*; scikit-learn's convention."""
        (self.model_,) = self.models(sheets, (self.seed,))
        return self

    def models(
        self, sheets: Sequence[LabelledSheet], seeds: Sequence[int]
    ) -> tuple[DetectionModel, ...]:
        """What *sheets* teach, for each of *seeds*: only the chances of the trees differ."""
        usable = [each for each in sheets if len(each.target)]
        if not any((each.target * each.weight).any() for each in usable):
            raise InputError("there is no specification to learn from")
        ledger = _ledger(usable)
        features = self._features(usable, ledger)
        target = np.concatenate([each.target for each in usable])
        weight = _site_weights(usable)
        words, catalogue = ledger.weights(), dict(self.catalogue)
        return tuple(
            DetectionModel(trees, words, catalogue, self.threshold)
            for trees in self._grow(features, target, weight, seeds)
        )

    def confidences(self, sheet: LabelledSheet) -> Floats:
        """What the learned model says of each region of *sheet*."""
        if not hasattr(self, "model_"):
            raise NotFittedError("the detection learner was asked before fit")
        return np.asarray(self.model_.confidences(sheet.sheet))

    def _features(self, sheets: Sequence[LabelledSheet], ledger: Ledger) -> Floats:
        """The features of all regions, words weighed without the sites of their own fold."""
        blocks: dict[int, Floats] = {}
        for fold in range(self.word_folds):
            members = [at for at, each in enumerate(sheets) if _fold(each, self.word_folds) == fold]
            if not members:
                continue
            weights = ledger.weights(without=frozenset(sheets[at].site for at in members))
            scales = Scales(weights, dict(self.catalogue))
            for at in members:
                sheet = sheets[at].sheet
                parts = (sheet.features, scales.rows(sheet.clues, len(KNOWN)))
                count = len(sheet.regions)
                blocks[at] = np.hstack([np.asarray(each).reshape(count, -1) for each in parts])
        features = np.concatenate([blocks[at] for at in range(len(sheets))])
        features[:, [FEATURES.index(name) for name in UNASKED]] = 0.0
        return features

    def _grow(
        self, features: Floats, target: Floats, weight: Floats, seeds: Sequence[int]
    ) -> Iterator[Trees]:
        """Random trees on soft targets: each region counts for both sides, by its share.

        There are few sites to learn from; boosting fits them too well.
        """
        rows, sides, weights = _both_sides(features, target, weight, self.balance)
        for seed in seeds:
            forest = _extra_trees()(
                n_estimators=self.trees,
                max_depth=self.depth,
                min_samples_leaf=self.min_leaf,
                max_features=self.columns_a_split,
                random_state=seed,
            )
            yield _export(forest.fit(rows, sides, sample_weight=weights))


def _extra_trees() -> Any:
    try:
        from sklearn.ensemble import ExtraTreesClassifier
    except ImportError as error:
        raise MissingExtra("scikit-learn", "learn") from error
    return ExtraTreesClassifier


def _fold(sheet: LabelledSheet, count: int) -> int:
    return crc32(sheet.site.encode()) % count


def _ledger(sheets: Sequence[LabelledSheet]) -> Ledger:
    ledger = Ledger()
    for each in (sheet for sheet in sheets if not sheet.made):
        for clues, share, weight in zip(each.sheet.clues, each.target, each.weight, strict=True):
            if weight and not BAD <= share < GOOD:
                ledger.note(clues, each.site, good=bool(share >= GOOD))
    return ledger


def _site_weights(sheets: Sequence[LabelledSheet]) -> Floats:
    """The weight of each region, such that those of each site and category add up to the same."""
    mass: dict[tuple[str, str], float] = defaultdict(float)
    scale: dict[tuple[str, str], float] = {}
    for each in sheets:
        mass[each.site, each.category] += float(each.weight.sum())
        scale[each.site, each.category] = each.scale
    return np.concatenate(
        [
            each.weight * scale[each.site, each.category] / (mass[each.site, each.category] or 1.0)
            for each in sheets
        ]
    )


def _pair_weights(read: Sequence[tuple[LabelledSheet, list[int]]]) -> Floats:
    """What the pairs of each region that is read weigh: those of a site, the root of their count.

    Pairs are what is said with a confidence. All sets of pages weigh the same, that with many pages
    a site like the others: a set is what its category begins with.
    """
    pairs = np.concatenate([sheet.weight[chosen] for sheet, chosen in read]) ** 2
    sites = [(sheet.site, sheet.category) for sheet, chosen in read for _ in chosen]
    roots = pairs / np.sqrt(_together(sites, pairs))
    return roots / _together([_set_of(category) for _, category in sites], roots)


def _set_of(category: str) -> str:
    """The set of pages that a sheet's *category* tells."""
    return category.partition("-")[0]


def _together(whose: Sequence[Hashable], weights: Floats) -> Floats:
    """For each of *weights* the sum of all with the same owner."""
    mass: dict[Hashable, float] = defaultdict(float)
    for owner, weight in zip(whose, weights, strict=True):
        mass[owner] += float(weight)
    return np.array([mass[owner] or 1.0 for owner in whose])


def _both_sides(
    features: Floats, target: Floats, weight: Floats, balance: float
) -> tuple[Floats, Floats, Floats]:
    rows = np.concatenate([features, features])
    sides = np.concatenate([np.zeros(len(target)), np.ones(len(target))])
    weights = np.concatenate([weight * (1 - target), weight * target])
    kept = weights > 0
    rows, sides, weights = rows[kept], sides[kept], weights[kept]
    good = sides == 1
    weights[good] *= balance * weights[~good].sum() / (weights[good].sum() or 1.0)
    return rows, sides, weights / weights.mean()


def _export(forest: Any) -> Trees:
    """The trees of a fitted forest as arrays, each saying its part of the probability."""
    trees, count = [], len(forest.estimators_)
    for estimator in forest.estimators_:
        tree = estimator.tree_
        leaf = tree.children_left < 0
        good = tree.value[:, 0, -1] / tree.value[:, 0].sum(axis=1)
        trees.append(
            {
                "feature": np.where(leaf, -1, tree.feature).tolist(),
                "threshold": np.where(leaf, 0.0, tree.threshold).tolist(),
                "left": np.where(leaf, 0, tree.children_left).tolist(),
                "right": np.where(leaf, 0, tree.children_right).tolist(),
                "value": np.where(leaf, good / count, 0.0).tolist(),
            }
        )
    return trees_of(trees, 0.0)


def folds(sheets: Sequence[LabelledSheet], count: int) -> Iterator[tuple[list[int], list[int]]]:
    """Which sheets to learn from and which to judge, such that no site is on both sides."""
    for fold in range(count):
        judged = [at for at, each in enumerate(sheets) if _fold(each, count) == fold]
        if judged:
            held = set(judged)
            yield [at for at in range(len(sheets)) if at not in held], judged


def leave_sites_out(
    learner: DetectionLearner, sheets: Sequence[LabelledSheet], count: int = 8
) -> list[Floats]:
    """The confidences of each sheet's regions, by models that never saw its site."""
    found: list[Floats] = [np.zeros(0)] * len(sheets)
    for learned, judged in folds(sheets, count):
        learner.fit([sheets[at] for at in learned])
        for at in judged:
            sheet = sheets[at]
            found[at] = learner.confidences(sheet) if len(sheet.target) else np.zeros(0)
    return found


def leave_sets_out(learner: DetectionLearner, sheets: Sequence[LabelledSheet]) -> list[Floats]:
    """The same by models that saw no page of the sheet's set, nor of its site in another.

    Nothing where there is but one set, and of sheets that do not count in full.
    """
    found: list[Floats] = [np.zeros(0)] * len(sheets)
    sets = dict.fromkeys(_set_of(each.category) for each in sheets if each.scale >= 1)
    for name in sets if len(sets) > 1 else ():
        judged = [at for at, each in enumerate(sheets) if _set_of(each.category) == name]
        held = {sheets[at].site for at in judged}
        rest = [e for e in sheets if e.site not in held and _set_of(e.category) != name]
        learner.fit(rest)
        for at in judged:
            found[at] = learner.confidences(sheets[at]) if len(sheets[at].target) else found[at]
    return found


def train(
    sheets: Sequence[LabelledSheet], learner: DetectionLearner, count: int = 8
) -> tuple[DetectionModel, list[Floats]]:
    """The model of all *sheets*, calibrated on sites left out, and what those runs said.

    Only what may be read counts, on sheets that count in full (pages of products). The trees' odds
    are held against a few columns of the region itself by a regression that is all but straight;
    it hears what was said by models that never saw the site, and by such that never saw its set.
    What is read is surer than a straight line has it, and moved by what it is too modest.
    """
    parts, alone = [], []
    for chance in range(CHANCES):
        seeded = replace(learner, seed=learner.seed + chance)
        alone.append(leave_sites_out(seeded, sheets, count))
        runs = (alone[-1], leave_sets_out(seeded, sheets))
        parts += [_heard(sheets, said) for said in runs if any(map(len, said))]
    evidence, share, weight = (np.concatenate(each) for each in zip(*parts, strict=True))
    weights, offset = honest(evidence, share, weight)
    said = 1 / (1 + np.exp(-(evidence @ weights + offset)))
    read = said >= BELIEVED
    moved = shift(said[read], share[read], weight[read])
    slope, *others = weights.tolist()
    model = replace(
        learner.fit(sheets).model_,
        slope=slope,
        offset=offset + moved,
        evidence=dict(zip(EVIDENCE, others, strict=True)),
        threshold=float(1 / (1 + np.exp(-moved) * (1 - BELIEVED) / BELIEVED)),
    )
    return model, alone[0]


def _heard(
    sheets: Sequence[LabelledSheet], said: Sequence[Floats]
) -> tuple[Floats, Floats, Floats]:
    """What is held together of the regions that may be read, how right each is, and its weight."""
    heard = [
        (sheet, each, np.flatnonzero((each >= HEARD) & (sheet.weight > 0)).tolist())
        for sheet, each in zip(sheets, said, strict=True)
        if len(each) and sheet.scale >= 1
    ]
    return (
        np.concatenate([_evidence(*each) for each in heard]),
        np.concatenate([sheet.share[places] for sheet, _, places in heard]),
        _pair_weights([(sheet, places) for sheet, _, places in heard]),
    )


def _evidence(sheet: LabelledSheet, said: Floats, places: list[int]) -> Floats:
    """What is held together of the regions at some *places*: what was *said*, and their columns."""
    chances = said[places]
    own = [np.asarray(sheet.sheet.features[COLUMNS[name]])[places] for name in EVIDENCE]
    return np.column_stack([np.log(chances / (1 - chances)), *own])


def catalogue_of(sites: Mapping[str, int]) -> dict[int, float]:
    """How common names are in catalogues, from the number of sites that show each.

    As exact as a model keeps it: what is learned with is what ships.
    """
    return {
        hash_of("name", letters_and_digits(name)): round(log1p(count), DIGITS)
        for name, count in sites.items()
    }
