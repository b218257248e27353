"""The default structural reader: pairs from the way a fragment is marked up."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.extraction.building import build
from specdex.html import Document, Kept
from specdex.records import Candidate, Pair
from specdex.structure.found import Evidence, Found
from specdex.structure.readers import Readings

__all__ = ["StructureReader"]

CONFIDENCE = {
    Evidence.PLACE: 0.97,
    Evidence.DASH: 0.97,
    Evidence.BOLD: 0.98,
    Evidence.COLON: 0.98,
    Evidence.MARKUP: 0.99,
}
"""How sure a pair of a right fragment is, by what made its name a label: measured on labelled pages
(0.99, too few, 0.98, 0.97 and 1.00, sites weighing the same), and kept in order.
"""
_SURE = tuple(CONFIDENCE[evidence] for evidence in Evidence)


@dataclass(frozen=True)
class StructureReader:
    """Reads tables, lists, definition lists and grids of divs."""

    name: str = "structure"

    def read(self, document: Document, candidate: Candidate) -> Sequence[Pair]:
        """The pairs that the candidate's element holds, in page order.

        A candidate that says what it is ``without`` holds the pairs that ``glance`` finds, less
        those of the elements it is without.
        """
        if not 0 <= candidate.node < len(document):
            return ()
        inner: Sequence[int] | None = getattr(candidate, "without", None)
        if inner is None:
            found: Sequence[Found] = _page(document).deep.read(candidate.node)
        else:
            found = self.glance(document, candidate.node)
            taken = {each for node in inner for each in self.glance(document, node)}
            if taken:
                found = [each for each in found if each not in taken]
        return build(Pair, _page(document).rows(found, self.name, _SURE))

    def glance(self, document: Document, node: int) -> Sequence[Found]:
        """The pairs of *node* that lie at hand: large elements inside it are not entered.

        For a detector that looks at many elements, one inside the other.
        """
        return _page(document).shallow.read(node)


@Kept
def _readings(document: Document) -> Readings:
    """The readers of *document*; the last ones are kept."""
    return Readings(document)


_page = _readings.__call__
"""Asked for each element, and so without a detour."""
