"""The ``entropy`` reader: pairs of the roles of a domain, wherever they stand in a fragment."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.html import Document
from specdex.papers.entropy.records import READER, read_node
from specdex.papers.entropy.roles import Domain, for_category
from specdex.records import Candidate, Pair

__all__ = ["EntropyReader"]


@dataclass(frozen=True)
class EntropyReader:
    """Reads the pairs whose names are roles of *domain*.

    Without a domain, the shipped one that names the page's category is taken.
    """

    domain: Domain | None = None
    name: str = READER

    def read(self, document: Document, candidate: Candidate) -> Sequence[Pair]:
        """The pairs that the candidate's element holds, in page order."""
        domain = self.domain or for_category(document.page.category)
        return tuple(pair for _, pair in read_node(document, domain, candidate.node))
