"""A run is joined, and joined again: only where something changed, with ids that stay.

What is found depends on the set of specifications and decisions alone, not on the order and steps
in which they came. How rare a word is, and how often a site is right, are told by the whole
collection, so that a new page may change what holds for others: where anything changed, all is
joined anew, and what came out the same is left in its place.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import count
from typing import Any

import msgspec

from specdex import __version__
from specdex.pipeline.decisions import of_category
from specdex.pipeline.join import join
from specdex.ports import Store
from specdex.records import (
    KEYS,
    Attribute,
    Correspondence,
    Decision,
    DecisionKind,
    Match,
    Milestone,
    Product,
    Site,
    SiteStatus,
    Specification,
)
from specdex.runs import SqliteStore

__all__ = ["Outcome", "join_run", "unheard"]

INPUTS = "inputs"
"""The milestone that tells what a category was last joined from."""
HEARD = "decisions"
"""The milestone that tells which decisions it obeyed."""
OF_PAGES = (DecisionKind.FRAGMENT, DecisionKind.NO_FRAGMENT)
"""Decisions that joining does not ask for."""
ID_LENGTH = 12

Groups = Sequence[tuple[str, Sequence[str]]]
"""An id, and the pages that bear it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What joining a run came to: so many specifications became so many products."""

    specifications: int
    products: int
    changed: bool = True
    """Whether anything was joined anew, or all was as it had been."""


def join_run(
    store: Store, category: str, sites: Collection[str] | None = None, *, anew: bool = False
) -> Outcome:
    """Join what *sites*, or all that are not turned down, say of *category*.

    Where nothing has changed since the last time, nothing is done, unless *anew*. What stays the
    same is left in its place, and what nobody says any more is gone.
    """
    turned_down = _turned_down(store, category) if sites is None else set()
    said = [
        each
        for each in store.read(Specification, category=category)
        if each.pairs
        and (each.site in sites if sites is not None else each.site not in turned_down)
    ]
    decisions = of_category(store.read(Decision), category)
    inputs = Milestone(category, INPUTS, mark=_fingerprint(said, decisions))
    heard = _heard(category, decisions)
    if not anew and inputs in store.read(Milestone, category=category, name=INPUTS):
        return Outcome(len(said), store.count(Product, category=category), changed=False)
    joined = join(said, decisions)
    with store.transaction():
        earlier = list(store.read(Product))
        _settle(store, Attribute, category, joined.attributes)
        _settle(store, Correspondence, category, joined.correspondences)
        _settle(store, Match, category, joined.matches)
        _settle(store, Product, category, _with_ids(joined.products, category, earlier))
        store.add([inputs, heard])
        if isinstance(store, SqliteStore):
            store.count_facets(category)
    return Outcome(len(said), len(joined.products))


def unheard(store: Store, category: str) -> bool:
    """Whether people decided anything, or took it back, since *category* was last joined."""
    decisions = of_category(store.read(Decision), category)
    before = list(store.read(Milestone, category=category, name=HEARD))
    nothing = _heard(category, ())
    return _heard(category, decisions) not in (before or [nothing])


def _heard(category: str, decisions: Iterable[Decision]) -> Milestone:
    kept = sorted(astuple(each) for each in decisions if each.kind not in OF_PAGES)
    mark = hashlib.blake2b(msgspec.json.encode(kept), digest_size=16).hexdigest()
    return Milestone(category, HEARD, mark=mark)


def _turned_down(store: Store, category: str) -> set[str]:
    """The sites that were rejected for *category*; if not judged for it, for all that they were."""
    judged: dict[str, dict[str, bool]] = defaultdict(dict)
    for site in store.read(Site):
        judged[site.host][site.category] = site.status is SiteStatus.REJECTED
    return {each for each, by in judged.items() if by.get(category, all(by.values()))}


def _fingerprint(specifications: Iterable[Specification], decisions: Iterable[Decision]) -> str:
    """What joining depends on, in a few signs."""
    digest = hashlib.blake2b(__version__.encode(), digest_size=16)
    for each in sorted(specifications, key=lambda found: found.url):
        digest.update(msgspec.json.encode(each))
    for decision in sorted(map(astuple, decisions)):
        digest.update(msgspec.json.encode(decision))
    return digest.hexdigest()


def _settle(store: Store, kind: type[Any], category: str, records: Iterable[Any]) -> None:
    """Let the records of *kind* of *category* be exactly *records*; those that are there stay."""

    def key_of(record: Any) -> tuple[Any, ...]:
        return tuple(getattr(record, name) for name in KEYS[kind])

    own: list[Any] = [replace(each, category=category) for each in records]
    wanted = {key_of(each): each for each in own}
    there: dict[Any, Any] = {key_of(each): each for each in store.read(kind, category=category)}
    for key in there.keys() - wanted.keys():
        store.replace(kind, dict(zip(KEYS[kind], key, strict=True)), ())
    store.add(each for key, each in wanted.items() if there.get(key) != each)


def _with_ids(
    products: Sequence[Product], category: str, earlier: Iterable[Product]
) -> list[Product]:
    """*products* of *category* with the ids of *earlier* ones that they share most pages with."""
    before: dict[bool, list[Product]] = {True: [], False: []}
    for each in earlier:
        before[each.category == category].append(each)
    taken = {each.id for each in before[False]}
    ids = _kept(_pages(products), _pages(before[True]), taken)
    models = _kept(_models(products), _models(before[True]), set())
    return [replace(each, id=ids[each.id], model=models.get(each.model, "")) for each in products]


def _pages(products: Iterable[Product]) -> Groups:
    return [(each.id, each.urls) for each in products]


def _models(products: Iterable[Product]) -> Groups:
    """The pages of each model."""
    found: dict[str, tuple[str, ...]] = {}
    for each in products:
        found[each.model] = found.get(each.model, ()) + each.urls
    found.pop("", None)
    return sorted(found.items())


def _kept(groups: Groups, earlier: Groups, taken: set[str]) -> dict[str, str]:
    """For the id of each of *groups* one that stays: of the earlier group it shares most with.

    Each earlier id goes to one group at most; a group that is new keeps its own, or, where that is
    *taken* by now, another that follows from it.
    """
    of = {url: name for name, urls in earlier for url in urls}
    shared = Counter((name, of[url]) for name, urls in groups for url in urls if url in of)
    found: dict[str, str] = {}
    for (name, old), _ in sorted(shared.items(), key=lambda each: (-each[1], each[0])):
        if name not in found and old not in taken:
            found[name] = old
            taken.add(old)
    for name, _ in groups:
        if name not in found:
            found[name] = next(each for each in _successors(name) if each not in taken)
            taken.add(found[name])
    return found


def _successors(name: str) -> Iterator[str]:
    yield name
    for number in count(1):
        yield hashlib.sha256(f"{name} {number}".encode()).hexdigest()[:ID_LENGTH]
