"""Which names of which sites are looked at as one: those of one wording, unless values object."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from specdex.alignment.sheet import TEXT, TRUTH, Integers, Sheet, compatible
from specdex.arrays import distinct, numbered
from specdex.groups import by_key
from specdex.records import Decision, DecisionKind
from specdex.text import folded

__all__ = ["Nodes", "decided_meaning", "nodes"]

CLEAR, FEW = 0.6, 3
"""The share of at least so many values that makes the kind of a name clear."""
CONTRADICTION, CONTRADICTED_PRODUCTS = 0.03, 5
"""Names of one wording whose values agree more rarely, on so many products, are not the same."""

Key = tuple[str, str, str]
"""A wording, what sets some of its names apart, and the attribute that a person gave them."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """Names that are taken for one from the start."""

    of_names: Integers
    """The node of each name; -1 for what is no name."""
    wordings: Sequence[str]
    attributes: Sequence[str]
    """What a person said that a node means."""


def nodes(told: Sheet, products: Integers, decisions: Iterable[Decision] = ()) -> Nodes:
    """The nodes of all names; *products* says for each page of which product it is, or -1."""
    kinds = _kinds(told)
    apart = _contradicted(told, products)
    decided = _decided(told, decisions)
    by_wording = by_key((wording, name) for name, wording in enumerate(told.wordings) if wording)
    keys: dict[Key, int] = {}
    of_names = np.full(len(told.printed), -1, dtype=np.int64)
    times = np.bincount(told.names, minlength=len(told.printed))
    for wording, names in by_wording.items():
        clear = max(names, key=lambda name: (bool(kinds[name]), times[name], told.printed[name]))
        for name in names:
            measured = kinds[name] not in {"", TEXT, TRUTH}
            site = told.printed[name][0] if apart[name] and measured else ""
            kind = "" if compatible(kinds[clear], kinds[name]) else kinds[name]
            key = wording, f"{kind} {site}", decided.get(name, "")
            of_names[name] = keys.setdefault(key, len(keys))
    return Nodes(of_names, [key[0] for key in keys], [key[2] for key in keys])


def _decided(told: Sheet, decisions: Iterable[Decision]) -> Mapping[int, str]:
    """The attribute that people gave to names, for one site first; names like it are its own."""
    meant = decided_meaning(decisions)
    found = (
        (name, meant(site, printed))
        for name, (site, printed) in enumerate(told.printed)
        if told.wordings[name]
    )
    return {name: attribute for name, attribute in found if attribute}


def decided_meaning(decisions: Iterable[Decision]) -> Callable[[str, str], str]:
    """What tells the attribute that a person gave to a site's name; empty for none."""
    said = {
        (each.one, folded(each.other)): each.value
        for each in decisions
        if each.kind is DecisionKind.MEANS
    }
    called = {folded(attribute): attribute for attribute in sorted(said.values())}

    def meant(site: str, printed: str) -> str:
        plain = folded(printed) if said else ""
        return said.get((site, plain)) or said.get(("", plain)) or called.get(plain, "")

    return meant


def _kinds(told: Sheet) -> list[str]:
    """The kind of the values of each name, where it is clear."""
    names = sorted(set(told.kinds) - {""})
    if not names:
        return [""] * len(told.printed)
    kinds = {kind: number for number, kind in enumerate(names)}
    of_values = np.array([kinds.get(kind, -1) for kind in told.kinds], dtype=np.int64)
    row = of_values[told.values]
    said = row >= 0
    width = len(names)
    times = np.bincount(told.names[said] * width + row[said], minlength=len(told.printed) * width)
    table = times.reshape(len(told.printed), width)
    total, best = table.sum(1), table.argmax(1)
    clear = (total >= FEW) & (table.max(1) >= CLEAR * total)
    return [names[kind] if sure else "" for kind, sure in zip(best, clear, strict=True)]


def _contradicted(told: Sheet, products: Integers) -> list[bool]:
    """Whether a name never agrees with others of its wording on the products that both have."""
    known = {wording: number for number, wording in enumerate(dict.fromkeys(told.wordings))}
    wordings = np.array([known[wording] for wording in told.wordings], dtype=np.int64)
    product = products[told.pages]
    rows = (product >= 0) & (told.lengths[told.values] > 0)
    shelf = product[rows] * max(1, len(known)) + wordings[told.names[rows]]
    both = _shared(shelf, told.names[rows], len(told.printed))
    place, atom = told.spelled(told.values[rows])
    value = shelf[place] * (len(told.strict) + 1) + atom
    alike = _shared(value, told.names[rows][place], len(told.printed), shelf[place])
    found = (both >= CONTRADICTED_PRODUCTS) & (alike < CONTRADICTION * both)
    return [bool(each) for each in found]


def _shared(
    keys: Integers, names: Integers, count: int, counted: Integers | None = None
) -> Integers:
    """For each name under how many keys (or what is *counted* of them) it is not alone."""
    _, place = numbered(keys)
    pairs, index = np.unique(place * count + names, return_index=True)
    many = np.bincount(pairs // count, minlength=len(keys)) > 1
    index = index[many[pairs // count]]
    found = distinct((keys if counted is None else counted)[index] * count + names[index])
    return np.bincount(found % count, minlength=count)
