"""The verb join: names that mean one attribute, specifications of one product, what is believed.

What comes out depends on the set of specifications and decisions alone, not on their order.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TypeVar

import msgspec

from specdex.engines.serial import SerialEngine
from specdex.fusion import Trust
from specdex.groups import by_key
from specdex.linkage import Linked, Linker, one_a_url
from specdex.pipeline.decisions import Decided, of_category
from specdex.pipeline.held import Names, Parcels, fused, kept, without_collector
from specdex.ports import Engine, Keeping
from specdex.quantities import read
from specdex.records import Attribute, Correspondence, Decision, Match, Pair, Product, Specification
from specdex.text import collapse, folded

__all__ = ["Joined", "align_names", "join", "join_decided", "shared", "without"]

LINKED_FIRST = 2_000
"""In a larger collection pages that share rare codes lend their values before any are linked."""
REMEMBERED = 1 << 18
"""If more values than this were understood, they are forgotten in the end."""
SHARED = 10_000
"""A category of so many pages is joined by several workers, where there are any."""
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
    with _aside(None, specifications) as aside:
        return _related(specifications, Decided(), aside)[0]


@dataclass(frozen=True, slots=True)
class _Aside:
    """Lets workers, where there are any, do a thing while others are done."""

    threads: ThreadPoolExecutor
    engine: Engine | None
    workers: Keeping | None
    """The same workers, if they stay."""
    packed: Parcels

    def do(self, function: Callable[[], T]) -> Callable[[], T]:
        """Gives what *function* will say, or says: what it needs can be let go without workers."""
        if self.engine is not None:
            return self.threads.submit(function).result
        found = function()
        return lambda: found

    def begin(self, function: Callable[[], T]) -> Callable[[], T]:
        """The same, but what no worker does is not done before it is asked for."""
        return self.threads.submit(function).result if self.workers else cache(function)


@contextmanager
def _aside(engine: Engine | None, specifications: Iterable[Specification]) -> Iterator[_Aside]:
    engine = None if isinstance(engine, SerialEngine) else engine
    threads = ThreadPoolExecutor(2)
    with kept(engine) as workers:
        packed = {each.url: msgspec.msgpack.encode(each) for each in specifications if workers}
        try:
            yield _Aside(threads, workers or engine, workers, packed)
        finally:
            threads.shutdown(cancel_futures=True)


def _related(
    specifications: Sequence[Specification], decided: Decided, aside: _Aside
) -> tuple[tuple[Correspondence, ...], Groups, Callable[[], Linked], Names]:
    """Names aligned and pages linked in two rounds: what is linked tells which names agree."""
    names = Names(specifications, decided.means, aside.packed, aside.workers)
    first = aside.begin(names.first)
    linker = Linker(specifications, aside.engine)
    few = len(specifications) <= LINKED_FIRST
    linked = partial(linker.linked, same=decided.same, different=decided.different)
    found = linked(names.correspondences(linked().groups) if few else first())
    del linker, linked
    whole, groups = aside.do(found.whole), found.groups
    del found
    category = _category(specifications)
    return _of(category, names.correspondences(groups)), groups, whole, names


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
    with without_collector():
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
    with _aside(engine, believed) as aside:
        correspondences, found, linking, names = _related(believed, decided, aside)
        attributes = aside.begin(partial(_described, names, correspondences, category))
        groups = [[by_url[url] for url in urls] for urls in found]
        products, trust = fused(groups, correspondences, attributes, aside.packed, aside.workers)
        linked = linking()
    matches = _of(category, linked.matches)
    models = (products[first].id for first in linked.models)
    variants = tuple(
        replace(each, model=model) for each, model in zip(products, models, strict=True)
    )
    return Joined(attributes(), correspondences, matches, variants), linked, trust


def _described(
    names: Names, correspondences: Sequence[Correspondence], category: str
) -> tuple[Attribute, ...]:
    return _of(category, names.described(correspondences))


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
