"""What a scheme reads, checked against known values and against itself, before it is believed.

Nothing here trusts the scheme: a rule must find something in most items, one value in each, values
of the kind that known sites print, and the same for the same item wherever the site shows it.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from specdex.html import Document
from specdex.synthesis.equivalences import share_of_kind
from specdex.synthesis.lists import Manner
from specdex.synthesis.scheme import Item, Scheme, read_items
from specdex.text import letters_and_digits
from specdex.urls import absolute

__all__ = ["Check", "agreeing", "check_items", "checked", "key_of", "verified_items"]

FILLED, SINGLE, KIND, SAME = 0.5, 0.5, 0.8, 0.8
"""The least shares of a rule that is believed."""
STATING = ("content", "alt", "title", "value", "aria-label")
"""Attributes in which pages say again what they print."""
SHORTEST = 4
"""Letters and digits of a value that a page's title names."""
FEWEST_AGAIN = 3
"""So many items must be shown twice before their values are held against each other."""


@dataclass(frozen=True, slots=True)
class Check:
    """What one rule reads, as shares."""

    filled: float
    """Of the items that have a value."""
    single: float
    """Of those that have one value, not several."""
    kind: float
    """Of the values that are of the known kind."""
    same: float
    """Of the items shown more than once, how many always have the same value."""
    likeness: float
    """How like known values they are."""

    @property
    def confidence(self) -> float:
        """How far the rule is believed."""
        sound = self.filled * self.single * self.kind * self.same
        return round(sound * sqrt(self.likeness), 4)

    @property
    def trouble(self) -> str:
        """Why the rule is not believed; empty where it is."""
        said = {
            f"it is read in {self.filled:.0%} of the items only": self.filled < FILLED,
            f"{1 - self.single:.0%} of the items have several values": self.single < SINGLE,
            f"{1 - self.kind:.0%} of what is read is of another kind": self.kind < KIND,
            f"the same item has other values in {1 - self.same:.0%} of the cases": self.same < SAME,
        }
        return "; ".join(sentence for sentence, holds in said.items() if holds)


def key_of(manners: Mapping[str, Manner]) -> str:
    """The attribute that names an item: no amount, and the one whose known values differ most."""
    return max(sorted(manners), key=lambda name: manners[name].telling, default="")


def check_items(
    shown: Sequence[tuple[str, Item]], manners: Mapping[str, Manner], names: Sequence[str]
) -> dict[str, Check]:
    """What the values of each of *names* are worth; items come with the address they link to."""
    key = key_of(manners)
    found = {}
    for name in names:
        items = [item for _, item in shown]
        values = [item[name][0].value for item in items if name in item]
        if not values or name not in manners:
            continue
        single = sum(len({each.value for each in item.get(name, ())}) == 1 for item in items)
        found[name] = Check(
            filled=len(values) / len(items),
            single=single / len(values),
            kind=share_of_kind(manners[name].kind, values),
            same=1.0 if name == key else _same(shown, key, name),
            likeness=manners[name].likeness(values),
        )
    return found


def _same(shown: Sequence[tuple[str, Item]], key: str, name: str) -> float:
    """The share of items, known again by name and link, whose value of *name* stays the same."""
    said: dict[tuple[str, str], list[str]] = defaultdict(list)
    for link, item in shown:
        if link and key in item and name in item:
            again = link, letters_and_digits(item[key][0].value)
            said[again].append(letters_and_digits(item[name][0].value))
    twice = [values for values in said.values() if len(values) > 1]
    if len(twice) < FEWEST_AGAIN:
        return 1.0
    return sum(len(set(values)) == 1 for values in twice) / len(twice)


def checked(
    scheme: Scheme, documents: Sequence[Document], manners: Mapping[str, Manner]
) -> tuple[Scheme, dict[str, str]]:
    """The scheme with confidences as measured, without the rules that fail, and why they do."""
    found = _checks(scheme, documents, manners)
    why = {
        rule.name: found[rule.name].trouble if rule.name in found else "it reads nothing"
        for rule in scheme.attributes
        if rule.name not in found or found[rule.name].trouble
    }
    rules = tuple(
        replace(rule, confidence=found[rule.name].confidence)
        for rule in scheme.attributes
        if rule.name not in why
    )
    return replace(scheme, attributes=rules), why


def agreeing(
    scheme: Scheme, documents: Sequence[Document], manners: Mapping[str, Manner]
) -> tuple[Scheme, dict[str, str]]:
    """The scheme of pages that show one item each, without rules that read what cannot be.

    What only some items have is no mistake there; how far a rule is believed was judged before.
    """
    found = {
        name: replace(check, filled=1.0)
        for name, check in _checks(scheme, documents, manners).items()
    }
    why = {name: check.trouble for name, check in found.items() if check.trouble}
    rules = tuple(rule for rule in scheme.attributes if rule.name not in why)
    return replace(scheme, attributes=rules), why


def _checks(
    scheme: Scheme, documents: Sequence[Document], manners: Mapping[str, Manner]
) -> dict[str, Check]:
    key = key_of(manners)
    shown = [
        (_link(each, item, key), item)
        for each in documents
        if len(each)
        for item in read_items(scheme, each.element(0))
    ]
    return check_items(shown, manners, scheme.names)


def _link(document: Document, item: Item, key: str) -> str:
    """The address that the name of an item links to; empty where it links to none."""
    element = document.select(item[key][0].xpath) if key in item else None
    if element is None:
        return ""
    around = (*element.iterancestors("a"), *element.iter("a"))
    linked = next((str(each.get("href")) for each in around if each.get("href")), "")
    return absolute(document.base, linked) if linked else ""


def _stated(document: Document) -> frozenset[str]:
    """What a page says of its items beside its text: in markup, and as names of pictures."""
    found: list[str] = []
    for node in range(len(document)):
        found += [document.attribute(node, name) for name in STATING]
        if document.tag[node] == "script" and "ld+json" in document.attribute(node, "type"):
            found += _leaves(document.content(node))
    return frozenset(map(letters_and_digits, filter(None, found))) - {""}


def _leaves(text: str) -> list[str]:
    """The texts and numbers of a JSON text, none where it is malformed."""
    try:
        left = [json.loads(text)]
    except (ValueError, RecursionError):
        return []
    found = []
    while left:
        each = left.pop()
        if isinstance(each, dict):
            left += each.values()
        elif isinstance(each, list):
            left += each
        elif isinstance(each, str | int | float):
            found.append(str(each))
    return found


def verified_items(
    items: Sequence[Item], document: Document, manners: Mapping[str, Manner]
) -> list[Item]:
    """The items with the values that a known site, or the page in another way, says too."""
    stated, title = _stated(document), letters_and_digits(document.title)

    def is_sure(name: str, value: str) -> bool:
        plain = letters_and_digits(value)
        if plain in stated or (len(plain) >= SHORTEST and plain in title):
            return True
        return name in manners and bool(manners[name].known.known_among([value]))

    kept = [
        {name: found for name, found in item.items() if is_sure(name, found[0].value)}
        for item in items
    ]
    return [item for item in kept if item]
