"""The default reader of listings: learned choice of the list, fields by consistency."""

from specdex.html import Document
from specdex.listings.choosing import Choice, choose, further
from specdex.listings.fields import read_fields
from specdex.listings.found import silence
from specdex.listings.model import ListingModel, learned
from specdex.listings.outlines import Outline
from specdex.listings.splitting import split, take_in
from specdex.listings.view import View
from specdex.records import Listing, Shelf

__all__ = ["OffersReader"]

LEAST = 0.2
"""How sure we must be that a page is a listing."""
LEAST_UNPRICED = 0.6
"""How sure where its list shows hardly any price: articles and jobs are listed like products."""
PRICED = 0.2
"""The share of members with a price from which a list shows prices."""
MIN_RECORDS = 2
EMPTY = "the page is empty or could not be parsed"
NOTHING_REPEATS = "nothing on the page repeats that has a link and a picture or a price"
NOT_A_LISTING = "what repeats on the page is not its main list of products"


class OffersReader:
    """Finds the records of a listing page and their fields; silent, with a reason, on others."""

    name = "offers"

    def __init__(self, model: ListingModel | None = None, *, least: float = LEAST) -> None:
        self.model = model
        self.least = least

    def read(self, document: Document) -> Listing:
        """The records of *document*, or why there are none."""
        if not len(document):
            return silence(document, self.name, EMPTY)
        view = View(document)
        choice = choose(view, self.model or learned())
        if choice is None:
            return silence(document, self.name, NOTHING_REPEATS)
        if choice.confidence < self._least(view, choice):
            return silence(document, self.name, NOT_A_LISTING, choice.confidence)
        outline = split(view, choice.group)
        shelves = [choice.group.roof]
        shelves += [g.roof for g in further(view, choice) if take_in(view, outline, g)]
        if len(outline) < MIN_RECORDS:
            return silence(document, self.name, NOT_A_LISTING, choice.confidence)
        return self._listing(view, outline, choice, shelves)

    def _least(self, view: View, choice: Choice) -> float:
        """How sure we must be of *choice*."""
        spans = choice.group.spans
        is_priced = sum(view.is_priced(each[0], each[-1]) for each in spans) >= PRICED * len(spans)
        return self.least if is_priced else max(self.least, LEAST_UNPRICED)

    def _listing(self, view: View, outline: Outline, choice: Choice, shelves: list[int]) -> Listing:
        document = view.document
        page = document.page
        held = dict.fromkeys(shelves, 0)
        for record in outline.records:
            roof = next((r for r in reversed(held) if r < record < document.end[r]), shelves[0])
            held[roof] += 1
        return Listing(
            url=page.url,
            id=page.id,
            site=page.site,
            offers=read_fields(outline),
            shelves=tuple(
                Shelf(document.xpath(roof), count, choice.confidence)
                for roof, count in held.items()
                if count
            ),
            reader=self.name,
            confidence=choice.confidence,
        )
