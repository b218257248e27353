"""The verb join: names that mean one attribute, specifications of one product, what is believed.

What comes out depends on the set of specifications and decisions alone, not on their order.
"""

import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from specdex.alignment import Aligner, describe
from specdex.fusion import Fusion, Trust
from specdex.linkage import Linked, ids_of, link, one_a_url
from specdex.pipeline.decisions import Decided, of_category
from specdex.ports import Engine
from specdex.quantities import read
from specdex.records import Attribute, Correspondence, Decision, Match, Pair, Product, Specification
from specdex.text import collapse, folded

__all__ = ["Joined", "align_names", "join", "join_decided", "without"]

LINKED_FIRST = 2_000
"""In a larger collection pages that share rare codes lend their values before any are linked."""
REMEMBERED = 1 << 18
"""If more values than this were understood, they are forgotten in the end."""
UNDECIDED = Decided()
R = TypeVar("R", Attribute, Correspondence, Match)


@dataclass(frozen=True, slots=True)
class Joined:
    """Attributes, correspondences, matches and products of a collection."""

    attributes: tuple[Attribute, ...] = ()
    correspondences: tuple[Correspondence, ...] = ()
    matches: tuple[Match, ...] = ()
    products: tuple[Product, ...] = ()


def align_names(
    specifications: Sequence[Specification], decided: Decided = UNDECIDED
) -> tuple[Correspondence, ...]:
    """Which site's name means which attribute; pages of one product lend their values."""
    return _related(specifications, decided)[0]


def _related(
    specifications: Sequence[Specification], decided: Decided
) -> tuple[tuple[Correspondence, ...], Linked]:
    """Names aligned and pages linked in two rounds: what is linked tells which names agree."""

    def linked(correspondences: Sequence[Correspondence] = ()) -> Linked:
        return link(specifications, correspondences, same=decided.same, different=decided.different)

    aligner = Aligner(specifications, decided.means)
    first = linked().groups if len(specifications) <= LINKED_FIRST else ()
    found = linked(aligner.correspondences(first))
    category = _category(specifications)
    return _of(category, aligner.correspondences(found.groups)), found


def join(
    specifications: Iterable[Specification],
    decisions: Iterable[Decision] = (),
    engine: Engine | None = None,
) -> Joined:
    """Align the names, link the specifications, and fuse what all sites say.

    Categories are joined apart, by the workers of *engine* where one is given. *decisions* of
    people outrank what is found; an InputError where two of them contradict each other.
    """
    said = tuple(decisions)
    with _without_collector():
        parts = _apart(specifications)
        function = partial(_join, decisions=said)
        joined = list(engine.map(function, parts) if engine else map(function, parts))
    if read.cache_info().currsize > REMEMBERED:
        read.cache_clear()
    return Joined(*(tuple(each for part in parts for each in part) for parts in _columns(joined)))


@contextmanager
def _without_collector() -> Iterator[None]:
    """Millions of small things are made here, none in circles: to look for such takes a third."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            if not gc.get_freeze_count():
                # what is left counts as old, or all of it would be looked through at once
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def _join(specifications: Sequence[Specification], decisions: Sequence[Decision]) -> Joined:
    by_url = one_a_url(specifications)
    category = _category(specifications)
    decided = Decided.of(of_category(decisions, category), by_url)
    return join_decided(without(by_url, decided.wrong), decided, category)[0]


def join_decided(
    by_url: Mapping[str, Specification], decided: Decided, category: str
) -> tuple[Joined, Linked, Trust]:
    """What is found of one category, how it was linked, and how far its sites are trusted."""
    believed = tuple(by_url.values())
    correspondences, linked = _related(believed, decided)
    groups = [[by_url[url] for url in urls] for urls in linked.groups]
    attributes = _of(category, describe(believed, correspondences))
    products, trust = _fused(groups, correspondences, attributes)
    matches = _of(category, linked.matches)
    models = (products[first].id for first in linked.models)
    variants = tuple(
        replace(each, model=model) for each, model in zip(products, models, strict=True)
    )
    return Joined(attributes, correspondences, matches, variants), linked, trust


def _fused(
    groups: Sequence[Sequence[Specification]],
    correspondences: Sequence[Correspondence],
    attributes: Sequence[Attribute],
) -> tuple[tuple[Product, ...], Trust]:
    fusion = Fusion(groups, correspondences)
    return fusion.products(attributes, ids_of), fusion.trust


def _of(category: str, found: tuple[R, ...]) -> tuple[R, ...]:
    """*found*, all of one *category*; none has one yet."""
    return tuple(replace(each, category=category) for each in found) if category else found


def _category(specifications: Sequence[Specification]) -> str:
    """The category that *specifications* have, if they say any; empty where there are several."""
    categories = {specification.category for specification in specifications} - {""}
    return categories.pop() if len(categories) == 1 else ""


def _apart(specifications: Iterable[Specification]) -> Iterator[list[Specification]]:
    """*specifications* by category; where they name only one, those that say none are of it."""
    found: dict[str, list[Specification]] = defaultdict(list)
    for each in specifications:
        found[each.category].append(each)
    nameless = found.pop("", [])
    if len(found) == 1:
        next(iter(found.values())).extend(nameless)
    elif nameless:
        yield nameless
    yield from (found[category] for category in sorted(found))


def _columns(joined: Sequence[Joined]) -> Iterator[list[Any]]:
    names = Joined.__dataclass_fields__
    return ([getattr(each, name) for each in joined] for name in names)


def without(
    by_url: Mapping[str, Specification], wrong: Iterable[Decision]
) -> dict[str, Specification]:
    """The specifications without the values that people said are wrong."""
    removed: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for each in wrong:
        removed[each.one].add((folded(each.other), collapse(each.value)))

    def right(url: str, pair: Pair) -> bool:
        return (folded(pair.name), collapse(pair.value)) not in removed[url]

    cleared = {
        url: replace(
            by_url[url],
            fragments=tuple(
                replace(part, pairs=tuple(pair for pair in part.pairs if right(url, pair)))
                for part in by_url[url].fragments
            ),
        )
        for url in removed
        if url in by_url
    }
    return {**by_url, **cleared}
