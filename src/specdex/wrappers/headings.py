"""Section headings: what stands over the rows of a fragment."""

from lxml import etree

from specdex.wrappers.lines import clean_label, is_label, text_of

__all__ = ["Headings"]

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend"})
ROWS = frozenset({"tr", "thead"})
PIECES = 8
"""A text of more pieces than this is no heading."""


class Headings:
    """The headings over one page's rows, asked for in page order."""

    def __init__(self) -> None:
        self.container: etree._Element | None = None
        self.row: etree._Element | None = None
        self.group = ""

    def over(self, row: etree._Element, container: etree._Element) -> str:
        """The heading over *row*: a row of one cell, or what stands right before *container*."""
        if row is self.row:
            return self.group
        if container is not self.container:
            self.container = container
            self.group = _before(container)
        above = row.getprevious()
        if above is not None and above is not self.row:
            self.group = _heading(above) or self.group
        self.row = row
        return self.group


def _before(container: etree._Element) -> str:
    """The caption of *container*, or the heading that ends right before it."""
    first = container[0] if len(container) else None
    if first is not None and first.tag == "caption":
        return _heading(first)
    above = container.getprevious()
    return _heading(above) if above is not None and above.tag in HEADINGS else ""


def _heading(element: etree._Element) -> str:
    """What *element* says, if it is a heading: by its tag, or as a row with a single text."""
    tag = element.tag
    if tag in HEADINGS:
        text = clean_label(text_of(element, PIECES))
        return text if is_label(text) else ""
    if tag not in ROWS:
        return ""
    texts = [
        text for cell in element if isinstance(cell.tag, str) and (text := text_of(cell, PIECES))
    ]
    label = clean_label(texts[0]) if len(texts) == 1 else ""
    return label if is_label(label) else ""
