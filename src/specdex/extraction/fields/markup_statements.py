"""Which marked-up product is the page's own, and what the markup states of it."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from urllib.parse import urlsplit

from specdex.extraction.fields.heading import coverage, likeness
from specdex.extraction.fields.statements import Statement, again, believed, plain_form, surest
from specdex.extraction.fields.stock_words import IN, OUT, stock_word
from specdex.extraction.fields.view import View
from specdex.identifiers import gtin_in
from specdex.lexicon import words
from specdex.markup import Fact, Markup, MarkupOffer, MarkupProduct, Role
from specdex.markup.things import local_name
from specdex.money import amount, currency_code, plain_price

__all__ = ["main_products", "markup_statements", "priced"]

ALIKE = 0.5
"""Names this alike are the same product's."""
FAINT = 0.2
"""A product whose name is less like the page's is another one, where there are several."""
COVERED = 0.75
"""Of several products, the main one has this share of its words in what the page is called."""
FEW = 2
"""With more products than this, one that matches nothing is not believed to be the main one."""
CLOSE = 0.1
"""A description this much less close may still be of the same product."""
OFFERED, TALKATIVE = 0.05, 0.001
"""What an offer, and each fact, is worth where names do not decide."""
OWN_ADDRESS = 0.6
"""What the page's own address in a product is worth, as likeness of names."""

BELIEF: dict[str, float] = {
    "name": 0.8,
    "brand": 0.85,
    "manufacturer": 0.5,
    "sku": 0.62,
    "productid": 0.45,
    "mpn": 0.7,
    "gtin": 0.9,
    "model": 0.6,
    "image": 0.8,
    "description": 0.7,
    "price": 0.88,
    "lowprice": 0.75,
    "currency": 0.9,
    "availability": 0.75,
    "absence": 0.7,
}
"""How much a fact of structured markup is believed."""
USED = words("markup.used_conditions")
MAX_DESCRIPTIONS = 30
MAX_OFFERS = 40
FURTHER = 0.5
"""Times the belief in a further description of the same product."""
CONTESTED = 0.4
"""Times the belief in a number that differs between descriptions."""
LOWEST_OFFER, FIRST_OFFER = 0.7, 0.6
"""Belief in the lowest and in the first of several prices."""
SAME_NUMBER = 0.4
"""Times the belief in an mpn, or a short gtin, that only repeats the sku."""
SHORT_GTIN = 8
"""Digits of the gtin that every tenth number of a shop looks like."""
ANOTHER_ORDER, OTHER_ORDER = 3, 0.7
"""So many times a marked-up price, or less of it, is hardly the price: times the belief in it."""
CENTS = 100
OUTVOTED = 0.9
"""Times the belief in another price on the page where it shows the marked-up one."""
LIKELY_SHOWN, SHOWN_PRICE = 0.4, 0.6
"""A marked-up price that the page shows as one that is believed so much gains so much by it."""


def main_products(markup: Markup, names: Sequence[str], url: str) -> tuple[MarkupProduct, ...]:
    """The marked-up products that are the page's own: one, or several descriptions of it."""
    standing = [p for p in markup.products if p.role is Role.MAIN and _is_somebody(p)]
    if not standing:
        return ()
    scored = [(_closeness(product, names, url), product) for product in standing]
    best, chosen = max(scored, key=lambda pair: pair[0])
    distinct = {plain_form(_name(product)) for product in standing}
    if best < FAINT and len(distinct) > FEW:
        return ()
    name = _name(chosen)
    further = [
        product
        for score, product in scored
        if product is not chosen
        and score >= best - CLOSE
        and likeness(name, _name(product)) > ALIKE
    ]
    variants = [p for p in markup.products if p.role is Role.VARIANT] if chosen.variants else []
    shown = [variant for variant in variants if _is_shown(variant, url)]
    if len(shown) == 1:
        return (*shown, chosen, *further)
    return (chosen, *further, *(() if chosen.offers else variants))


def _is_shown(variant: MarkupProduct, url: str) -> bool:
    """Whether the page's address is that of *variant*, its query included."""
    query = urlsplit(url).query
    return any(
        _same_page(fact.value, url) and fact.value.partition("?")[2] == query
        for fact in (*variant.facts, *(f for offer in variant.offers for f in offer.facts))
        if fact.name == "url"
    )


def _is_somebody(product: MarkupProduct) -> bool:
    """Whether *product* says who it is; a scope without name and number is only half of one."""
    return any(fact.name in {"name", "sku", "mpn", "gtin"} for fact in product.facts)


def _name(product: MarkupProduct) -> str:
    fact = product.first("name")
    return fact.value if fact else ""


def _closeness(product: MarkupProduct, names: Sequence[str], url: str) -> float:
    """How surely *product* is the one that the page is about."""
    name = _name(product)
    score = max(
        (likeness(name, other) for other in names if coverage(name, other) >= COVERED), default=0.0
    )
    addresses = [fact.value for fact in product.facts if fact.name == "url"]
    if any(_same_page(address, url) for address in addresses):
        score += OWN_ADDRESS
    return score + (OFFERED if product.offers else 0.0) + TALKATIVE * min(20, len(product.facts))


def _same_page(address: str, url: str) -> bool:
    try:
        mine, theirs = urlsplit(url).path.rstrip("/"), urlsplit(address).path.rstrip("/")
    except ValueError:
        return False
    return len(mine) > 1 and mine == theirs


def markup_statements(
    products: Sequence[MarkupProduct], loose: Sequence[MarkupOffer], view: View
) -> Iterator[Statement]:
    """What the descriptions of the main product state; *loose* offers stand in for its own."""
    contested = _contested(products)
    for number, product in enumerate(products[:MAX_DESCRIPTIONS]):
        share = FURTHER if number else 1.0
        for statement in _plain_statements(product):
            doubt = CONTESTED if statement.name in contested else 1.0
            yield believed(statement, statement.confidence * share * doubt)
    offers = [
        (offer, product.syntax)
        for product in products[:MAX_DESCRIPTIONS]
        for offer in product.offers[:MAX_OFFERS]
    ]
    offers = [each for each in offers if not _is_used(each[0])] or offers
    if products and not offers:
        offers = [(offer, products[0].syntax) for offer in loose[:1]]
    yield from _price_statements(offers)
    yield from _stock_statements(offers)
    for offer, reader in offers:
        fact = offer.first("currency")
        code = currency_code(fact.value, view.site, view.language) if fact is not None else ""
        if fact is not None and code:
            yield Statement("currency", code, fact.node, reader, BELIEF["currency"])
            return


def _is_used(offer: MarkupOffer) -> bool:
    """Whether what is offered is not new."""
    fact = offer.first("condition")
    return fact is not None and local_name(fact.value) in USED


def _contested(products: Sequence[MarkupProduct]) -> set[str]:
    """The numbers on which the descriptions differ: each then is a variant's, not the product's."""
    return {
        name
        for name in ("sku", "mpn", "gtin")
        if len({fact.value for product in products for fact in product.all(name)[:1]}) > 1
    }


def _plain_statements(product: MarkupProduct) -> Iterator[Statement]:
    first_sku = product.first("sku")
    seen: set[str] = set()
    for fact in product.facts:
        if fact.name in {"name", "brand", "description", "image", "model"} and fact.name in seen:
            continue
        seen.add(fact.name)
        if fact.name in {"name", "brand", "sku", "mpn", "image", "description", "model"}:
            belief = BELIEF[fact.name]
            if fact.name == "mpn" and first_sku is not None and fact.value == first_sku.value:
                belief *= SAME_NUMBER
            yield Statement(fact.name, fact.value, fact.node, product.syntax, belief)
        elif fact.name == "manufacturer":
            yield Statement("brand", fact.value, fact.node, product.syntax, BELIEF["manufacturer"])
        elif fact.name == "productid":
            yield from _id_statements(fact, product.syntax)
        elif fact.name == "gtin" and (number := gtin_in(fact.value)):
            yield Statement(
                "gtin", number, fact.node, product.syntax, _gtin_belief(number, first_sku)
            )


def _gtin_belief(number: str, sku: Fact | None) -> float:
    """How much a gtin is believed beside the product's *sku*."""
    same = sku is not None and len(number) == SHORT_GTIN and number == sku.value
    return BELIEF["gtin"] * (SAME_NUMBER if same else 1.0)


def _id_statements(fact: Fact, syntax: str) -> Iterator[Statement]:
    """A productID says its kind before a colon, or is the shop's own number."""
    kind, colon, value = fact.value.partition(":")
    if not colon:
        kind, value = "sku", fact.value
    kind = kind.strip().lower()
    if kind in {"sku", "mpn"}:
        yield Statement(kind, value.strip(), fact.node, syntax, BELIEF["productid"])
    elif gtin_in(value):
        yield Statement("gtin", gtin_in(value), fact.node, syntax, BELIEF["gtin"])


def _price_statements(offers: Sequence[tuple[MarkupOffer, str]]) -> Iterator[Statement]:
    """The prices of all offers: one that all agree on, or the lowest before the first."""
    statements: list[Statement] = []
    for offer, reader in offers:
        fact = offer.first("lowprice") if offer.aggregate else offer.first("price")
        fact = fact or offer.first("price") or offer.first("lowprice")
        value = amount(fact.value) if fact is not None else None
        if fact is not None and value is not None:
            statements.append(
                Statement("price", plain_price(value), fact.node, reader, BELIEF[fact.name])
            )
    if len({statement.value for statement in statements}) <= 1:
        yield from statements[:1]
        return
    lowest = min(statements, key=lambda statement: Decimal(statement.value))
    yield believed(lowest, LOWEST_OFFER)
    if statements[0].value != lowest.value:
        yield believed(statements[0], FIRST_OFFER)


def _stock_statements(offers: Sequence[tuple[MarkupOffer, str]]) -> Iterator[Statement]:
    """In stock where any offer is: a size that is sold out does not sell out the product."""
    found: dict[str, Statement] = {}
    for offer, reader in offers:
        fact = offer.first("availability")
        word = stock_word(fact.value) if fact is not None else ""
        if fact is not None and word:
            belief = BELIEF["availability"] if word == IN else BELIEF["absence"]
            statement = Statement("availability", word, fact.node, reader, belief)
            found.setdefault(word, statement)
    if found:
        yield found.get(IN) or found[OUT]


def priced(marked: Sequence[Statement], seen: Sequence[Statement]) -> list[Statement]:
    """What mark-up and the page state of the price, each held against the other.

    All mark-up is one voice: what fills JSON-LD fills the meta tags, too, be it right or not.
    """
    stated = surest([_as_shown(each, seen) for each in marked])
    likely = {each.value for each in seen if each.confidence >= LIKELY_SHOWN}
    shown = [again(each, "shown", SHOWN_PRICE) for each in stated if each.value in likely]
    told = {each.value for each in stated}
    share = OUTVOTED if shown else 1.0
    return [
        *stated,
        *shown,
        *[
            believed(each, each.confidence * (1.0 if each.value in told else share))
            for each in (_doubted(each, stated) for each in seen)
        ],
    ]


def _as_shown(marked: Statement, seen: Sequence[Statement]) -> Statement:
    """A marked-up price in full where it is one that the page shows, in cents or rounded."""
    stated = Decimal(marked.value)
    if any(each.value == marked.value for each in seen):
        return marked
    for each in seen:
        cost = Decimal(each.value)
        rounded = each.confidence >= LIKELY_SHOWN and not stated % 1 and abs(stated - cost) < 1
        if stated == CENTS * cost or rounded:
            return Statement(
                "price", each.value, marked.node, marked.reader, marked.confidence, marked.xpath
            )
    return marked


def _doubted(seen: Statement, marked: Sequence[Statement]) -> Statement:
    """A price on the page, believed less where all that mark-up states is of another order."""
    cost = Decimal(seen.value)
    for each in marked:
        stated = Decimal(each.value)
        if cost <= ANOTHER_ORDER * stated <= ANOTHER_ORDER**2 * cost:
            return seen
    return believed(seen, seen.confidence * OTHER_ORDER) if marked else seen
