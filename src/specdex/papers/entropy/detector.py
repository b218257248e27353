"""The ``entropy`` detector: data-rich nodes as candidates."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from specdex.html import Document
from specdex.papers.entropy.locating import Thresholds
from specdex.papers.entropy.records import Record, records
from specdex.papers.entropy.roles import Domain, for_category
from specdex.records import Candidate, FragmentKind

__all__ = ["EntropyDetector"]

KINDS = {
    "table": FragmentKind.TABLE,
    "tbody": FragmentKind.TABLE,
    "dl": FragmentKind.DL,
    "ul": FragmentKind.LIST,
    "ol": FragmentKind.LIST,
}


@dataclass(frozen=True)
class EntropyDetector:
    """Finds the data-rich nodes of a page by the roles of *domain*.

    Without a domain, the shipped one that names the page's category is taken.
    """

    domain: Domain | None = None
    thresholds: Thresholds = field(default_factory=Thresholds)

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The candidates believed in, in page order."""
        domain = self.domain or for_category(document.page.category)
        return [
            Candidate(each.node, _kind(document, each.node), self._confidence(each))
            for each in records(document, domain, self.thresholds)
        ]

    def _confidence(self, record: Record) -> float:
        """Sure from Hd on, less below it."""
        return min(1.0, max(0.0, record.entropy) / max(self.thresholds.data_rich, 1e-9))


def _kind(document: Document, node: int) -> FragmentKind:
    return KINDS.get(document.tag[node], FragmentKind.DIV)
