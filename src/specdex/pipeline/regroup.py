"""What splitting a product, or merging two, would change: shown before anything is decided.

Only the pages at hand are fused anew, by the names and units that the run has; joining it again
weighs sites over the whole collection, so that a close dispute may end otherwise.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from specdex.errors import InputError
from specdex.fusion import fuse
from specdex.linkage import ids_of
from specdex.records import Attribute, Claim, Decision, DecisionKind, Product
from specdex.runs import SqliteStore
from specdex.runs.matrix import meanings, pages_of

__all__ = ["Change", "Regrouping", "merge", "split"]


@dataclass(frozen=True, slots=True)
class Change:
    """An attribute that would be believed otherwise: its value before, and after, by product."""

    attribute: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Regrouping:
    """Products as they are and as they would be, and what a person would say with it."""

    before: tuple[Product, ...]
    after: tuple[Product, ...]
    decisions: tuple[Decision, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """The attributes that differ between the products before and after."""
        return tuple(_changes(self.before, self.after))


def split(store: SqliteStore, product: Product, urls: Collection[str]) -> Regrouping:
    """*product* without its pages *urls*, which are another one."""
    gone = [url for url in product.urls if url in urls]
    stay = [url for url in product.urls if url not in urls]
    if not gone or not stay:
        raise InputError("choose some of its pages, and leave some")
    first, *rest = gone
    said = [Decision(DecisionKind.SAME, first, url) for url in rest]
    said += [Decision(DecisionKind.DIFFERENT, first, url) for url in stay]
    return _regrouped(store, (product,), (stay, gone), said)


def merge(store: SqliteStore, one: Product, other: Product) -> Regrouping:
    """*one* and *other* as one product."""
    if one.id == other.id:
        raise InputError("a product is one with itself")
    if one.category != other.category:
        raise InputError(f"{one.category} and {other.category} are joined apart")
    first, *rest = (*one.urls, *other.urls)
    said = [Decision(DecisionKind.SAME, first, url) for url in rest]
    return _regrouped(store, (one, other), ((first, *rest),), said)


def _regrouped(
    store: SqliteStore,
    before: tuple[Product, ...],
    groups: Sequence[Sequence[str]],
    said: Sequence[Decision],
) -> Regrouping:
    category = before[0].category
    pages = [pages_of(store, urls) for urls in groups]
    if not all(pages):
        raise InputError("the run has not all of these pages any more")
    known = meanings(store, category, {each.site for group in pages for each in group})
    units = store.read(Attribute, category=category)
    after = fuse(pages, known, units, ids_of)
    return Regrouping(before, after, tuple(replace(each, category=category) for each in said))


def _changes(before: Sequence[Product], after: Sequence[Product]) -> Iterator[Change]:
    old, new = (
        [{claim.attribute: claim for claim in each.claims} for each in products]
        for products in (before, after)
    )
    names = dict.fromkeys(name for claims in (*old, *new) for name in claims)
    for name in names:
        was, will = ([claims.get(name) for claims in side] for side in (old, new))
        if {_meant(each) for each in was} != {_meant(each) for each in will}:
            yield Change(name, tuple(map(_printed, was)), tuple(map(_printed, will)))


def _meant(claim: Claim | None) -> str:
    return claim.normal or claim.value if claim else ""


def _printed(claim: Claim | None) -> str:
    return claim.value if claim else ""
