"""The records of a list that a page states or its scripts carry, where it shows none."""

from collections.abc import Sequence

from specdex.html import Document
from specdex.lexicon import words
from specdex.markup import jsonld_things, jsonld_types
from specdex.markup.script_state import script_state
from specdex.markup.state_records import StateRecord, facts_of, state_records
from specdex.records import Listing, Offer, Shelf

__all__ = ["stated_listing"]

LIST = "itemlist"
STEP = ".itemListElement"
"""How the JSONPath of a list of records ends."""
PRODUCTS = words("markup.product_types")
SAID = 0.8
"""The share of records that must say that they are products, or what they cost."""
MAX_SHELL = 2_000
"""Characters of a page that shows so little that its scripts must be meant to fill it."""
CONFIDENCE = 0.6


def stated_listing(document: Document, reader: str) -> Listing | None:
    """The listing that an ``ItemList`` of products states, or that the scripts of a shell carry.

    None where there is neither. A page that states a product of its own is that product's, whatever
    it lists; a shell is a page that shows next to nothing before its scripts have run.
    """
    types = jsonld_types(document)
    is_shell = len(document.text) <= MAX_SHELL
    if (LIST not in types and not is_shell) or _is_product(document):
        return None
    shelves: dict[str, list[StateRecord]] = {}
    for each in state_records(document, () if is_shell else (STEP[1:],)):
        shelves.setdefault(each.shelf, []).append(each)
    fitting = [
        (shelf, records)
        for shelf, records in shelves.items()
        if _is_typed(shelf, records, types) or (is_shell and _is_carried(document, shelf, records))
    ]
    if not fitting:
        return None
    return _listing(document, reader, *max(fitting, key=lambda each: len(each[1])))


def _is_typed(shelf: str, records: Sequence[StateRecord], types: Sequence[str]) -> bool:
    """Whether an ``ItemList`` says that its *records* are products."""
    typed = sum(kind in PRODUCTS for kind in types)
    return LIST in types and shelf.endswith(STEP) and typed >= SAID * len(records)


def _is_carried(document: Document, shelf: str, records: Sequence[StateRecord]) -> bool:
    """Whether untyped *records* have prices, and nothing else that has the page's name."""
    priced = sum(bool(each.price) for each in records)
    if shelf.endswith(STEP) or priced < SAID * len(records):
        return False
    return not any(
        "price" in facts_of(tree, owner)
        for tree, owner in script_state(document).owners
        if not tree.address(document, owner.path).startswith(shelf)
    )


def _listing(
    document: Document, reader: str, shelf: str, records: Sequence[StateRecord]
) -> Listing:
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
