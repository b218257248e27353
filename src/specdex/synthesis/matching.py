"""How like a known attribute each candidate is: evidence that knows no attribute's meaning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from specdex.synthesis.contrast import SAME, contrast
from specdex.synthesis.profiles import OWN, VIEWS, Matrix, SiteProfile, name_words

__all__ = ["FEATURES", "RISING", "Example", "Field", "Known", "features"]

NEAR = (
    "length",
    "word_count",
    "characters",
    "d_distinct",
    "d_in_title",
    "d_title_words",
    "d_in_url",
    "d_repeated",
    "d_position",
    "d_rank",
    "d_heading",
    "d_link",
    "d_bold",
    "d_top_share",
    "d_siblings",
    "d_from_heading",
)
BEST = tuple(f"{name}_best" for name in VIEWS)
SHARED = (
    "overlap",
    "overlap_distinct",
    "together",
    "contrast",
    "lead",
    "name_label",
    "name_marks",
    "name_exact",
)
PLAIN = (*VIEWS, *NEAR, *BEST, *SHARED, *OWN)
RELATIVE = (
    *VIEWS,
    *BEST,
    "overlap",
    "overlap_distinct",
    "together",
    "contrast",
    "lead",
    "name_label",
    "name_exact",
    "in_title",
    "title_words",
    "characters",
    "length",
    "d_position",
    "d_from_heading",
)
"""Also given as the distance to the site's best candidate."""
FEATURES = (*PLAIN, *(f"behind_{name}" for name in RELATIVE))
RISING = frozenset(
    {*VIEWS, *NEAR, *BEST, *SHARED, "coverage", "same_label", "same_path"}
    | {f"behind_{name}" for name in RELATIVE}
)
"""Features of which more is never worse."""
RARITY = 1e-3
TOGETHER = {"words": 1, "grams": 1, "shapes": 1, "labels": 2}
"""How much each kind of likeness counts where one number is wanted."""
LENGTH_SCALE = 2.0

Example = tuple[str, tuple[int, ...]]
"""A site and those of its candidates that read an attribute there."""


class Field:
    """The candidates of all sites that are looked at together."""

    def __init__(self, sites: Sequence[SiteProfile]) -> None:
        self.sites = {each.site: each for each in sites}
        ends = np.cumsum([0, *(len(each.candidates) for each in sites)])
        self.spans = {
            each.site: (int(ends[at]), int(ends[at + 1])) for at, each in enumerate(sites)
        }
        self.statistics = np.concatenate([each.statistics for each in sites])
        self.own = np.concatenate([each.own for each in sites])
        self.values = [values for each in sites for values in each.values]
        self.sets = [frozenset(values.values()) for values in self.values]
        self.labels = [labels for each in sites for labels in each.labels]
        self.marks = [marks for each in sites for marks in each.marks]
        self._views = {name: self._view(name) for name in VIEWS}
        self._rows: dict[int, tuple[Matrix, Matrix]] = {}
        self._named: dict[str, Matrix] = {}
        self._pairs: dict[str, Matrix] = {}
        self._contrasts: dict[tuple[Example, ...], Matrix] = {}

    def __len__(self) -> int:
        return len(self.values)

    def _view(self, name: str) -> Matrix:
        """The vectors of all candidates, rare features first, of length 1."""
        parts = [each.views[name] for each in self.sites.values()]
        whole = np.concatenate(parts)
        if name != "shapes" and len(whole):
            share = np.mean([(part > 0).mean(axis=0) for part in parts if len(part)], axis=0)
            whole = whole * np.log1p(1 / (share + RARITY)).astype(np.float32)
        length = np.linalg.norm(whole, axis=1, keepdims=True) + 1e-9
        scaled: Matrix = (whole / length).astype(np.float32)
        return scaled

    def likeness(self, candidate: int) -> tuple[Matrix, Matrix]:
        """How like one candidate all others are, and the share of values they have of it."""
        if candidate not in self._rows:
            similar = [view @ view[candidate] for view in self._views.values()]
            columns = np.column_stack([*similar, *self._nearness(candidate)])
            self._rows[candidate] = columns.astype(np.float32), self._overlaps(candidate)
        return self._rows[candidate]

    def _nearness(self, candidate: int) -> list[Matrix]:
        statistics = np.abs(self.statistics - self.statistics[candidate])
        own = np.abs(self.own - self.own[candidate])
        at = {name: own[:, place] for place, name in enumerate(OWN)}
        decayed = {"repeated", "rank", "siblings", "from_heading"}
        named = [name.removeprefix("d_") for name in NEAR if name.startswith("d_")]
        return [
            np.exp(-LENGTH_SCALE * statistics[:, 0]),
            np.exp(-LENGTH_SCALE * statistics[:, 1]),
            1 - statistics[:, 2:].mean(axis=1),
            *(np.exp(-at[name]) if name in decayed else 1 - at[name] for name in named),
        ]

    def _overlaps(self, candidate: int) -> Matrix:
        mine = self.sets[candidate]
        out = np.zeros((len(self), 2), np.float32)
        for row, theirs in enumerate(self.sets):
            common = len(mine & theirs)
            if common:
                values = self.values[row]
                shared = sum(value in mine for value in values.values())
                out[row] = shared / len(values), common / len(theirs)
        return out

    def named(self, attribute: str) -> Matrix:
        """How far labels and marks say the attribute's own name."""
        if attribute not in self._named:
            words = name_words(attribute)
            rows = [
                (*_said(words, labels), _said(words, marks)[0])
                for labels, marks in zip(self.labels, self.marks, strict=True)
            ]
            table = np.array(rows, np.float32).reshape(-1, 3)
            self._named[attribute] = table[:, [0, 2, 1]]
        return self._named[attribute]

    def rival(self, seeds: Sequence[Example]) -> Matrix:
        """How like something else on the seed sites each candidate is at most."""
        best = np.zeros(len(self), np.float32)
        for site, places in seeds:
            first, last = self.spans[site]
            whole = self._against(site)
            known = [first + place for place in places]
            theirs = np.max([self.likeness(each)[1][:, 0] for each in known], axis=0)
            wrong = [
                each - first
                for each in range(first, last)
                if each not in known and theirs[each] < SAME
            ]
            if wrong:
                best = np.maximum(best, whole[:, wrong].max(axis=1))
        return best[:, None]

    def _against(self, site: str) -> Matrix:
        """How like each candidate of one site all candidates are."""
        if site not in self._pairs:
            inside = slice(*self.spans[site])
            parts = [
                weight * (self._views[name] @ self._views[name][inside].T)
                for name, weight in TOGETHER.items()
            ]
            self._pairs[site] = np.sum(parts, axis=0, dtype=np.float32)
        return self._pairs[site]

    def contrast(self, seeds: Sequence[Example]) -> Matrix:
        """What sets the attribute of *seeds* apart, for all candidates."""
        key = tuple(seeds)
        if key not in self._contrasts:
            found = _evidence(self, key)
            spans = [
                (self.spans[site], [self.spans[site][0] + place for place in places])
                for site, places in key
            ]
            self._contrasts[key] = contrast(
                self._views, spans, found.overlap[:, 0], found.together[:, 0]
            )[:, None]
        return self._contrasts[key]


def _said(words: Sequence[str], weights: Mapping[str, float]) -> tuple[float, float]:
    """The share of *words* that are there, and the same against all that is there."""
    said = sum(min(1.0, weights.get(word, 0.0)) for word in words)
    every = sum(weights.values()) + len(words) - said
    return said / max(1, len(words)), said / max(1.0, every)


@dataclass(frozen=True, slots=True)
class _Evidence:
    mean: Matrix
    best: Matrix
    overlap: Matrix
    together: Matrix


def _evidence(field: Field, examples: Sequence[Example]) -> _Evidence:
    """What all examples of an attribute say about all candidates."""
    similar, overlaps = [], []
    for site, places in examples:
        first = field.spans[site][0]
        known = [field.likeness(first + place) for place in places]
        similar.append(np.max([each[0] for each in known], axis=0))
        overlaps.append(np.max([each[1] for each in known], axis=0))
    stacked = np.stack(similar)
    weights = np.array([TOGETHER.get(name, 0) for name in VIEWS], np.float32)
    together = stacked[:, :, : len(VIEWS)] @ weights
    return _Evidence(
        stacked.mean(axis=0),
        stacked.max(axis=0)[:, : len(VIEWS)],
        1 - np.prod(1 - np.stack(overlaps), axis=0),
        together.max(axis=0)[:, None],
    )


@dataclass(frozen=True, slots=True)
class Known:
    """Where an attribute is known to stand."""

    attribute: str
    seeds: tuple[Example, ...]
    taught: tuple[Example, ...] = ()
    """What was chosen with confidence on sites that are no seeds."""

    @property
    def examples(self) -> tuple[Example, ...]:
        """All of them, those without a candidate left out."""
        return tuple(each for each in (*self.seeds, *self.taught) if each[1])


def features(field: Field, known: Known, sites: Sequence[str]) -> dict[str, Matrix]:
    """For each of *sites* a row of FEATURES per candidate."""
    found = _evidence(field, known.examples)
    apart = field.contrast([each for each in known.seeds if each[1]])
    lead = found.together - field.rival([each for each in known.seeds if each[1]])
    shared = (found.overlap, found.together, apart, lead, field.named(known.attribute))
    parts = (found.mean, found.best, *shared, field.own)
    whole = np.concatenate(parts, axis=1)
    relative = [PLAIN.index(name) for name in RELATIVE]
    out = {}
    for site in sites:
        rows = whole[slice(*field.spans[site])]
        if len(rows):
            behind = rows[:, relative] - rows[:, relative].max(axis=0)
            out[site] = np.concatenate([rows, behind], axis=1)
    return out
