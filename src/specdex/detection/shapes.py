"""Columns over a Document's nodes and runs of text that candidates and features are cut from."""

from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from specdex.detection.vocabulary import BOLD_TAGS, COLON, GROUP_CODES, TAG_CODES
from specdex.html import Document

__all__ = ["Shapes", "shapes"]

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]
MAX_LABEL = 80
"""A label longer than this is a sentence."""


class Shapes:
    """What numpy can say of a page's nodes at once."""

    def __init__(self, document: Document) -> None:
        nodes, arrays = document.nodes, document.arrays
        self.document = document
        self.parent: Integers = arrays.parent.astype(np.int64)
        self.end: Integers = arrays.end.astype(np.int64)
        self.depth: Integers = arrays.depth.astype(np.int64)
        self.run_start: Integers = np.array(nodes.run_start, dtype=np.int64)
        self.run_stop: Integers = np.array(nodes.run_stop, dtype=np.int64)
        self.run_node: Integers = np.array(nodes.run_node, dtype=np.int64)
        self.first: Integers = np.searchsorted(self.run_start, arrays.start)
        self.last: Integers = np.searchsorted(self.run_start, arrays.stop)
        self.runs: Integers = self.last - self.first
        self.size: Integers = self._sizes()
        self.kept: Booleans = self._kept()
        self.lines: Booleans = self._line_starts()
        self.colons: Booleans = self._colons()
        self.labels: Booleans = self._labels()

    @cached_property
    def link_sum(self) -> Integers:
        """How much linked text stands before each run."""
        runs = len(self.run_start) + 1
        links = self.tagged("a")
        opened = np.bincount(self.first[links], minlength=runs)
        closed = np.bincount(self.last[links], minlength=runs)
        inside = np.cumsum(opened - closed)[:-1] > 0
        lengths = np.where(inside, self.run_stop - self.run_start, 0)
        return np.concatenate(([0], np.cumsum(lengths)))

    @cached_property
    def codes(self) -> Integers:
        """The group of each node's tag; 0 where it has none."""
        code = TAG_CODES.get
        return np.array([code(tag, 0) for tag in self.document.tag], dtype=np.int64)

    def tagged(self, group: str) -> Integers:
        """The nodes whose tag is of a group."""
        return np.flatnonzero(self.codes == GROUP_CODES[group])

    @cached_property
    def tag_sums(self) -> dict[str, Integers]:
        """For each group of tags, how many stand before each node."""
        return {
            group: np.concatenate(([0], np.cumsum(self.codes == code)))
            for group, code in GROUP_CODES.items()
        }

    def _sizes(self) -> Integers:
        """How long the text below each node is."""
        if not len(self.run_start):
            return np.zeros(len(self.first), dtype=np.int64)
        starts = self.run_start[np.minimum(self.first, len(self.run_start) - 1)]
        stops = self.run_stop[np.maximum(self.last - 1, 0)]
        return np.where(self.runs > 0, stops - starts, 0)

    def _kept(self) -> Booleans:
        """The nodes with text that do not merely wrap or stand in for their parent."""
        above = np.maximum(self.parent, 0)
        same = (self.first == self.first[above]) & (self.last == self.last[above])
        kept: Booleans = (self.runs > 0) & ~same
        if len(kept):
            kept[0] = False
        return kept

    def _line_starts(self) -> Booleans:
        """The runs that begin a line."""
        text = self.document.text
        return np.array(
            [begin == 0 or text[begin - 1] == "\n" for begin in self.document.nodes.run_start],
            dtype=np.bool_,
        )

    def _colons(self) -> Booleans:
        """The runs with a colon among the first characters, not the very first."""
        found = np.zeros(len(self.run_start), dtype=np.bool_)
        places = np.array(
            [match.start() for match in COLON.finditer(self.document.text)], dtype=np.int64
        )
        runs = np.searchsorted(self.run_start, places, side="right") - 1
        offset = places - self.run_start[runs] if len(places) else places
        found[runs[(offset > 1) & (offset <= MAX_LABEL)]] = True
        return found

    def _labels(self) -> Booleans:
        """The runs that open a line and look like a label: short and bold, or with a colon."""
        bold = np.array(
            [self.document.tag[node] in BOLD_TAGS for node in self.document.nodes.run_node],
            dtype=np.bool_,
        )
        short = (self.run_stop - self.run_start) <= MAX_LABEL
        return self.colons | (bold & short & self.lines)


@lru_cache(maxsize=1)
def shapes(document: Document) -> Shapes:
    """The shapes of *document*; the last ones are kept, since every step asks for them."""
    return Shapes(document)
