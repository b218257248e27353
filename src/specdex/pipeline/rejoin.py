"""A run is joined, and joined again: only where something changed, with ids that stay.

What is found depends on the set of specifications and decisions alone, not on the order and steps
in which they came; in a large collection also on the day each page was first seen (``stock.py``).
What came out the same is left in its place.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import Any

import msgspec

from specdex import __version__
from specdex.linkage import one_a_url
from specdex.pipeline.decisions import Decided, of_category
from specdex.pipeline.join import Joined, join, shared
from specdex.pipeline.stock import (
    Settled,
    fuse_again,
    grow,
    is_large,
    oldest,
    plain,
    settle,
    with_offers,
)
from specdex.ports import Engine, Store
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
    Stock,
)
from specdex.runs import RunFolder, SqliteStore
from specdex.runs.queries import fetched, first_seen

__all__ = ["CategoryJoin", "Outcome", "join_categories", "join_run", "unheard"]

INPUTS = "inputs"
"""The milestone that tells what a category was last joined from."""
HEARD = "decisions"
"""The milestone that tells which decisions it obeyed."""
OF_PAGES = (DecisionKind.FRAGMENT, DecisionKind.NO_FRAGMENT)
"""Decisions that joining does not ask for."""
SETTLED, TOUCHED = "settled", "touched"
"""What is kept: what the oldest pages say, and the products that others have a part in."""
ID_LENGTH = 12
DAY = len("2026-11-18")
"""Signs of a time that tell its day: in which order pages of one day came is up to the workers."""

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
    store: Store,
    category: str,
    sites: Collection[str] | None = None,
    *,
    anew: bool = False,
    engine: Engine | None = None,
) -> Outcome:
    """Join what *sites*, or all that are not turned down, say of *category*.

    Where nothing has changed since the last time, nothing is done, unless *anew*. What stays the
    same is left in its place, and what nobody says any more is gone. Workers of *engine* share a
    large category.
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
    shelf = _Shelf(store, category, anew=anew)
    joined = shelf.join(said, decisions, engine if shared(len(said)) else None)
    with store.transaction():
        _settle(store, Attribute, category, joined.attributes)
        _settle(store, Correspondence, category, joined.correspondences)
        _settle(store, Match, category, joined.matches)
        earlier = shelf.products
        _settle(store, Product, category, _with_ids(joined.products, category, earlier), earlier)
        store.replace(Stock, {"category": category}, shelf.stock)
        store.add([inputs, heard])
        if isinstance(store, SqliteStore):
            store.count_facets(category)
    return Outcome(len(said), len(joined.products))


@dataclass(frozen=True, slots=True)
class CategoryJoin:
    """What is mapped over the categories of the run at *path*: each is joined, and kept there."""

    path: Path
    sites: frozenset[str] | None = None
    anew: bool = False

    def __call__(self, category: str, engine: Engine | None = None) -> Outcome:
        """Join *category*; whoever else writes to the run meanwhile is waited for."""
        with RunFolder(self.path, create=False) as run:
            return join_run(run.store, category, self.sites, anew=self.anew, engine=engine)


def join_categories(
    joining: CategoryJoin, store: Store, categories: Sequence[str], engine: Engine | None = None
) -> Iterator[tuple[str, Outcome]]:
    """Each of *categories* joined: small ones are shared among workers, and a large one by all."""
    large = {each for each in categories if shared(store.count(Specification, category=each))}
    small = [each for each in categories if each not in large]
    found = iter(engine.map(joining, small) if engine and small else map(joining, small))
    for each in categories:
        yield each, joining(each, engine) if each in large else next(found)


class _Shelf:
    """What a run has of a category, and how it is joined with what has come."""

    def __init__(self, store: Store, category: str, *, anew: bool) -> None:
        self._store = store
        self._category = category
        kept = () if anew else store.read(Stock, category=category)
        self._kept = {each.name: each for each in kept}
        self.products = list(store.read(Product))
        self.stock: list[Stock] = []
        """What is to be kept."""

    def join(
        self,
        said: Sequence[Specification],
        decisions: Sequence[Decision],
        engine: Engine | None = None,
    ) -> Joined:
        """All of *said*; of many only what is late, where the oldest are as they were."""
        by_url = one_a_url(said)
        if is_large(len(by_url)):
            joined = self._grown(by_url, Decided.of(decisions, by_url), engine)
        else:
            joined = join(said, decisions)
        times = fetched(self._store, self._category)
        return replace(joined, products=tuple(with_offers(joined.products, by_url, times)))

    def _grown(
        self, by_url: Mapping[str, Specification], decided: Decided, engine: Engine | None
    ) -> Joined:
        pages = {url: plain(each) for url, each in by_url.items()}
        seen = first_seen(self._store, self._category)
        ordered = sorted(pages, key=lambda url: (seen.get(url, "")[:DAY], url))
        old = {url: pages[url] for url in sorted(ordered[: oldest(len(ordered))])}
        mark = _fingerprint(old.values(), decided.means)
        settled, products = self._settled(mark) or settle(old, decided, self._category, engine)
        grown = grow(settled, pages, decided)
        there = {each.urls: each for each in products}
        missing = [urls for urls in grown.stayed if urls not in there]
        there |= {each.urls: each for each in fuse_again(settled, pages, missing)}
        touched = [each.urls for each in grown.joined.products if each.urls not in grown.stayed]
        self.stock = [
            Stock(self._category, name, mark, msgspec.json.encode(kept).decode("utf-8"))
            for name, kept in ((SETTLED, settled), (TOUCHED, touched))
        ]
        found = tuple(
            replace(there[each.urls], id=each.id, model=each.model)
            if each.urls in grown.stayed
            else each
            for each in grown.joined.products
        )
        return replace(grown.joined, products=found)

    def _settled(self, mark: str) -> tuple[Settled, Iterable[Product]] | None:
        """What was kept of the oldest pages, and the products that are as they say, if any was."""
        settled, touched = self._kept.get(SETTLED), self._kept.get(TOUCHED)
        if not settled or not touched or {settled.mark, touched.mark} != {mark}:
            return None
        others = msgspec.json.decode(touched.data, type=set[tuple[str, ...]])
        own = [each for each in self.products if each.category == self._category]
        products = [each for each in own if each.urls not in others]
        return msgspec.json.decode(settled.data, type=Settled), products


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


def _settle(
    store: Store,
    kind: type[Any],
    category: str,
    records: Iterable[Any],
    known: Iterable[Any] | None = None,
) -> None:
    """Let the records of *kind* of *category* be exactly *records*; those that are there stay.

    What is there, or more of the kind, may be *known*.
    """

    def key_of(record: Any) -> tuple[Any, ...]:
        return tuple(getattr(record, name) for name in KEYS[kind])

    own = [
        each if each.category == category else replace(each, category=category) for each in records
    ]
    wanted = {key_of(each): each for each in own}
    before = store.read(kind, category=category) if known is None else known
    there: dict[Any, Any] = {key_of(each): each for each in before if each.category == category}
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
            further = (hashlib.sha256(f"{name} {number}".encode()) for number in count(1))
            names = chain((name,), (each.hexdigest()[:ID_LENGTH] for each in further))
            found[name] = next(each for each in names if each not in taken)
            taken.add(found[name])
    return found
