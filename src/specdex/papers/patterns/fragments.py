"""Where on a page the pairs of patterns stand: elements to be read by others as well."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from specdex.html import Document
from specdex.papers.patterns.discovery import ENCLOSURES
from specdex.papers.patterns.reader import PatternReader
from specdex.papers.patterns.reading import Match
from specdex.records import Candidate, FragmentKind

__all__ = ["PatternDetector"]

KINDS = {
    "table": FragmentKind.TABLE,
    "dl": FragmentKind.DL,
    "ul": FragmentKind.LIST,
    "ol": FragmentKind.LIST,
    "menu": FragmentKind.LIST,
}


@dataclass(frozen=True)
class PatternDetector:
    """Believes in the elements around pairs that patterns read."""

    reader: PatternReader = field(default_factory=PatternReader)

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The elements that hold the page's pairs, in page order, none inside another."""
        found: dict[int, float] = {}
        for match in self.reader.matches(document):
            node = _around(document, match)
            found[node] = max(found.get(node, 0.0), self.reader.confidence(match))
        kept: list[Candidate] = []
        for node in sorted(found):
            if not kept or node >= document.end[kept[-1].node]:
                kind = KINDS.get(document.tag[node], FragmentKind.DIV)
                kept.append(Candidate(node, kind, found[node]))
        return tuple(kept)


def _around(document: Document, match: Match) -> int:
    """The table or list that holds *match* as one of its rows, else the element around the row."""
    row = match.node
    while document.start[row] > match.start and document.parent[row] >= 0:
        row = document.parent[row]
    for node in (row, *document.ancestors(row)):
        if document.tag[node] in ENCLOSURES:
            return node
        if document.tag[node] in {"div", "section", "article", "body"} and node != row:
            return node
    return row
