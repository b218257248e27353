"""Everything that a page states of its main product."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from urllib.parse import unquote

from specdex.extraction.fields.amounts import visible_amounts
from specdex.extraction.fields.brands import (
    brand_statements,
    is_brand,
    store_brand,
)
from specdex.extraction.fields.breadcrumbs import breadcrumbs
from specdex.extraction.fields.heading import MOST_OF_HEADING, likeness, place_heading, shown_name
from specdex.extraction.fields.identifiers import (
    address_statements,
    label_statements,
    loose_statements,
    pair_statements,
)
from specdex.extraction.fields.lines import scan
from specdex.extraction.fields.markup_statements import main_products, markup_statements, priced
from specdex.extraction.fields.name_words import named_brand
from specdex.extraction.fields.prices import price_statements
from specdex.extraction.fields.state_statements import state_statements
from specdex.extraction.fields.statements import Statement, again, believed, plain_form, weigh
from specdex.extraction.fields.stock import says_sold_out, stock_statements
from specdex.extraction.fields.stock_words import stock_word
from specdex.extraction.fields.view import View
from specdex.html import Document
from specdex.identifiers import gtin14, gtin_in
from specdex.markup.page import TITLE_PARTS, called, read_markup
from specdex.markup.script_state import script_state
from specdex.markup.trees import plain_text
from specdex.money import amount, currency_code, plain_price
from specdex.money.amounts import Amount
from specdex.records import Pair

__all__ = ["PageStatements"]

META = "opengraph"
META_BELIEF: dict[str, float] = {
    "name": 0.5,
    "brand": 0.75,
    "price": 0.6,
    "saleprice": 0.65,
    "currency": 0.7,
    "availability": 0.6,
    "sku": 0.5,
    "mpn": 0.6,
    "gtin": 0.8,
    "image": 0.7,
    "description": 0.6,
}
"""How much a meta tag is believed."""
SHOWN = 0.4
"""What it adds to a marked-up number that the page also shows, …"""
ADDRESSED = 0.3
"""… or that stands in the page's address."""
HEADED = 0.4
"""… and to a brand that is part of the heading."""
HEADING, UNLIKE = 0.75, 0.45
"""Belief in the heading as the product's name, and where nothing else is called like it, …"""
TITLED = 0.4
"""… in the longest name that the page's title holds, …"""
SIGNED = 0.6
"""… in the sign beside its price, …"""
TRODDEN = 0.8
"""… and in its breadcrumbs."""
HOUSE_BRAND = 0.2
"""Times the belief in a brand that is only the shop's own name."""
MIN_ID = 4
"""Letters of the shortest number that is looked for elsewhere on the page."""
LIKELY_PRICE, SURE_PRICE = 0.6, 0.8
"""A price believed this much is a sign, or two, of a product."""
UNSURE = 0.5
"""Scripts are asked about a price, too, that is believed less than this."""
LEAST_PRICE, LEAST_BRAND = 0.5, 0.65
"""A price, and a brand, believed less than this stays missing, whatever the threshold."""
SURE_BRAND = 0.7
"""Where it is believed less than this, words of the name are asked, too."""
STATE_FIELDS = frozenset({"name", "brand", "price", "currency", "availability", "sku"})
"""Fields for which scripts are asked where markup says nothing."""
PRODUCT_KINDS = frozenset({"product", "og:product", "product.item", "book", "books.book"})
"""Types of a page, in its meta tags, that are one product's."""
MANY_AMOUNTS = 12
"""With more amounts around the heading, the page is a list of products."""
MANY_CARTS = 4
"""With more buttons that buy, the page is a list of products."""
FEW_PAIRS = 3
"""A specification with this many pairs is a sign of a product."""
SIGNS_OF_A_PRODUCT = 2
"""How many signs a page without markup must show."""


def _is_in(name: str, title: str) -> bool:
    """Whether *title*, in its plain form, holds *name*."""
    plain = plain_form(name)
    return bool(plain) and plain in title


class PageStatements:
    """One page's statements, gathered once."""

    def __init__(self, document: Document, pairs: Sequence[Pair]) -> None:
        self.document = document
        self.markup = read_markup(document)
        self.view = View(document)
        names = self.names = called(document)
        self.houses = [plain_form(fact.value) for fact in self.markup.meta if fact.name == "site"]
        """What the shop calls itself."""
        self.products = main_products(self.markup, names, document.page.url)
        self.pairs = (*pairs, *self.stated_pairs())
        if self.products:
            first = self.products[0].first("name")
            names = ([first.value] if first else []) + names
        place_heading(self.view, names, self.houses)
        scan(self.view)
        self.labelled = tuple(label_statements(self.view))
        self.amounts: list[Amount] = visible_amounts(self.view)
        self.trail = breadcrumbs(self.view, self.markup.trail)
        self.marked: dict[str, list[Statement]] = {}
        """What markup and meta tags state, by field."""
        for statement in self.marked_statements():
            self.marked.setdefault(statement.name, []).append(statement)
        self.listening = False
        """Whether scripts were asked."""
        self.counted = (*self.labelled, *pair_statements(self.pairs))
        """The labelled numbers on the page and in its specification."""

    def stated_pairs(self) -> Iterator[Pair]:
        """What markup states of the main product under names of its own."""
        for product in self.products[:1]:
            for fact in product.properties:
                xpath = self.document.xpath(fact.node)
                yield Pair(fact.name, fact.value, "", xpath, product.syntax)

    def listen_to_state(self) -> bool:
        """Add what scripts carry, for fields of which markup says nothing; whether it is new.

        They are asked last, and once: reading them costs more than all else.
        """
        if self.listening or (self.products and self.marked.keys() >= {"price", "brand"}):
            return False
        self.listening = True
        shown = {each.value for each in self.amounts}
        silent = STATE_FIELDS - self.marked.keys()
        told = list(state_statements(script_state(self.document), self.view, shown))
        for statement in told:
            if statement.name in silent:
                self.marked.setdefault(statement.name, []).append(statement)
        return bool(told)

    def is_product(self, price: Statement | None) -> bool:
        """Whether enough says that the page shows one product, and not a list of them."""
        if self.products or (self.pairs and self.view.heading >= 0):
            return True
        kinds = {fact.value.lower() for fact in self.markup.meta if fact.name == "type"}
        view = self.view
        near = {label.kind for label in view.labels if view.near(label.start)}
        carts = sum(view.near(cart) for cart in view.carts)
        typed = not kinds.isdisjoint(PRODUCT_KINDS)
        belief = price.confidence if price is not None else 0.0
        signs = (
            typed and SIGNS_OF_A_PRODUCT,
            belief >= LIKELY_PRICE,
            belief >= SURE_PRICE,
            0 < carts <= MANY_CARTS,
            any(statement.name != "model" for statement in self.labelled),
            not near.isdisjoint({"brand", "manufacturer", "availability", "old price"}),
            len(self.pairs) >= FEW_PAIRS,
            len(self.counted) > len(self.labelled),
            carts == 0 and says_sold_out(view),
        )
        against = (
            any("group" in kind for kind in kinds),
            carts > MANY_CARTS,
            len(self.amounts) >= MANY_AMOUNTS
            and len({each.value for each in self.amounts}) >= MANY_AMOUNTS,
        )
        return sum(signs) - sum(against) >= SIGNS_OF_A_PRODUCT

    def marked_statements(self) -> Iterator[Statement]:
        """What markup and meta tags state."""
        view = self.view
        yield from markup_statements(self.products, self.markup.offers, view)
        for fact in self.markup.meta:
            belief = META_BELIEF.get(fact.name)
            if belief is None:
                continue
            name = "price" if fact.name == "saleprice" else fact.name
            value = self.meta_value(name, fact.value)
            if value:
                yield Statement(name, value, fact.node, META, belief)

    def meta_value(self, name: str, value: str) -> str:
        """The *value* of a meta tag in the form of its field; empty where it does not fit."""
        if name == "price":
            number = amount(value)
            return plain_price(number) if number is not None else ""
        if name == "currency":
            return currency_code(value, self.view.site, self.view.language)
        if name == "availability":
            return stock_word(value)
        return gtin_in(value) if name == "gtin" else value

    def of(self, name: str) -> list[Statement]:
        """The marked-up statements on one field."""
        return list(self.marked.get(name, ()))

    def name(self) -> Statement | None:
        """What the product is called; the heading's spelling where markup agrees."""
        statements = [self.trimmed(each) for each in self.of("name")]
        view = self.view
        if view.heading >= 0 and view.title:
            known = [*self.names, *(each.value for each in statements)]
            belief = HEADING if any(likeness(view.title, each) for each in known) else UNLIKE
            title = self.without_lead(shown_name(view, known))
            statements.insert(0, Statement("name", title, view.heading, "page", belief))
        title = plain_form(self.document.title)
        held = [each for each in statements if each.reader != META and _is_in(each.value, title)]
        if held:
            longest = max(held, key=lambda each: len(each.value))
            statements.append(again(longest, "title", TITLED))
        return weigh(statements)

    def trimmed(self, name: Statement) -> Statement:
        """A marked-up name as plain text, without the shop's name or the like around it."""
        text, heading = plain_text(name.value), plain_form(self.view.title)
        if plain_form(text) == heading:
            text = self.without_lead(text)
        house = {plain_form(self.view.shop), *self.houses} - {""}
        for part in TITLE_PARTS:
            head, _, tail = text.rpartition(part)
            told = plain_form(tail)
            if head and (told in house or plain_form(self.view.site) in told):
                text = head
            if heading and plain_form(text.partition(part)[0]) == heading:
                text = text.partition(part)[0]
        return Statement(name.name, text, name.node, name.reader, name.confidence, name.xpath)

    def without_lead(self, title: str) -> str:
        """The heading without words before the product's name that only the heading has."""
        for name in self.names:
            if title.endswith(name) and MOST_OF_HEADING * len(title) < len(name) < len(title):
                return name
        return title

    def price(self) -> Statement | None:
        """What the product costs, as far as that is believed."""
        return self.heard(self.seen_price, UNSURE, LEAST_PRICE)

    def heard(
        self, read: Callable[[], Statement | None], sure: float, least: float
    ) -> Statement | None:
        """What *read* gives if that is *sure*, else with scripts asked, too, if believed at all."""
        found = read()
        if (found is None or found.confidence < sure) and self.listen_to_state():
            found = read()
        return found if found is not None and found.confidence >= least else None

    def seen_price(self) -> Statement | None:
        """What the page, and what was heard of it, says the product costs."""
        marked = self.of("price")
        seen = price_statements(self.view, self.amounts, not marked)
        return weigh(priced(marked, seen))

    def currency(self, price: Statement | None) -> Statement | None:
        """The currency of *price*: the sign beside it, and what markup says."""
        view = self.view
        statements = self.of("currency")
        if price is not None:
            cost = Decimal(price.value)
            for each in self.amounts:
                if each.value == cost:
                    code = currency_code(each.sign, view.site, view.language)
                    if code:
                        statements.append(Statement("currency", code, each.node, "page", SIGNED))
                    break
        return weigh(statements) if price is not None else None

    def availability(self, price: Statement | None) -> Statement | None:
        """Whether it can be bought; an amount that is hardly believed is a sign of it, too."""
        shown = price if price is not None else self.seen_price()
        stock = stock_statements(self.view, shown.node if shown is not None else -1)
        return weigh([*self.of("availability"), *stock])

    def brand(self) -> Statement | None:
        """Who made it, as far as that is believed."""
        told = self.heard(self.seen_brand, LEAST_BRAND, LEAST_BRAND)
        least = told.confidence if told is not None else LEAST_BRAND
        if least >= SURE_BRAND:
            return told
        further = (told, named_brand(self.view, self.pairs), store_brand(self.view))
        return weigh([each for each in further if each is not None and each.confidence >= least])

    def seen_brand(self) -> Statement | None:
        """Who made it by the page, and what was heard of it."""
        view = self.view
        statements = [statement for statement in self.of("brand") if is_brand(statement.value)]
        statements += brand_statements(view, self.pairs)
        title, called = plain_form(view.title), plain_form(self.document.title)
        house = plain_form(view.shop)
        heard: list[Statement] = []
        for statement in statements:
            plain = plain_form(statement.value)
            if plain in title:
                heard += (statement, again(statement, "heading", HEADED))
            elif statement.reader != "page" and called.startswith(plain) and plain not in house:
                heard += (statement, again(statement, "title", HEADED))
            elif plain in house and statement.reader == META:
                heard.append(believed(statement, statement.confidence * HOUSE_BRAND))
            else:
                heard.append(statement)
        return weigh(heard)

    def sku(self) -> Statement | None:
        """The shop's own number of it."""
        statements = [*self.of("sku"), *self.numbers("sku")]
        return weigh(
            [
                *statements,
                *self.echoes(statements),
                *loose_statements(self.view),
                *address_statements(self.view),
            ]
        )

    def echoes(self, statements: Sequence[Statement]) -> Iterator[Statement]:
        """What it adds that the page shows a marked-up number, or its address holds one."""
        url = unquote(self.document.page.url).lower() if statements else ""
        for statement in statements:
            value = statement.value.lower()
            if len(value) < MIN_ID:
                continue
            if statement.reader != "page" and value in self.view.low:
                yield again(statement, "shown", SHOWN)
            if value in url:
                yield again(statement, "address", ADDRESSED)

    def numbers(self, name: str) -> list[Statement]:
        """The labelled numbers of one kind, on the page and in its specification."""
        unique: dict[str, Statement] = {}
        for statement in self.counted:
            if statement.name == name:
                form = plain_form(statement.value)
                if form not in unique or unique[form].confidence < statement.confidence:
                    unique[form] = statement
        return list(unique.values())

    def number(self, name: str) -> Statement | None:
        """The product's mpn, gtin or model; a gtin that any shop may give to anything is none."""
        found = [*self.of(name), *self.numbers(name)]
        return weigh([each for each in found if name != "gtin" or gtin14(each.value)])

    def plain(self, name: str) -> Statement | None:
        """A field that only markup states."""
        return weigh(self.of(name))

    def description(self) -> Statement | None:
        """What the product is, in plain words."""
        said = weigh(self.of("description"))
        text = plain_text(said.value) if said is not None else ""
        if said is None or not text:
            return None
        return Statement(said.name, text, said.node, said.reader, said.confidence, said.xpath)

    def path(self) -> Statement | None:
        """The breadcrumbs in one line."""
        if not self.trail:
            return None
        line = " > ".join(text for text, _ in self.trail)
        reader = "markup" if self.markup.trail else "page"
        return Statement("breadcrumbs", line, self.trail[0][1], reader, TRODDEN)
