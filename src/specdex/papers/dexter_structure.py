"""DEXTER's own heuristic (section 4.2), to the letter, for comparison.

A row of a table is a pair: its first text node is the attribute, the others concatenated are the
value. An item of a list is a pair where it has a colon: before it the attribute, behind it the
value. Nothing else holds a specification.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from specdex.html import Document
from specdex.records import Candidate, Pair

__all__ = ["StructurePaperReader"]

MAX_NODES = 20_000
"""Elements of a page that are read: as many take a second in Python."""


@dataclass(frozen=True)
class StructurePaperReader:
    """The paper's reader: the first text of a row, or what stands before an item's colon."""

    name: str = "structure-paper"
    max_nodes: int = MAX_NODES

    def read(self, document: Document, candidate: Candidate) -> Sequence[Pair]:
        """The pairs that the candidate's element holds, in page order."""
        if not 0 <= candidate.node < len(document):
            return ()
        return tuple(self._pairs(document, candidate.node))

    def _pairs(self, document: Document, top: int) -> Iterator[Pair]:
        for node in range(top, document.end[top]):
            if document.tag[node] == "tr":
                texts = [text for _, text in document.runs_of(node)]
                name, value = (texts[0], " ".join(texts[1:])) if texts else ("", "")
            elif document.tag[node] == "li":
                name, _, value = document.text_of(node).partition(":")
            else:
                continue
            if name.strip() and value.strip():
                yield Pair(
                    name=name.strip(),
                    value=value.strip(),
                    xpath=document.xpath(node),
                    reader=self.name,
                )
