"""What the state that scripts carry says of the main product's fields."""

from collections.abc import Collection, Iterator
from decimal import Decimal

from specdex.extraction.fields.statements import Statement
from specdex.extraction.fields.stock_words import stock_word
from specdex.extraction.fields.view import View
from specdex.identifiers import gtin_in
from specdex.lexicon import meanings, phrases
from specdex.markup.script_state import ScriptState, above
from specdex.markup.trees import Held, Tree
from specdex.money import amount, currency_code, plain_price
from specdex.text import letters_and_digits

__all__ = ["state_statements"]

READER = "state"
BELIEF: dict[str, float] = {
    "name": 0.45,
    "brand": 0.6,
    "price": 0.6,
    "currency": 0.6,
    "availability": 0.55,
    "sku": 0.41,
    "mpn": 0.6,
    "gtin": 0.8,
}
"""How much the state is believed, where markup says nothing."""
KEYS = meanings("markup.state_facts")
PRICE_KEYS = phrases("markup.state_prices")
"""Where a price that is a thing has its amount, the likeliest first."""
TELLING = frozenset(BELIEF) - {"name", "currency"}
"""A thing that says one of these is a product's, and not its picture or its page."""
CENTS = 100


def state_statements(
    state: ScriptState, view: View, shown: Collection[Decimal]
) -> Iterator[Statement]:
    """What the thing with the product's name that says most states; prices as *shown*."""
    best: list[Statement] = []
    for tree, owner in state.owners:
        told = [each for each in _told(tree, owner, view, shown) if each.value]
        if told and all(each.name != "brand" for each in told):
            # of a variant, the product that lists it says who made it
            maker = above(tree, owner, 1) or above(tree, owner, 2)
            over = _told(tree, maker, view, shown) if maker is not None else ()
            told += [each for each in over if each.name == "brand"]
        if len(told) > len(best) and any(each.name in TELLING for each in told):
            best = told
    yield from best


def _told(tree: Tree, owner: Held, view: View, shown: Collection[Decimal]) -> Iterator[Statement]:
    """What one thing states, a field once."""
    known: set[str] = set()
    keys = {KEYS.get(letters_and_digits(str(key))) for key, _ in tree.items(owner)}
    for key, child in tree.items(owner):
        name = KEYS.get(letters_and_digits(str(key)))
        if name is None or name in known:
            continue
        held = _amount_of(tree, child) if name == "price" else child
        whole = held is child and "currency" in keys
        value = _value(name, _text(tree, held), view, (shown, whole))
        if value:
            known.add(name)
            node, address = tree.source.node, tree.address(view.document, held.path)
            yield Statement(name, value, node, READER, BELIEF[name], address)


def _text(tree: Tree, held: Held) -> str:
    """What a value says; of a thing, what it is called."""
    if isinstance(held.value, bool):
        return str(held.value)
    if isinstance(held.value, dict):
        for key in ("name", "title", "label", "code", "value", "status"):
            if isinstance(held.value.get(key), str):
                return tree.text(tree.child(held, key))
    return tree.text(held)


def _amount_of(tree: Tree, held: Held) -> Held:
    """The amount of a price, which may be a thing of several."""
    for _ in range(3):
        if not isinstance(held.value, dict):
            break
        named = {letters_and_digits(str(key)): key for key in held.value}
        key = next((named[each] for each in PRICE_KEYS if each in named), None)
        if key is None:
            break
        held = tree.child(held, key)
    return held


def _value(name: str, text: str, view: View, prices: tuple[Collection[Decimal], bool]) -> str:
    """*text* in the form of its field; empty where it does not fit.

    Of *prices* it is known which are shown, and whether one without decimals is none in cents.
    """
    shown, whole = prices
    if name == "price":
        number = amount(text)
        if number is None:
            return ""
        fitting = [each for each in (number, number / CENTS) if each in shown]
        if fitting:
            return plain_price(fitting[0])
        return plain_price(number) if whole or "." in text else ""
    if name == "currency":
        return currency_code(text, view.site, view.language)
    if name == "availability":
        return stock_word(text)
    return gtin_in(text) if name == "gtin" else text
