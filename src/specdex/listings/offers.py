"""The default reader of listings: learned choice of the list, fields by consistency."""

from collections.abc import Sequence

from specdex.html import Document, shortened
from specdex.lexicon import words
from specdex.listings.choice import SURE, Choice, choose, further
from specdex.listings.fields import listing, silence
from specdex.listings.groups import Group
from specdex.listings.model import ListingModel, learned
from specdex.listings.outlines import Outline, likeness
from specdex.listings.view import View
from specdex.markup import jsonld_things, jsonld_types
from specdex.markup.script_state import script_state
from specdex.markup.state_records import StateRecord, facts_of, state_records
from specdex.records import Listing, Offer, Shelf

__all__ = ["OffersReader"]

LEAST = 0.2
"""How sure we must be that a page is a listing."""
LEAST_UNPRICED = 0.4
"""How sure where its list shows hardly any price: articles and jobs are listed like products."""
PRICED = 0.2
"""The share of members with a price from which a list shows prices."""
MAX_NODES = 25_000
"""Elements of a page that are looked at: as many take a second in Python."""
MIN_RECORDS = 2
LIKE = 0.35
"""A member that fills a smaller share of the records' slots is a stranger: an advert, a banner."""
LIKE_SIBLING = 0.6
"""A sibling outside the group that fills this share is a record that looks different outside."""
LIKE_FURTHER = 0.5
"""Another group continues the records when half of its members fill this share."""
MIN_VARIANT, VARIANT_SHARE = 3, 0.1
"""Strangers with price and picture are a second kind of record when they are so many."""
EMPTY = "the page is empty or could not be parsed"
NOTHING_REPEATS = "nothing on the page repeats that has two of a link, a picture and a price"
NOT_A_LISTING = "what repeats on the page is not its main list of products"
LIST = "itemlist"
STEP = ".itemListElement"
"""How the JSONPath of a list of records ends."""
PRODUCTS = words("markup.product_types")
SAID = 0.8
"""The share of records that must say that they are products, or what they cost."""
MAX_SHELL = 2_000
"""Characters of a page that shows so little that its scripts must be meant to fill it."""
STATED = 0.6
"""How sure we are of what is stated."""


class OffersReader:
    """Finds the records of a listing page and their fields; silent, with a reason, on others."""

    name = "offers"

    def __init__(self, model: ListingModel | None = None, *, least: float = LEAST) -> None:
        self.model = model
        self.least = least

    def read(self, document: Document) -> Listing:
        """The records of *document*, or why there are none.

        Where the page shows no list, one that it states in JSON-LD is taken, or its scripts carry.
        """
        document = shortened(document, MAX_NODES)
        shown = self._shown(document)
        if shown.offers or not len(document):
            return shown
        return _stated(document, self.name) or shown

    def _shown(self, document: Document) -> Listing:
        """The records that *document* shows, or why there are none."""
        if not len(document):
            return silence(document, self.name, EMPTY)
        view = View(document)
        choice = choose(view, self.model or learned())
        if choice is None:
            return silence(document, self.name, NOTHING_REPEATS)
        if choice.confidence < self._least(view, choice):
            return silence(document, self.name, NOT_A_LISTING, choice.confidence)
        outline = _records(view, choice.group)
        shelves = [choice.group.roof]
        shelves += [g.roof for g in further(view, choice) if _take_in(view, outline, g)]
        if len(outline) < MIN_RECORDS:
            return silence(document, self.name, NOT_A_LISTING, choice.confidence)
        return self._listing(view, outline, choice, shelves)

    def _least(self, view: View, choice: Choice) -> float:
        """How sure we must be of *choice*."""
        spans = choice.group.spans
        is_priced = sum(view.is_priced(each[0], each[-1]) for each in spans) >= PRICED * len(spans)
        least = self.least if is_priced else max(self.least, LEAST_UNPRICED)
        return max(least, SURE) if choice.is_beside else least

    def _listing(self, view: View, outline: Outline, choice: Choice, shelves: list[int]) -> Listing:
        document = view.document
        held = dict.fromkeys(shelves, 0)
        for record in outline.records:
            roof = next((r for r in reversed(held) if r < record < document.end[r]), shelves[0])
            held[roof] += 1
        shelved = (
            Shelf(document.xpath(roof), count, choice.confidence)
            for roof, count in held.items()
            if count
        )
        return listing(document, self.name, outline, shelved, choice.confidence)


def _records(view: View, group: Group) -> Outline:
    """The records that *group* means."""
    outline = Outline(view, group.spans)
    core = outline.core()
    if core:
        _add_siblings(outline, core)
        _drop_strangers(view, outline, core)
    return outline


def _take_in(view: View, outline: Outline, group: Group) -> bool:
    """Add the members of *group* to the records where they are like them; whether they were."""
    core, end = outline.core(), view.document.end
    taken = [(span[0], end[span[-1]]) for span in outline.spans]
    free = [
        node
        for node in group.members
        if not any(node < last and first < end[node] for first, last in taken)
    ]
    alike = {node: likeness(core, outline.slots.of((node,))) for node in free}
    if not core or 2 * sum(like >= LIKE_FURTHER for like in alike.values()) <= len(group.members):
        return False
    outline.add((node,) for node in free if alike[node] >= LIKE)
    return True


def _add_siblings(outline: Outline, core: frozenset[int]) -> None:
    """Take in elements beside the records that are built like them inside."""
    document = outline.document
    known = {node for span in outline.spans for node in span}
    tag = document.tag[outline.spans[0][0]]
    left_out = [
        child
        for parent in dict.fromkeys(document.parent[span[0]] for span in outline.spans)
        for child in document.children(parent)
        if child not in known and document.tag[child] == tag
    ]
    alike = [
        (child,) for child in left_out if likeness(core, outline.slots.of((child,))) >= LIKE_SIBLING
    ]
    if alike:
        outline.add(alike)


def _drop_strangers(view: View, outline: Outline, core: frozenset[int]) -> None:
    """Let go of members that are built unlike the others inside."""
    odd = [p for p, filled in enumerate(outline.filled) if likeness(core, filled) < LIKE]
    full = [
        place
        for place in odd
        if view.is_priced(outline.spans[place][0], outline.spans[place][-1])
        and view.is_pictured(outline.spans[place][0], outline.spans[place][-1])
    ]
    if len(full) >= max(MIN_VARIANT, VARIANT_SHARE * len(outline)):
        odd = [place for place in odd if place not in full]
    if odd and len(odd) < len(outline):
        outline.keep([place for place in range(len(outline)) if place not in set(odd)])


def _stated(document: Document, reader: str) -> Listing | None:
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
    return _stated_records(document, reader, *max(fitting, key=lambda each: len(each[1])))


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


def _stated_records(
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
        shelves=(Shelf(shelf, len(records), STATED),),
        reader=reader,
        confidence=STATED,
    )


def _is_product(document: Document) -> bool:
    """Whether a product stands by itself in what the page states."""
    return any(not PRODUCTS.isdisjoint(thing.types) for thing in jsonld_things(document))
