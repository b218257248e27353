"""Product records in the lists of a page's embedded JSON: what a listing shows, or will show."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from specdex.html import Document
from specdex.lexicon import meanings
from specdex.markup.embedded import embedded
from specdex.markup.rows import human
from specdex.markup.trees import Held, Tree
from specdex.money import amount
from specdex.text import letters_and_digits

__all__ = ["StateRecord", "facts_of", "state_records"]

KEYS = meanings("markup.record_facts")
MIN_RECORDS = 3
MAX_RECORDS = 500
MAX_KEYS = 60
SAME = 0.8
"""Share of a list that must be of one shape, and say a thing."""
_plain = lru_cache(maxsize=4096)(letters_and_digits)
"""Keys as they are compared, remembered: a list repeats those of its things."""
MAX_NESTED = 3
"""Things in each other in which a record may have its facts."""
WRAPPERS = frozenset({"item", "node", "product"})
"""Keys of a record's only thing, which is the product."""
TELLING = frozenset({"url", "price", "image"})
"""A record has a name, and two of these."""


class StateRecord(NamedTuple):
    """One product of a list in embedded JSON; what it does not say is empty."""

    name: str
    url: str
    price: str
    image: str
    xpath: str
    """The XPath of the script or attribute, ``#``, and the JSONPath of the record."""
    shelf: str
    """The same of the list that it stands in: records of one list are alike."""


def state_records(document: Document, words: Sequence[str] = ()) -> list[StateRecord]:
    """The products in lists of *document*'s embedded JSON, list after list; never raises.

    A list is one where nearly all things have a name and two of url, price and image. Where *words*
    are given, only JSON that holds one of them is read.
    """
    found: list[StateRecord] = []
    for source in embedded(document, words):
        tree = Tree(source)
        for held in list(tree.held()):
            if isinstance(held.value, list) and len(held.value) >= MIN_RECORDS:
                found += _records(document, tree, held)
                if len(found) >= MAX_RECORDS:
                    return found[:MAX_RECORDS]
    return found


def _records(document: Document, tree: Tree, held: Held) -> list[StateRecord]:
    """The products of one list; none where most of it is something else."""
    inner = [each for _, each in islice(tree.items(held), MAX_RECORDS)]
    things = [each for each in inner if isinstance(each.value, dict)]
    if len(things) < max(MIN_RECORDS, SAME * len(inner)):
        return []
    told = _told(tree, things)
    names = {facts["name"] for facts in told if "name" in facts}
    if not told or len(names) < SAME * len(told):
        return []
    place = tree.address(document, held.path)
    return [
        StateRecord(
            facts["name"],
            facts.get("url", ""),
            facts.get("price", ""),
            facts.get("image", ""),
            tree.address(document, each.path),
            place,
        )
        for each, facts in zip(things, told, strict=True)
        if "name" in facts
    ]


def _told(tree: Tree, things: Sequence[Held]) -> list[dict[str, str]]:
    """What each of *things* says; nothing as soon as too many are no products."""
    told: list[dict[str, str]] = []
    left = len(things) - SAME * len(things)
    for each in things:
        facts = facts_of(tree, each)
        told.append(facts)
        left -= "name" not in facts or len(facts.keys() & TELLING) < 2  # noqa: PLR2004 - two
        if left < 0:
            return []
    return told


def facts_of(tree: Tree, held: Held) -> dict[str, str]:
    """What a thing says of itself as a product: some of name, url, price and image."""
    return dict(_facts(tree, held))


def _facts(tree: Tree, held: Held, depth: int = 0) -> Iterator[tuple[str, str]]:
    """What a record says, the outermost last: a fact of its own outranks one further below."""
    own: list[tuple[str, str]] = []
    for key, child in islice(tree.items(held), MAX_KEYS):
        plain = _plain(key) if isinstance(key, str) else ""
        fact = KEYS.get(plain)
        value = child
        if isinstance(value.value, list) and fact == "image" and value.value:
            value = tree.follow(value.value[0], (*value.path, 0))
        if isinstance(value.value, dict) and depth < MAX_NESTED:
            below = dict(_facts(tree, value, depth + 1))
            if fact in {"price", "image"}:
                inner = below.get(fact) or below.get("url" if fact == "image" else "price")
                own += [(fact, inner)] if inner else []
            else:
                wraps = plain in WRAPPERS
                yield from (each for each in below.items() if wraps or each[0] != "name")
        elif fact is not None and not isinstance(value.value, (dict, list)):
            said = tree.text(value)
            if _fits(fact, said):
                own.append((fact, said))
    yield from reversed(own)


def _fits(fact: str, said: str) -> bool:
    """Whether *said* can be the *fact*."""
    if fact == "name":
        return human(said) or " " in said
    if fact == "price":
        return amount(said) is not None
    return len(said) > 1 and " " not in said.strip()
