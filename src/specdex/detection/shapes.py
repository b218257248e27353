"""Columns over a Document's nodes and runs of text that candidates and features are cut from."""

from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from specdex.detection.vocabulary import BOLD_TAGS, COLON, GROUP_CODES, TAG_CODES
from specdex.html import Document, Kept

try:
    from specdex.detection import _compiled
except ImportError:  # built without a C compiler
    _compiled = None

__all__ = ["Shapes", "codes_in_python", "openings_in_python", "shapes"]

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]
BOLD_CODES = dict.fromkeys(BOLD_TAGS, 1)
MAX_LABEL = 80
"""A label longer than this is a sentence."""


def codes_in_python(tags: list[str], known: dict[str, int]) -> bytes:
    """The number of each of *tags* that is *known*, else 0, a byte each."""
    return bytes([known.get(tag, 0) for tag in tags])


def openings_in_python(text: str, starts: list[int]) -> bytes:
    """Which of the *starts* stand at the beginning of a line of *text*, a byte each."""
    return bytes([begin == 0 or text[begin - 1] == "\n" for begin in starts])


_codes: Callable[[list[str], dict[str, int]], bytes] = (
    _compiled.codes if _compiled else codes_in_python
)
_openings: Callable[[str, list[int]], bytes] = (
    _compiled.openings if _compiled else openings_in_python
)


class Shapes:
    """What numpy can say of a page's nodes at once."""

    def __init__(self, document: Document) -> None:
        arrays = document.arrays
        self.document = document
        self.parent: Integers = arrays.parent.astype(np.int64)
        self.end: Integers = arrays.end.astype(np.int64)
        self.depth: Integers = arrays.depth.astype(np.int64)
        self.run_start: Integers = arrays.run_start.astype(np.int64)
        self.run_stop: Integers = arrays.run_stop.astype(np.int64)
        self.run_node: Integers = arrays.run_node.astype(np.int64)
        self.first: Integers = arrays.first.astype(np.int64)
        self.last: Integers = arrays.last.astype(np.int64)
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
    def code_bytes(self) -> bytes:
        """The group of each node's tag, a byte each; 0 where it has none."""
        return _codes(self.document.tag, TAG_CODES)

    @cached_property
    def codes(self) -> npt.NDArray[np.uint8]:
        """The same as an array."""
        return np.frombuffer(self.code_bytes, dtype=np.uint8)

    @cached_property
    def line_bytes(self) -> bytes:
        """Which runs begin a line, a byte each."""
        return self.lines.tobytes()

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
        return np.frombuffer(
            _openings(self.document.text, self.document.nodes.run_start), dtype=np.bool_
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
        tags = _codes(self.document.tag, BOLD_CODES)
        bold = np.frombuffer(tags, dtype=np.bool_)[self.run_node]
        short = (self.run_stop - self.run_start) <= MAX_LABEL
        return self.colons | (bold & short & self.lines)


@Kept
def shapes(document: Document) -> Shapes:
    """The shapes of *document*; the last ones are kept, since every step asks for them."""
    return Shapes(document)
