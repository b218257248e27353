"""A forest as plain arrays: read from JSON, asked by native code or by numpy."""

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

try:
    from specdex._native import packed as _packed
    from specdex._native import sums as _sums_natively
except ImportError:  # nothing was compiled
    _packed = _sums_natively = None

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
else:
    Floats = Any  # numpy is slow to start, and compiled trees need none

__all__ = ["Floats", "Trees", "probability"]


@dataclass(frozen=True)
class Trees:
    """An ensemble of regression trees whose sum is the answer.

    Their nodes stand in one row, each before its left branch and that before its right one.
    """

    feature: "array[int]"
    """What each node asks for, -1 at leaves."""
    number: "array[float]"
    """Up to where it leads to the left; what it says where it is a leaf."""
    start: float

    def sums(self, features: Floats) -> Floats:
        """What the trees say of each row of *features*, added up."""
        import numpy as np  # noqa: PLC0415 - slow to start, and many need none

        rows = np.ascontiguousarray(features, dtype=np.float64)
        return np.asarray(self.totals(len(rows), rows.ravel()))

    def totals(
        self, count: int, features: "Floats | array[float]", known: "array[float] | None" = None
    ) -> "array[float]":
        """The same of *count* rows of cells that follow each other, those of *known* beside."""
        known = array("d") if known is None else known
        if _sums_natively is None:
            import numpy as np  # noqa: PLC0415 - the same

            parts = [np.asarray(each).reshape(count, -1) for each in (features, known) if count]
            return array("d", self.sums_in_python(np.hstack(parts)) if count else ())
        total = array("d", [self.start]) * count
        _sums_natively(features, known, self._packed, self._branches[1], total)
        return total

    def sums_in_python(self, features: Floats) -> Floats:
        """The reference: all rows and trees one step at a time, added up by numpy."""
        import numpy as np  # noqa: PLC0415 - the same

        feature, number = np.asarray(self.feature), np.asarray(self.number)
        right, roots = map(np.asarray, self._branches)
        left = np.where(feature < 0, right, np.arange(1, len(right) + 1))
        rows = np.arange(len(features))[:, None]
        before, at = None, np.tile(roots, (len(features), 1))
        while before is None or (at != before).any():
            below = features[rows, feature[at]] <= number[at]
            before, at = at, np.where(below, left[at], right[at])
        total: Floats = self.start + number[at].sum(axis=1)
        return total

    @cached_property
    def _branches(self) -> "tuple[array[int], array[int]]":
        """Where each node leads to the right, leaves to themselves, and where each tree begins."""
        right, roots = array("i", range(len(self.feature))), array("i")
        waiting: list[int] = []
        ended = True
        for node, asked in enumerate(self.feature):
            if ended and waiting:
                right[waiting.pop()] = node
            elif ended:
                roots.append(node)
            ended = asked < 0
            if not ended:
                waiting.append(node)
        return right, roots

    @cached_property
    def _packed(self) -> bytes:
        """The nodes as native code takes them."""
        packed: bytes = _packed(self.feature, self.number, self._branches[0])
        return packed

    def probability(self, features: Floats) -> Floats:
        """For each row the probability of a yes whose log-odds the trees say."""
        return probability(self.sums(features))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Trees":
        """The ensemble as it was written down: nodes of each tree from the left."""
        feature, number = array("i"), array("d")
        for tree in data["trees"]:
            feature.extend(tree["feature"])
            number.extend(tree["number"])
        return cls(feature, number, float(data["start"]))


def probability(odds: Floats) -> Floats:
    """Logarithms of odds as probabilities."""
    import numpy as np  # noqa: PLC0415 - the same

    result: Floats = 1.0 / (1.0 + np.exp(-odds))
    return result
