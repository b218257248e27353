"""The recipe of the alignment score: labelled names in, a weight for each feature out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from specdex.alignment.aligner import Aligner, PairScore
from specdex.alignment.evidence import FEATURES, Floats
from specdex.alignment.names import marks, opposed
from specdex.errors import MissingExtra

__all__ = ["Labelled", "Name", "labelled", "learn", "met"]

Name = tuple[str, str]
PULL = 0.3
"""The inverse of how strongly weights are held small: there are few labels."""
APART = 3.0
"""What all names together weigh that meet on pages without labels, beside labelled ones."""
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Labelled:
    """Pairs of names, what is told of each, and whether they mean the same."""

    features: Floats
    same: npt.NDArray[np.bool_]


def labelled(
    aligner: Aligner, groups: Sequence[Sequence[str]], gold: Mapping[Name, str]
) -> Labelled:
    """The pairs of labelled names that nothing forbids."""
    seen = aligner.examples(groups)
    means = {
        int(node): gold[name]
        for name, node in zip(aligner.told.printed, seen.nodes.of_names, strict=True)
        if name in gold
    }
    rows, same = [], []
    for row, (mine, theirs) in enumerate(zip(seen.one.tolist(), seen.other.tolist(), strict=True)):
        if mine in means and theirs in means and not seen.apart[row]:
            rows.append(row)
            same.append(means[mine] == means[theirs])
    return Labelled(seen.features[rows], np.array(same, dtype=bool))


def met(aligner: Aligner, groups: Sequence[Sequence[str]] = ()) -> Labelled:
    """Pairs of names that stand on one page of a collection without labels: none is the same."""
    seen = aligner.examples(groups)
    own = [marks(wording) for wording in seen.nodes.wordings]
    rows = [
        row
        for row, (mine, theirs) in enumerate(
            zip(seen.one.tolist(), seen.other.tolist(), strict=True)
        )
        if seen.apart[row] and not opposed(own[mine], own[theirs])
    ]
    return Labelled(seen.features[rows], np.zeros(len(rows), dtype=bool))


def learn(known: Labelled, apart: Labelled) -> PairScore:
    """Weights that tell pairs of names of one attribute from others."""
    try:
        from sklearn.linear_model import LogisticRegression
        from sklearn.preprocessing import StandardScaler
    except ImportError as error:
        raise MissingExtra("training", "learn") from error
    features = np.vstack([known.features, apart.features])
    same = np.concatenate([known.same, apart.same])
    weight = np.ones(len(same))
    weight[len(known.same) :] = APART * len(known.same) / max(1, len(apart.same))
    scaler = StandardScaler().fit(features, sample_weight=weight)
    learner = LogisticRegression(C=PULL, max_iter=3_000)
    learner.fit(scaler.transform(features), same, sample_weight=weight)
    weights = learner.coef_[0] / scaler.scale_
    start = learner.intercept_[0] - float(weights @ scaler.mean_)
    named = {name: round(float(each), DIGITS) for name, each in zip(FEATURES, weights, strict=True)}
    return {"start": round(float(start), DIGITS), **named}
