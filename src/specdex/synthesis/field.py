"""The candidates of all sites that are looked at together, compared with each other."""

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from specdex.arrays import spelled
from specdex.synthesis.linked_pages import DOUBT, Indices, Links, Matrix, Truth, Values, linked
from specdex.synthesis.profiles import OWN, VIEWS, SiteProfile, name_words

__all__ = ["NEAR", "Example", "Field"]

WEIGHTS = {"words": 1.0, "grams": 1.0, "shapes": 1.0, "labels": 1.5, "marks": 0.5}
NEAREST, SPREAD = 40, 40
"""Of the candidates that read something else, so many of the likest and so many of all."""
RIDGE = 0.3
SAME = 0.5
"""A candidate with this share of the attribute's values may well read it: it teaches nothing."""
SHARES = frozenset({"coverage", "same_label", "same_path"})
"""What a candidate is by itself that is not compared with others."""
COMPARED = tuple(name for name in OWN if name not in SHARES)
NEAR = ("length", "word_count", "characters", *(f"d_{name}" for name in COMPARED))
DECAYED = frozenset({"repeated", "rank", "siblings", "from_heading", "spread", "up", "down"})
"""What is no share: its distance counts less the farther it goes."""
RARITY = 1e-3
TOGETHER = {"words": 1, "grams": 1, "shapes": 1, "labels": 2}
"""How much each kind of likeness counts where one number is wanted."""
LENGTH_SCALE = 2.0
MOSTLY = 0.5
_NONE = np.zeros(0, np.int64)
Example = tuple[str, tuple[int, ...]]
"""A site and those of its candidates that read an attribute there."""


def contrast(
    views: Mapping[str, Matrix],
    seeds: Sequence[tuple[tuple[int, int], Sequence[int]]],
    overlap: Matrix,
    likeness: Matrix,
) -> Matrix:
    """For every candidate how far it is the attribute rather than anything else on the seeds.

    *seeds* are the span of each seed site with those of its candidates that read the attribute.
    """
    rows: list[int] = []
    truth: list[float] = []
    weight: list[float] = []
    for span, positive in seeds:
        wrong = _wrong(span, set(positive), overlap, likeness)
        rows += [*positive, *wrong]
        truth += [1.0] * len(positive) + [0.0] * len(wrong)
        weight += [len(wrong) / max(1, len(positive))] * len(positive) + [1.0] * len(wrong)
    gram = sum(scale * (views[name][rows] @ views[name][rows].T) for name, scale in WEIGHTS.items())
    target = np.array(truth)
    scale = np.array(weight)
    mean = float((scale * target).sum() / scale.sum())
    alpha = np.linalg.solve(np.asarray(gram) + np.diag(RIDGE / scale), target - mean)
    score = np.full(len(overlap), mean, dtype=np.float64)
    for name, factor in WEIGHTS.items():
        score += factor * (views[name] @ (views[name][rows].T @ alpha.astype(np.float32)))
    return score.astype(np.float32)


def _wrong(
    span: tuple[int, int], positive: set[int], overlap: Matrix, likeness: Matrix
) -> list[int]:
    """Candidates of a seed site that surely read something else, the likest first."""
    inside = [each for each in range(*span) if each not in positive and float(overlap[each]) < SAME]
    near = sorted(inside, key=lambda each: -float(likeness[each]))
    rest = near[NEAREST:]
    return near[:NEAREST] + rest[:: max(1, len(rest) // SPREAD)][:SPREAD]


class Field:
    """The candidates of all sites; what is asked again is remembered."""

    def __init__(self, sites: Sequence[SiteProfile]) -> None:
        self.sites = {each.site: each for each in sites}
        ends = np.cumsum([0, *(len(each.candidates) for each in sites)])
        self.spans = {
            each.site: (int(ends[at]), int(ends[at + 1])) for at, each in enumerate(sites)
        }
        self.statistics = np.concatenate([each.statistics for each in sites])
        self.own = np.concatenate([each.own for each in sites])
        self.values = [values for each in sites for values in each.values]
        self.views = {name: self._view(name) for name in VIEWS}
        self._values = _Shared(sites)
        self.likeness = cache(self._likeness)
        self.named = cache(self._said_of)
        self.leads = cache(self._leads)
        self.amounts_elsewhere = cache(self._amounts_elsewhere)
        self.contrast = cache(self._contrast)
        self._against = cache(self._alike)

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

    def _likeness(self, site: str, place: int) -> tuple[Matrix, Matrix]:
        """How like one candidate all others are, and how far they have the same values."""
        candidate = self.spans[site][0] + place
        similar = [view @ view[candidate] for view in self.views.values()]
        columns = np.column_stack([*similar, *self._nearness(candidate)])
        shared = self._values.shared(site, place), self._values.agreed(site, place)
        return columns.astype(np.float32), np.concatenate(shared, axis=1)

    def _nearness(self, candidate: int) -> list[Matrix]:
        statistics = np.abs(self.statistics - self.statistics[candidate])
        own = np.abs(self.own - self.own[candidate])
        at = {name: own[:, place] for place, name in enumerate(OWN)}
        return [
            np.exp(-LENGTH_SCALE * statistics[:, 0]),
            np.exp(-LENGTH_SCALE * statistics[:, 1]),
            1 - statistics[:, 2:].mean(axis=1),
            *(np.exp(-at[name]) if name in DECAYED else 1 - at[name] for name in COMPARED),
        ]

    def together(self, example: Example) -> Matrix:
        """How like an example all candidates are, in one number."""
        weights = np.array([TOGETHER.get(name, 0) for name in VIEWS], np.float32)
        rows = [self.likeness(example[0], place)[0] for place in example[1]]
        whole: Matrix = np.max(rows, axis=0)[:, : len(VIEWS)] @ weights
        return whole

    def _said_of(self, attribute: str) -> Matrix:
        """How far labels and marks say the attribute's own name."""
        words = name_words(attribute)
        rows = [
            (*_said(words, labels), _said(words, marks)[0])
            for each in self.sites.values()
            for labels, marks in zip(each.labels, each.marks, strict=True)
        ]
        return np.array(rows, np.float32).reshape(-1, 3)[:, [0, 2, 1]]

    def _leads(self, example: Example) -> Matrix:
        """How much liker the example than all else there: by looks, values, and same items."""
        site, places = example
        mine = np.max([self.likeness(site, place)[1] for place in places], axis=0)
        wrong = self._wrong(example)
        rival = self._against(site)[:, wrong].max(axis=1) if len(wrong) else np.zeros(len(self))
        theirs, on_pages = self._values.rivals(site, wrong)
        agreed = mine[:, 2:4].max(axis=1)
        return np.column_stack(
            [self.together(example) - rival, mine[:, 0] - theirs, agreed - on_pages]
        ).astype(np.float32)

    def _wrong(self, example: Example) -> Indices:
        """The candidates of an example's site that surely read something else."""
        site, places = example
        mine = np.max([self.likeness(site, place)[1] for place in places], axis=0)
        wrong = np.flatnonzero(mine[slice(*self.spans[site]), 0] < SAME)
        return wrong[~np.isin(wrong, places)]

    def _amounts_elsewhere(self, example: Example, site: str) -> Matrix:
        """How far amounts agree with what is no example there, on pages of the same items."""
        return self._values.amounts(site, example[0], self._wrong(example))

    def plain_amounts(self, site: str) -> Truth:
        """Which candidates of a site mostly read a number and nothing else."""
        return self.statistics[slice(*self.spans[site]), -1] >= MOSTLY

    def _alike(self, site: str) -> Matrix:
        """How like each candidate of one site all candidates are."""
        inside = slice(*self.spans[site])
        parts = [
            weight * (self.views[name] @ self.views[name][inside].T)
            for name, weight in TOGETHER.items()
        ]
        return np.asarray(np.sum(parts, axis=0, dtype=np.float32))

    def _contrast(self, seeds: tuple[Example, ...]) -> Matrix:
        """What sets the attribute of *seeds* apart, for all candidates."""
        spans = [
            (self.spans[site], [self.spans[site][0] + place for place in places])
            for site, places in seeds
        ]
        shared = [self.likeness(site, place)[1] for site, places in seeds for place in places]
        overlap = np.max(shared, axis=0)[:, 0]
        looks = np.max([self.together(each) for each in seeds], axis=0)
        return contrast(self.views, spans, overlap, looks)

    def linked(self, site: str, others: Sequence[str]) -> float:
        """How far what is said by pages of the same items counts: from 0 to 1."""
        most = max((len(self._values.links(site, other)[0]) for other in others), default=0)
        return most / (most + DOUBT)


def _said(words: Sequence[str], weights: Mapping[str, float]) -> tuple[float, float]:
    """The share of *words* that are there, and the same against all that is there."""
    said = sum(min(1.0, weights.get(word, 0.0)) for word in words)
    every = sum(weights.values()) + len(words) - said
    return said / max(1, len(words)), said / max(1.0, every)


class _Shared:
    """The values of all candidates, compared across sites."""

    def __init__(self, sites: Sequence[SiteProfile]) -> None:
        self._sites = {each.site: each for each in sites}
        self._values = Values()
        self._grids = {each.site: self._values.grid(each.values, each.pages) for each in sites}
        self._links: dict[tuple[str, str], Links] = {}
        self._common = cache(self._in_common)

    def shared(self, site: str, place: int) -> Matrix:
        """Of every candidate the share of values that one has: by page, by value."""
        size = len(self._values.names)
        known = np.zeros(size + 1, np.bool_)
        known[self._grids[site][place]] = True
        known[-1] = False
        out = []
        for grid in self._grids.values():
            hit = known[grid]
            shares = hit.sum(axis=1) / np.maximum(1, (grid >= 0).sum(axis=1))
            distinct = np.zeros(len(grid))
            for row in np.flatnonzero(shares):
                values = np.unique(grid[row][grid[row] >= 0])
                distinct[row] = known[values].mean()
            out.append(np.column_stack([shares, distinct]))
        return np.concatenate(out).astype(np.float32)

    def links(self, site: str, other: str) -> Links:
        """The pages of *site* and of *other* that have the same items."""
        if (site, other) not in self._links:
            here, there = linked(self._sites[site].keys, self._sites[other].keys)
            self._links[site, other] = here, there
            self._links[other, site] = there, here
        return self._links[site, other]

    def agreed(self, site: str, place: int) -> Matrix:
        """How far every candidate agrees with one on pages of the same items."""
        out = []
        for other, grid in self._grids.items():
            here, there = self.links(other, site) if other != site else (_NONE, _NONE)
            theirs = self._grids[site][[place]][:, there]
            out.append(self._values.agreement(grid[:, here], theirs))
        return np.concatenate(out)

    def amounts(self, site: str, other: str, wrong: Indices) -> Matrix:
        """How far the amounts of a site's candidates agree with any of another's."""
        here, there = self.links(site, other)
        return self._values.amounts_agreed(
            self._grids[site][:, here], self._grids[other][wrong][:, there]
        )

    def rivals(self, site: str, wrong: Indices) -> tuple[Matrix, Matrix]:
        """The share of values that one of *wrong* has, and how far both agree on the same items."""
        rows, places, shares = self._common(site)
        kept = np.isin(places, wrong)
        rows, places, shares = rows[kept], places[kept], shares[kept]
        order = np.lexsort((shares, rows))
        last = order[np.append(np.diff(rows[order]) > 0, True)] if len(order) else order
        total = sum(len(grid) for grid in self._grids.values())
        most = np.zeros(total, np.float32)
        best = np.full(total, -1)
        most[rows[last]], best[rows[last]] = shares[last], places[last]
        return most, self._on_pages(site, best)

    def _on_pages(self, site: str, best: Indices) -> Matrix:
        out = np.zeros(len(best), np.float32)
        first = 0
        for other, grid in self._grids.items():
            mine = best[first : first + len(grid)]
            rows = np.flatnonzero(mine >= 0)
            if other != site and len(rows):
                here, there = self.links(other, site)
                theirs = self._grids[site][mine[rows]][:, there]
                out[first + rows] = self._values.same(grid[rows][:, here], theirs)
            first += len(grid)
        return out

    def _in_common(self, site: str) -> tuple[Indices, Indices, Matrix]:
        """Candidates of other sites, of *site*, and the share of the former's values in common."""
        mine = self._grids[site]
        place, page = np.nonzero(mine >= 0)
        pairs = np.unique(np.column_stack([mine[place, page], place]), axis=0)
        starts = np.searchsorted(pairs[:, 0], np.arange(len(self._values.names) + 1))
        keys, weights, first = [_NONE], [np.zeros(0, np.float32)], 0
        for other, grid in self._grids.items():
            if other != site:
                keys_, shares = _hits(grid, pairs, starts, len(mine))
                keys.append(keys_ + first * len(mine))
                weights.append(shares)
            first += len(grid)
        key = np.concatenate(keys)
        return key // len(mine), key % len(mine), np.concatenate(weights)


def _hits(names: Indices, pairs: Indices, starts: Indices, width: int) -> tuple[Indices, Matrix]:
    """For rows of a grid the candidates that have their values, as one key, with the share."""
    row, page = np.nonzero(names >= 0)
    value = names[row, page]
    count = starts[value + 1] - starts[value]
    row, value, count = row[count > 0], value[count > 0], count[count > 0]
    if not len(row):
        return np.zeros(0, np.int64), np.zeros(0, np.float32)
    whose, at = spelled(starts[value], count)
    keys, times = np.unique(row[whose] * width + pairs[at, 1], return_counts=True)
    sizes = (names >= 0).sum(axis=1)
    return keys, (times / sizes[keys // width]).astype(np.float32)
