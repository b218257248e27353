"""The records of a list that a page states in JSON-LD, where it shows none that is one."""

from specdex.html import Document
from specdex.lexicon import words
from specdex.markup import jsonld_things, jsonld_types
from specdex.markup.state_records import StateRecord, state_records
from specdex.records import Listing, Offer, Shelf

__all__ = ["stated_listing"]

LIST = "itemlist"
STEP = ".itemListElement"
"""How the JSONPath of a list of records ends."""
PRODUCTS = words("markup.product_types")
TYPED = 0.8
"""The share of records that must say that they are products."""
CONFIDENCE = 0.6


def stated_listing(document: Document, reader: str) -> Listing | None:
    """The listing that an ``ItemList`` of products states; None where the page states none.

    A page that states a product of its own is that product's, whatever it lists.
    """
    types = jsonld_types(document)
    if LIST not in types or _is_product(document):
        return None
    shelves: dict[str, list[StateRecord]] = {}
    for each in state_records(document):
        if each.shelf.endswith(STEP):
            shelves.setdefault(each.shelf, []).append(each)
    if not shelves:
        return None
    shelf, records = max(shelves.items(), key=lambda each: len(each[1]))
    if sum(kind in PRODUCTS for kind in types) < TYPED * len(records):
        return None
    page = document.page
    return Listing(
        url=page.url,
        id=page.id,
        site=page.site,
        offers=tuple(
            Offer(
                xpath=each.xpath, name=each.name, url=each.url, price=each.price, image=each.image
            )
            for each in records
        ),
        shelves=(Shelf(shelf, len(records), CONFIDENCE),),
        reader=reader,
        confidence=CONFIDENCE,
    )


def _is_product(document: Document) -> bool:
    """Whether a product stands by itself in what the page states."""
    return any(not PRODUCTS.isdisjoint(thing.types) for thing in jsonld_things(document))
