"""How like a known attribute each candidate is: evidence that knows no attribute's meaning."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from specdex.synthesis.field import NEAR, TOGETHER, Example, Field
from specdex.synthesis.linked_pages import Matrix
from specdex.synthesis.profiles import OWN, VIEWS

__all__ = ["FEATURES", "PLAIN", "Example", "Field", "Known", "features", "with_distances"]

BEST = tuple(f"{name}_best" for name in VIEWS)
LEADS = ("lead", "overlap_lead", "agreed_lead")
NAMED = ("name_label", "name_marks", "name_exact")
VALUES = ("overlap", "overlap_distinct", "agreed", "agreed_letters", "agreed_amount")
SHARED = (*VALUES, "together", "contrast", *LEADS, *NAMED)
PLAIN = (*VIEWS, *NEAR, *BEST, *SHARED, "linked", *OWN)
RELATIVE = (
    *(*VIEWS, *BEST, *VALUES, "together", "contrast", *LEADS, "name_label", "name_exact"),
    *("in_title", "title_words", "characters", "length", "d_position", "d_from_heading", "d_up"),
)
"""Also given as the distance to the site's best candidate."""
FEATURES = (*PLAIN, *(f"behind_{name}" for name in RELATIVE))
BEHIND = [PLAIN.index(name) for name in RELATIVE]


@dataclass(frozen=True, slots=True)
class Known:
    """Where an attribute is known to stand."""

    attribute: str
    seeds: tuple[Example, ...]
    taught: tuple[Example, ...] = ()
    """What was chosen with confidence on sites that are no seeds."""

    @property
    def sure(self) -> tuple[Example, ...]:
        """The seeds that have the attribute."""
        return tuple(each for each in self.seeds if each[1])

    @property
    def examples(self) -> tuple[Example, ...]:
        """All of them, those without a candidate left out."""
        return tuple(each for each in (*self.seeds, *self.taught) if each[1])


def features(field: Field, known: Known, sites: Sequence[str]) -> dict[str, Matrix]:
    """For each of *sites* a row of FEATURES per candidate."""
    apart = field.contrast(known.sure)
    named = field.named(known.attribute)
    out = {}
    for site in sites:
        span = slice(*field.spans[site])
        if span.start == span.stop:
            continue
        looks, shared = _evidence(field, known.examples, span)
        leads = np.mean([field.leads(each)[span] for each in known.sure], axis=0)
        linked = field.linked(site, [each[0] for each in known.examples])
        rows = np.concatenate(
            [
                looks,
                shared,
                apart[span, None],
                leads,
                named[span],
                np.full((len(looks), 1), linked, np.float32),
                field.own[span],
            ],
            axis=1,
        )
        out[site] = with_distances(rows)
    return out


def with_distances(rows: Matrix) -> Matrix:
    """The plain features of a site's candidates, and how far each is behind the best."""
    behind = rows[:, BEHIND] - rows[:, BEHIND].max(axis=0)
    return np.concatenate([rows, behind], axis=1)


def _evidence(field: Field, examples: Sequence[Example], span: slice) -> tuple[Matrix, Matrix]:
    """What all examples of an attribute say about the candidates of one site."""
    similar, overlaps = [], []
    for site, places in examples:
        known = [field.likeness(site, place) for place in places]
        similar.append(np.max([each[0][span] for each in known], axis=0))
        overlaps.append(np.max([each[1][span] for each in known], axis=0))
    stacked, shared = np.stack(similar), np.stack(overlaps)
    weights = np.array([TOGETHER.get(name, 0) for name in VIEWS], np.float32)
    looks = stacked[:, :, : len(VIEWS)]
    return (
        np.concatenate([stacked.mean(axis=0), looks.max(axis=0)], axis=1),
        np.concatenate(
            [
                1 - np.prod(1 - shared[:, :, :2], axis=0),
                shared[:, :, 2:].max(axis=0),
                (looks @ weights).max(axis=0)[:, None],
            ],
            axis=1,
        ),
    )
