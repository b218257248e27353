"""The visible page as fields look at it: its text, labels, buttons, heading and what is below."""

from functools import lru_cache

from specdex.html import Document
from specdex.lexicon import table
from specdex.money.signs import PageText
from specdex.urls import host

__all__ = ["LABELS", "PUNCTUATION", "Label", "View", "closed", "squashed"]

PUNCTUATION = " \t\n.,:;-_#°º№'\u2019`\"/()[]{}<>〈〉【】「」*|\uff1a\u2013\u2014"
_DELETED = {ord(character): None for character in PUNCTUATION}
_ASCII_DELETED = PUNCTUATION.encode("ascii", "ignore")


@lru_cache(maxsize=2048)
def squashed(text: str) -> str:
    """*text* as labels are compared: lower case, no blanks or punctuation.

    >>> squashed("Art.-Nr.:")
    'artnr'
    """
    if text.isascii():
        return text.encode().lower().translate(None, _ASCII_DELETED).decode()
    return text.lower().translate(_DELETED)


def closed(text: str) -> str:
    """*text* without a bracket at its end that nothing closes, and what stands in it.

    >>> closed("Borea (see all"), closed("Borea (Lamps)")
    ('Borea', 'Borea (Lamps)')
    """
    at = text.rfind("(")
    return text[:at].rstrip() if at > 0 and ")" not in text[at:] else text


JUST_ABOVE = 250
"""Characters before the heading that may still speak of the main product."""
LABELS: dict[str, str] = {
    squashed(label): kind for kind, each in table("labels.fields").items() for label in each
}
"""Squashed label: the kind of field whose value stands behind it."""


class Label:
    """A label that was met: what it announces, what stands behind it, and where that begins."""

    __slots__ = ("kind", "start", "value")

    def __init__(self, kind: str, value: str, start: int) -> None:
        self.kind = kind
        self.value = value
        self.start = start


class View(PageText):
    """What was seen. Offsets are into the document's text."""

    def __init__(self, document: Document) -> None:
        nodes = document.nodes
        language = document.attribute(0, "lang") if len(document) else ""
        PageText.__init__(self, document.text, host(document.page.url), language, nodes)
        self.document = document
        self.shop = self.site.split(".", maxsplit=1)[0]
        """The host's name without what follows the first point."""
        self.labels: list[Label] = []
        self.carts: list[int] = []
        self.counted = False
        """Whether only fields for how many tell of buttons that buy."""
        self.heading = -1
        """The node that shows the product's name; -1 where none was found."""
        self.title = ""
        self.start = 0
        """Where the heading begins, …"""
        self.stop = 0
        """… where it ends, …"""
        self.limit = len(self.low)
        """… where other products begin, …"""
        self.others = self.limit
        """… and where the first heading above some stands, be it ever so near."""
        self.starts, self.stops, self.ends = nodes.start, nodes.stop, nodes.end
        self.tags, self.classes = document.tag, document.classes
        self.attribute = document.attribute

    def text_of(self, node: int) -> str:
        """The visible text of *node* in one line."""
        return self.text[self.starts[node] : self.stops[node]].replace("\n", " ").strip()

    def parted(self, start: int, stop: int) -> str:
        """The text in lower case between *start* and *stop*, with a blank where elements touch."""
        pieces: list[str] = []
        run = self.run_at(start) + 1
        while run < len(self.run_start) and self.run_start[run] < stop:
            pieces.append(self.low[start : self.run_start[run]])
            start, run = self.run_start[run], run + 1
        pieces.append(self.low[start:stop])
        return " ".join(pieces)

    def near(self, offset: int) -> bool:
        """Whether *offset* is between the line above the heading and other products."""
        return self.start - JUST_ABOVE <= offset < self.limit
