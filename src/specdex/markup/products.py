"""Products, offers and breadcrumbs: what the things of a page's markup mean."""

from collections.abc import Iterator

from specdex.lexicon import table, words
from specdex.markup.things import Fact, MarkupOffer, MarkupProduct, Role, Text, Thing

__all__ = ["Products", "facts_of"]

MAX_DEPTH = 14
MAX_PRODUCTS = 400
MAX_OFFERS = 100
"""Offers of one product that are read."""
MAX_TRAIL = 15
_MAIN = Role.MAIN
OFFERED = ("offers", "offer")
PRICED = "pricespecification"
PROPERTIES = "additionalproperty"
MAX_PROPERTIES = 300
"""Properties of one product, under names of its own, that are read."""
OFFER_TYPES = words("markup.offer_types")
PRODUCT_TYPES = words("markup.product_types")
RELATED_BY = words("markup.related_by")
STRUCK_PRICES = words("markup.struck_prices")
CHARGE_TYPES, PRICED_FOR = words("markup.charge_types"), words("markup.priced_for")
TRAIL_TYPES = words("markup.trail_types")
VARIANT_BY = words("markup.variant_by")


def facts_of(section: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """The fact that each name of a *section* of the lexicon states."""
    return {name: fact for fact, names in section.items() for name in names}


FACTS = facts_of(table("markup.product_facts"))
OFFER_FACTS = facts_of(table("markup.offer_facts"))


class Products:
    """What the things of one page mean, syntax after syntax."""

    def __init__(self, things: list[Thing]) -> None:
        self.products: list[MarkupProduct] = []
        self.offers: list[MarkupOffer] = []
        self.trail: list[Fact] = []
        self.by_id: dict[str, Thing] = {}
        self.seen: set[int] = set()
        for thing in things:
            self.index(thing)
        for thing in things:
            self.visit(thing, _MAIN, 0)

    def index(self, thing: Thing, depth: int = 0) -> None:
        """Note which thing an id means: the one that says most under it."""
        if thing.id and len(thing.values) > len(self.by_id.get(thing.id, thing).values) - (
            thing.id not in self.by_id
        ):
            self.by_id[thing.id] = thing
        if depth < MAX_DEPTH:
            for values in thing.values.values():
                for value in values:
                    if isinstance(value, Thing):
                        self.index(value, depth + 1)

    def full(self, thing: Thing) -> Thing:
        """*thing*, or the one it only refers to by its id."""
        return thing if thing.values else self.by_id.get(thing.id, thing)

    def visit(self, thing: Thing, role: Role, depth: int) -> None:
        """Take in *thing* and everything below it."""
        if depth > MAX_DEPTH or id(thing) in self.seen or len(self.products) >= MAX_PRODUCTS:
            return
        self.seen.add(id(thing))
        kinds = frozenset(thing.types)
        if kinds & OFFER_TYPES:
            self.loose_offer(thing, role, depth)
        elif kinds & TRAIL_TYPES:
            self.breadcrumbs(thing)
        else:
            if kinds & PRODUCT_TYPES:
                self.products.append(self.product(thing, role))
            self.descend(thing, role, depth + 1)

    def descend(self, thing: Thing, role: Role, depth: int) -> None:
        """Take in what stands below *thing*, its own offers left out."""
        for name, values in thing.values.items():
            if name not in OFFERED:
                below = _role_below(name, role)
                for value in values:
                    if isinstance(value, Thing):
                        self.visit(value, below, depth)

    def loose_offer(self, thing: Thing, role: Role, depth: int) -> None:
        """An offer that no product claims: the page's own, or one that names its product."""
        offered = [v for v in thing.values.get("itemoffered", ()) if isinstance(v, Thing)]
        if offered:
            for value in offered:
                if not value.values.get("offers"):
                    value.add("offers", thing)
                self.visit(value, role, depth + 1)
        elif role is _MAIN and len(self.offers) < MAX_OFFERS:
            self.offers.append(self.offer(thing))

    def product(self, thing: Thing, role: Role) -> MarkupProduct:
        """The product that *thing* describes."""
        return MarkupProduct(
            thing.syntax,
            thing.node,
            role,
            facts=tuple(self.facts(thing, FACTS)),
            offers=tuple(self.offers_of(thing)),
            variants=len(thing.values.get("hasvariant", ())),
            properties=tuple(self.properties(thing)) if PROPERTIES in thing.values else (),
        )

    def properties(self, thing: Thing) -> Iterator[Fact]:
        """What *thing* states under names of its own: an ``additionalProperty`` each."""
        for each in thing.values[PROPERTIES][:MAX_PROPERTIES]:
            stated = self.full(each) if isinstance(each, Thing) else None
            name = _name_of(stated) if stated is not None else None
            values = _texts(stated, "value") if stated is not None else []
            if stated is not None and name is not None and values:
                units = (_texts(stated, "unittext") or _texts(stated, "unitcode"))[:1]
                said = ", ".join(text.value for text in values)
                told = " ".join((said, *(unit.value for unit in units)))
                yield Fact(name.value, told, values[0].node)

    def offers_of(self, thing: Thing) -> Iterator[MarkupOffer]:
        """The offers of a product; one made of its own price where it states that directly."""
        count = 0
        for name in OFFERED:
            for value in thing.values.get(name, ())[:MAX_OFFERS]:
                if isinstance(value, Thing):
                    count += 1
                    yield from self.unfolded(self.full(value))
        if not count:
            direct = tuple(self.facts(thing, OFFER_FACTS))
            if any(fact.name in {"price", "lowprice", "availability"} for fact in direct):
                yield MarkupOffer(direct)

    def unfolded(self, thing: Thing) -> Iterator[MarkupOffer]:
        """An offer, and those that an aggregate one sums up."""
        self.seen.add(id(thing))
        yield self.offer(thing)
        for name in OFFERED:
            for value in thing.values.get(name, ())[:MAX_OFFERS]:
                if isinstance(value, Thing):
                    yield self.offer(self.full(value))

    def offer(self, thing: Thing) -> MarkupOffer:
        """The offer that *thing* describes, its price specifications taken in."""
        facts = self.facts(thing, OFFER_FACTS)
        priced = [self.full(v) for v in thing.values.get(PRICED, ()) if isinstance(v, Thing)]
        for value in sorted(priced, key=_for_some):
            if not _struck(value):
                facts += self.facts(value, OFFER_FACTS)
        return MarkupOffer(tuple(facts), aggregate="aggregateoffer" in thing.types)

    def facts(self, thing: Thing, known: dict[str, str]) -> list[Fact]:
        """What *thing* states under the names in *known*."""
        facts: list[Fact] = []
        for name, values in thing.values.items():
            fact = known.get(name)
            if fact is None:
                continue
            for value in values:
                text = value if isinstance(value, Text) else _text_of(self.full(value), fact)
                if text is not None:
                    facts.append(Fact(fact, text.value, text.node))
        return facts

    def breadcrumbs(self, thing: Thing) -> None:
        """The names along the first trail that has any."""
        if self.trail:
            return
        steps = [v for v in thing.values.get("itemlistelement", ()) if isinstance(v, Thing)]
        placed = sorted(
            enumerate(steps[:MAX_TRAIL]), key=lambda pair: (_position(pair[1]), pair[0])
        )
        for _, step in placed:
            name = _name_of(step) or next(
                (_name_of(v) for v in step.values.get("item", ()) if isinstance(v, Thing)), None
            )
            if name is not None:
                self.trail.append(Fact("breadcrumb", name.value, name.node))


def _role_below(name: str, role: Role) -> Role:
    """What a product under the property *name* of a thing with *role* is to the page."""
    if name in RELATED_BY:
        return Role.RELATED
    if name in VARIANT_BY and role is _MAIN:
        return Role.VARIANT
    return role


def _text_of(thing: Thing, fact: str) -> Text | None:
    """What a nested *thing* is called: an image's address, a brand's name, an amount's value."""
    order = ("url", "contenturl", "@id") if fact == "image" else ("name", "value", "title")
    for name in order:
        for value in thing.values.get(name, ()):
            if isinstance(value, Text):
                return value
    if fact in {"availability", "condition"} and thing.id:
        return Text(thing.id, thing.node)
    return None


def _name_of(thing: Thing) -> Text | None:
    for name in ("name", "title"):
        for value in thing.values.get(name, ()):
            if isinstance(value, Text):
                return value
    return None


def _texts(thing: Thing, name: str) -> list[Text]:
    return [value for value in thing.values.get(name, ()) if isinstance(value, Text)]


def _for_some(thing: Thing) -> bool:
    """Whether a price is paid by some, again and again, or for so much of a thing."""
    return not PRICED_FOR.isdisjoint(thing.values)


def _struck(thing: Thing) -> bool:
    """Whether a price specification gives a price that nobody pays for the product."""
    return not CHARGE_TYPES.isdisjoint(thing.types) or any(
        isinstance(value, Text) and value.value.rpartition("/")[2].lower() in STRUCK_PRICES
        for value in thing.values.get("pricetype", ())
    )


def _position(thing: Thing) -> int:
    for value in thing.values.get("position", ()):
        if isinstance(value, Text) and value.value.isascii() and value.value.isdigit():
            return int(value.value[:4])
    return 0
