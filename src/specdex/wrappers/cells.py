"""The cells behind a name: what stands among the children of one parent, looked at once."""

from collections import Counter
from collections.abc import Callable, Sequence

from lxml import etree

from specdex.wrappers.lines import text_of
from specdex.wrappers.steps import Step

__all__ = ["PIECES", "Behind", "Rows"]

PIECES = 600
"""A text of more pieces than this is no value, but a part of the page's frame."""
SHORT = 12
"""Among so few cells a place is quicker looked for than remembered."""
Behind = tuple[list[str], str]
"""The texts of the values behind a name, and the last step of the first one's XPath."""
NONE: Behind = ([], "")


class Rows:
    """The rows of one page, asked for name by name; the last one is remembered."""

    def __init__(
        self,
        starts: frozenset[etree._Element],
        step: Step | None,
        values: Callable[[], frozenset[etree._Element]],
    ) -> None:
        self.starts = starts
        self.step = step
        self.found = frozenset() if step is not None else values()
        self.masks: dict[tuple[str, ...], Sequence[bool]] = {}
        self.row: etree._Element | None = None
        self.cells: list[etree._Element] = []
        self.tags: tuple[str, ...] = ()
        self.mask: Sequence[bool] = ()
        self.places: dict[etree._Element, int] = {}
        self.steps: list[str] = []

    def behind(self, name: etree._Element) -> Behind:
        """The values of *name*: up to the next name in its row."""
        row = name.getparent()
        if row is None:
            return NONE
        if row is not self.row:
            self._open(row)
        cells, mask, starts = self.cells, self.mask, self.starts
        texts: list[str] = []
        step = ""
        first = (self.places[name] if self.places else cells.index(name)) + 1
        for at in range(first, len(cells)):
            cell = cells[at]
            if cell in starts:
                break
            text = text_of(cell, PIECES) if mask[at] else ""
            if text:
                texts.append(text)
                step = step or self._step(at)
        return texts, step

    def _open(self, row: etree._Element) -> None:
        self.row = row
        self.cells = cells = [each for each in row if isinstance(each.tag, str)]
        self.tags = tags = tuple([each.tag for each in cells])
        self.places = {cell: at for at, cell in enumerate(cells)} if len(cells) > SHORT else {}
        self.steps = _steps(tags) if self.places else []
        if self.step is None:
            self.mask = [cell in self.found for cell in cells]
        elif self.step.look is not None:
            self.mask = self.step.among(cells)
        else:
            known = self.masks.get(tags)
            if known is None:
                known = self.masks[tags] = self.step.among(cells)
            self.mask = known

    def _step(self, at: int) -> str:
        """The last step of the XPath of a cell, as lxml's ``getpath`` writes it."""
        if self.steps:
            return self.steps[at]
        tags, tag = self.tags, self.tags[at]
        return tag if tags.count(tag) == 1 else f"{tag}[{tags[: at + 1].count(tag)}]"


def _steps(tags: Sequence[str]) -> list[str]:
    """The same for all cells of a long row."""
    totals = Counter(tags)
    seen: Counter[str] = Counter()
    steps = []
    for tag in tags:
        seen[tag] += 1
        steps.append(tag if totals[tag] == 1 else f"{tag}[{seen[tag]}]")
    return steps
