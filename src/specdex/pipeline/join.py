"""The verb join: names that mean one attribute, specifications of one product, what is believed.

What comes out depends on the set of specifications and decisions alone, not on their order.
"""

import gc
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Self, TypeVar

import msgspec

from specdex.alignment import Aligner, describe
from specdex.engines.serial import SerialEngine
from specdex.fusion import Fusion, Trust
from specdex.groups import by_key
from specdex.linkage import Linked, Linker, ids_of, one_a_url
from specdex.linkage.attributes import MAX_VALUE as COMPARED
from specdex.pipeline.decisions import Decided, of_category
from specdex.ports import Engine
from specdex.ports import shared as all_shared
from specdex.quantities import Quantity, read, remember
from specdex.records import Attribute, Correspondence, Decision, Match, Pair, Product, Specification
from specdex.text import collapse, folded

__all__ = ["Joined", "align_names", "join", "join_decided", "shared", "without"]

LINKED_FIRST = 2_000
"""In a larger collection pages that share rare codes lend their values before any are linked."""
REMEMBERED = 1 << 18
"""If more values than this were understood, they are forgotten in the end."""
SHARED = 10_000
"""A category of so many pages is joined by several workers, where there are any."""
VALUES = 1 << 13
"""So many values are read at once, where workers do it."""
Groups = tuple[tuple[str, ...], ...]
T = TypeVar("T")


R = TypeVar("R", Attribute, Correspondence, Match)


@dataclass(frozen=True, slots=True)
class Joined:
    """Attributes, correspondences, matches and products of a collection."""

    attributes: tuple[Attribute, ...] = ()
    correspondences: tuple[Correspondence, ...] = ()
    matches: tuple[Match, ...] = ()
    products: tuple[Product, ...] = ()


def align_names(specifications: Sequence[Specification]) -> tuple[Correspondence, ...]:
    """Which site's name means which attribute; pages of one product lend their values."""
    with _Aside(None) as aside:
        return _related(specifications, Decided(), aside)[0]


class _Aside:
    """Lets the workers of *engine* do a thing while others are done; else it is done when asked."""

    def __init__(self, engine: Engine | None) -> None:
        self.engine = None if isinstance(engine, SerialEngine) else engine
        self._thread = ThreadPoolExecutor(1)

    def do(self, function: Callable[[], T]) -> Callable[[], T]:
        """Gives what *function* will say, or says: what it needs can be let go without workers."""
        if self.engine is not None:
            return self._thread.submit(function).result
        found = function()
        return lambda: found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._thread.shutdown(cancel_futures=True)


def _related(
    specifications: Sequence[Specification], decided: Decided, aside: _Aside
) -> tuple[tuple[Correspondence, ...], Groups, Callable[[], Linked]]:
    """Names aligned and pages linked in two rounds: what is linked tells which names agree."""
    _understand(specifications, aside.engine)
    linking = aside.do(partial(Linker, specifications, aside.engine))
    aligner = Aligner(specifications, decided.means)
    same, different = decided.same, decided.different
    few = len(specifications) <= LINKED_FIRST
    first = linking().linked(same=same, different=different).groups if few else ()
    found = linking().linked(aligner.correspondences(first), same=same, different=different)
    del linking
    linked, groups = aside.do(found.whole), found.groups
    del found
    category = _category(specifications)
    return _of(category, aligner.correspondences(groups)), groups, linked


def _understand(specifications: Sequence[Specification], engine: Engine | None) -> None:
    """Let workers, where there are any, read the values that all stages ask for."""
    if engine is None:
        return
    printed = list({pair.value: None for each in specifications for pair in each.pairs})
    parts = (printed[begin : begin + VALUES] for begin in range(0, len(printed), VALUES))
    for understood in all_shared(_read, parts, engine):
        remember(msgspec.msgpack.decode(understood, type=dict[str, Quantity]))


def _read(printed: Iterable[str]) -> bytes:
    """What values mean in each form in which a stage asks for them."""
    forms = {form for each in printed for form in (each, collapse(each), each[:COMPARED])}
    return msgspec.msgpack.encode({form: read(form) for form in forms})


def join(
    specifications: Iterable[Specification],
    decisions: Iterable[Decision] = (),
    engine: Engine | None = None,
) -> Joined:
    """Align the names, link the specifications, and fuse what all sites say.

    Categories are joined apart, by the workers of *engine* where one is given: small ones are
    shared among them, and each large one is joined by all. *decisions* of people outrank what is
    found; an InputError where two of them contradict each other.
    """
    function = partial(_join, decisions=tuple(decisions))
    with _without_collector():
        parts = list(_apart(specifications))
        small = [part for part in parts if not shared(len(part))]
        done = iter(list(engine.map(function, small) if engine and small else map(function, small)))
        joined = [
            function(part, engine=engine) if shared(len(part)) else next(done) for part in parts
        ]
    if read.cache_info().currsize > REMEMBERED:
        read.cache_clear()
    kinds = Joined.__dataclass_fields__
    return Joined(*(tuple(e for part in joined for e in getattr(part, kind)) for kind in kinds))


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


def shared(count: int) -> bool:
    """Whether a category of *count* pages is worth several workers."""
    return count >= SHARED


def _join(
    specifications: Sequence[Specification],
    decisions: Sequence[Decision],
    engine: Engine | None = None,
) -> Joined:
    by_url = one_a_url(specifications)
    category = _category(specifications)
    decided = Decided.of(of_category(decisions, category), by_url)
    return join_decided(without(by_url, decided.wrong), decided, category, engine)[0]


def join_decided(
    by_url: Mapping[str, Specification],
    decided: Decided,
    category: str,
    engine: Engine | None = None,
) -> tuple[Joined, Linked, Trust]:
    """What is found of one category, how it was linked, and how far its sites are trusted."""
    believed = tuple(by_url.values())
    with _Aside(engine) as aside:
        correspondences, found, linking = _related(believed, decided, aside)
        groups = [[by_url[url] for url in urls] for urls in found]
        attributes = _of(category, describe(believed, correspondences))
        products, trust = _fused(groups, correspondences, attributes)
        linked = linking()
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
    # ``benchmarks join`` times it by this name
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
    found = by_key((each.category, each) for each in specifications)
    nameless = found.pop("", [])
    if len(found) == 1:
        next(iter(found.values())).extend(nameless)
    elif nameless:
        yield nameless
    yield from (found[category] for category in sorted(found))


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
