"""The next page of a list: which link leads there, by what was learned from many pagers."""

from collections.abc import Sequence

from specdex.crawling.links import PageLink
from specdex.crawling.model import learned
from specdex.crawling.pager_features import FEATURES, PagerView
from specdex.forest import Trees
from specdex.html import Document

__all__ = ["EVIDENCE", "NEXT_THRESHOLD", "next_link"]

NEXT_THRESHOLD = 0.3
"""How sure a link must be to be called the next page; chosen with hosts left out."""
EVIDENCE = FEATURES.index("for next")
"""The column without which a link is not looked at."""


def next_link(
    document: Document, links: Sequence[PageLink], model: Trees | None = None
) -> PageLink | None:
    """The link of *document* to the next page of what it shows, if it has one."""
    view = PagerView(document, links)
    rows = view.rows
    places = rows[:, EVIDENCE].nonzero()[0]
    if not len(places):
        return None
    said = (model or learned().pager).probability(rows[places])
    best = int(said.argmax())
    return view.links[int(places[best])] if said[best] >= NEXT_THRESHOLD else None
