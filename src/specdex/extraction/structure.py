"""The default structural reader: pairs from the way a fragment is marked up."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.extraction.arbitration import build
from specdex.html import Document
from specdex.records import Candidate, Pair
from specdex.structure import readings
from specdex.structure.pairs import Evidence, Found

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

        A candidate that says what it is ``without`` holds what lies at hand in it, less what lies
        at hand in the elements it is without.
        """
        if not 0 <= candidate.node < len(document):
            return ()
        page = readings(document)
        if candidate.without is None:
            found: Sequence[Found] = page.deep.read(candidate.node)
        else:
            found = page.own(candidate.node, candidate.without)
        return build(Pair, page.rows(found, self.name, _SURE))
