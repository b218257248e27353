"""What pages of the same items say about a candidate, over what it looks like.

Where two pages speak of one item, an attribute's values agree or differ by what they are, not by
how a site prints them; the judge learned from other attributes cannot know this one's ways.
"""

from collections.abc import Sequence

import numpy as np

from specdex.synthesis.matching import PLAIN
from specdex.synthesis.values import Matrix, Truth

__all__ = ["believed", "expected"]

AGREED, LETTERS, AMOUNT = map(PLAIN.index, ("agreed", "agreed_letters", "agreed_amount"))
LEAD = PLAIN.index("agreed_lead")
LINKED = PLAIN.index("linked")
ENOUGH = 0.6
"""Fewer links than count so much say nothing about what is usual."""
LEAST_SITES = 3
CLEAR = 0.3
"""Amounts that agree less than this may do so by chance."""
SOME = 2.0
"""A candidate that agrees 1 / SOME as well as another one is no worse for it."""


def expected(evidence: Sequence[Matrix | None]) -> float:
    """How far the values of an attribute agree with the seeds' on all other sites at least."""
    rows = [row for row in evidence if row is not None and row[LINKED] >= ENOUGH]
    if len(rows) < LEAST_SITES:
        return 0.0
    return float(np.clip(min(row[AGREED] / row[LINKED] for row in rows), 0.0, 1.0))


def believed(
    chances: Matrix, rows: Matrix, amounts: tuple[Matrix, Truth], usual: float = 0.0
) -> Matrix:
    """The chances of a site's candidates, given what the same items' pages say.

    Less likely is one that reads what the seed prints as something else, one whose amounts do
    not agree where another one's do, and one that does not agree where on all other sites one
    does. *amounts* say how far those of each candidate agree with something else on the seed,
    and which candidates read plain amounts.
    """
    elsewhere, plain = amounts
    agreed = np.maximum(0.0, rows[:, AMOUNT])
    confused = np.where(plain & (elsewhere >= CLEAR), elsewhere - SOME * agreed, 0.0)
    other = np.clip(np.maximum(-rows[:, LEAD], confused), 0.0, 1.0)
    behind = agreed.max() - SOME * agreed
    alike = np.maximum(0.0, rows[:, [AGREED, LETTERS]].max(axis=1))
    missing = usual * rows[:, LINKED] - SOME * alike
    short = np.clip(np.maximum(behind, missing), 0.0, 1.0)
    result: Matrix = (chances * (1 - other) * (1 - short)).astype(np.float32)
    return result
