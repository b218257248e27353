"""A large collection grows: its oldest pages are joined once, and late ones meet only candidates.

How rare a word is, how often a site is right and what a name means are told by the whole
collection. So a large one is joined in two steps: the oldest of its pages by themselves, at least
ten of eleven, and then all late ones with what they may be of. What comes out depends on the
pages, the day each was first seen, and the decisions alone, not on the steps in which they came;
but as long as the oldest pages are the same, what was found of them is kept.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from specdex.alignment import align_late, describe
from specdex.fusion import Fusion, id_of, offers_of, trust_from_json
from specdex.linkage import Linked, ids_of, index_of, link_late, near
from specdex.pipeline.decisions import Decided
from specdex.pipeline.history import OFFERED
from specdex.pipeline.join import Joined, join_decided, without
from specdex.ports import Engine
from specdex.records import Attribute, Correspondence, Match, Product, Specification

__all__ = ["Settled", "fuse_again", "grow", "is_large", "oldest", "plain", "settle", "with_offers"]

LEAST = 2_000
"""A smaller collection is joined at once, whatever changed."""
GROWTH = 1.1
"""The oldest pages are this many times more when they are joined anew."""
CONTEXT = 1_000
"""Beside what late pages may be of, products with so many pages show what is rare and usual."""

Urls = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """What was found of the oldest pages."""

    groups: tuple[Urls, ...]
    models: tuple[int, ...]
    """For each group the first of the same model."""
    attributes: tuple[Attribute, ...]
    correspondences: tuple[Correspondence, ...]
    matches: tuple[Match, ...]
    trust: dict[str, Any]
    index: dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Grown:
    """A collection with its late pages: products that stayed as they were settled, and others."""

    joined: Joined
    """All of it but for the products that stayed: those have their pages and model alone."""
    stayed: frozenset[Urls]
    """The pages of each product that is as if no page were late."""


def is_large(count: int) -> bool:
    """Whether a collection of *count* pages is joined in two steps."""
    return count >= LEAST


def oldest(count: int) -> int:
    """How many of *count* pages are the oldest: the same number for a while, however it grows.

    >>> [oldest(count) for count in (1_999, 2_000, 2_199, 2_200)]
    [1999, 2000, 2000, 2200]
    """
    found = min(LEAST, count)
    while found >= LEAST and int(found * GROWTH) <= count:
        found = max(found + 1, int(found * GROWTH))
    return found


def plain(specification: Specification) -> Specification:
    """*specification* without what it asks for its product, which changes from day to day."""
    kept = tuple(each for each in specification.fields if each.name not in OFFERED)
    return replace(specification, fields=kept, source="")


def settle(
    by_url: Mapping[str, Specification],
    decided: Decided,
    category: str,
    engine: Engine | None = None,
) -> tuple[Settled, tuple[Product, ...]]:
    """What the oldest pages say by themselves, names meaning what people *decided*."""
    joined, linked, trust = join_decided(by_url, Decided(means=decided.means), category, engine)
    groups = [[by_url[url] for url in urls] for urls in linked.groups]
    found = Settled(
        linked.groups,
        linked.models,
        joined.attributes,
        joined.correspondences,
        joined.matches,
        trust.to_json(),
        index_of(groups),
    )
    return found, joined.products


def grow(settled: Settled, pages: Mapping[str, Specification], decided: Decided) -> Grown:
    """What *settled* becomes with all *pages*, its own and late ones, and with what is *decided*.

    Late pages are compared with what they may be of, and so are pages that people spoke of. A
    product that neither touches stays as it is.
    """
    by_url = without(pages, decided.wrong)
    old = {url: number for number, urls in enumerate(settled.groups) for url in urls}
    late = [each for url, each in by_url.items() if url not in old]
    names = (*settled.correspondences, *align_late(late, settled.correspondences, decided.means))
    attributes = describe(by_url.values(), names, settled.attributes)
    reach = _Reach(settled, old, decided)
    linked = _linked(by_url, late, names, reach)
    changed = [urls for urls in linked.groups if not reach.stays(urls)]
    away = {url for urls in changed for url in urls}
    wrong = {each.one for each in decided.wrong}
    stayed = [urls for urls in settled.groups if urls[0] not in away and wrong.isdisjoint(urls)]
    here = {*away, *(url for urls in stayed for url in urls)}
    changed += [urls for urls in settled.groups if urls[0] not in here]
    fused = _fused(settled, by_url, changed, names, attributes)
    products = [*fused, *(Product(id_of(urls), urls=urls) for urls in stayed)]
    matches = _matches(settled, linked, products)
    joined = Joined(attributes, names, matches, _with_models(products, _models(reach, linked)))
    return Grown(joined, frozenset(stayed))


def fuse_again(
    settled: Settled, by_url: Mapping[str, Specification], groups: Sequence[Urls]
) -> tuple[Product, ...]:
    """What the oldest pages say of *groups*."""
    return _fused(settled, by_url, groups, settled.correspondences, settled.attributes)


def _fused(
    settled: Settled,
    by_url: Mapping[str, Specification],
    groups: Sequence[Urls],
    names: Sequence[Correspondence],
    attributes: Sequence[Attribute],
) -> tuple[Product, ...]:
    pages = [[by_url[url] for url in urls] for urls in groups]
    fusion = Fusion(pages, names, trust_from_json(settled.trust))
    return fusion.products(attributes, ids_of)


class _Reach:
    """Which of the settled products late pages and decisions may touch."""

    def __init__(self, settled: Settled, old: Mapping[str, int], decided: Decided) -> None:
        self.settled = settled
        self.old = old
        self.decided = decided
        self.loose = {
            old[one]
            for one, other in decided.different
            if one in old and old[one] == old.get(other)
        }
        """Of these people said that they are more than one."""

    def touched(self, late: Iterable[Specification]) -> list[int]:
        """The products to be compared, and some that show what is usual."""
        pairs = (*self.decided.same, *self.decided.different)
        found = near(late, self.settled.index)
        found.update(self.old[url] for pair in pairs for url in pair if url in self.old)
        found |= self.loose
        if found or late:
            groups = self.settled.groups
            step = max(1, len(self.old) // CONTEXT)
            found.update(range(0, len(groups), step))
        return sorted(found)

    def stays(self, urls: Urls) -> bool:
        """Whether *urls* are a settled product."""
        number = self.old.get(urls[0], -1)
        return number >= 0 and self.settled.groups[number] == urls


def _linked(
    by_url: Mapping[str, Specification],
    late: Sequence[Specification],
    names: Sequence[Correspondence],
    reach: _Reach,
) -> Linked:
    touched = reach.touched(late)
    groups = [reach.settled.groups[number] for number in touched]
    pages = [*late, *(by_url[url] for urls in groups for url in urls)]
    kept = [urls for number, urls in zip(touched, groups, strict=True) if number not in reach.loose]
    if not pages:
        return Linked()
    decided = reach.decided
    return link_late(pages, names, kept, same=decided.same, different=decided.different)


def _matches(settled: Settled, linked: Linked, products: Iterable[Product]) -> tuple[Match, ...]:
    """Why the pages of each product are one: as it was settled, and for others as was found now."""
    product = {url: number for number, each in enumerate(products) for url in each.urls}
    found = {
        (each.one, each.other): each
        for each in (*linked.matches, *settled.matches)
        if product[each.one] == product[each.other]
    }
    return tuple(found[pair] for pair in sorted(found))


def _models(reach: _Reach, linked: Linked) -> dict[str, str]:
    """By page, a name for its model: the first page of the settled one, if it is of such."""
    settled, old = reach.settled, reach.old
    first = {
        url: settled.groups[settled.models[number]][0]
        for number, urls in enumerate(settled.groups)
        for url in urls
    }
    members: dict[int, list[str]] = defaultdict(list)
    for model, urls in zip(linked.models, linked.groups, strict=True):
        members[model] += urls
    for pages in members.values():
        known = sorted(first[url] for url in pages if url in old)
        name = known[0] if known else min(pages)
        first |= {url: name for url in pages if url not in old}
    return first


def _with_models(products: Sequence[Product], model_of: Mapping[str, str]) -> tuple[Product, ...]:
    """*products* in order, each with the first one of its model."""
    ordered = sorted(products, key=lambda each: each.urls)
    models: dict[str, str] = {}
    for each in ordered:
        models.setdefault(min(model_of[url] for url in each.urls), id_of(each.urls))
    return tuple(
        replace(each, model=models[min(model_of[url] for url in each.urls)]) for each in ordered
    )


def with_offers(
    products: Iterable[Product], by_url: Mapping[str, Specification], times: Mapping[str, str]
) -> Iterator[Product]:
    """*products* with what their pages ask for them, and when they were seen to."""
    for each in products:
        found = tuple(
            replace(offer, time=times.get(offer.url, ""))
            for offer in offers_of([by_url[url] for url in each.urls])
        )
        yield each if found == each.offers else replace(each, offers=found)
