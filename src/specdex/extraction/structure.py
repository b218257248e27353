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
    Evidence.PLACE: 0.99,
    Evidence.DASH: 0.99,
    Evidence.BOLD: 0.995,
    Evidence.COLON: 0.995,
    Evidence.MARKUP: 0.999,
}
"""How sure a pair is beside others of its fragment, by what made its name a label, in the order
that labelled pages show; how many pairs of a fragment are right is in its own confidence.
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
