"""What correcting would change: products split or merged, names moved; shown before it is decided.

All names of an attribute moved to a new one rename it, to another they merge both; some of them
moved to a new one split it. Of products only the pages at hand are fused anew, by the names and
units that the run has; joining it again weighs sites over the whole collection, so that a close
dispute may end otherwise.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from specdex.errors import InputError
from specdex.fusion import fuse
from specdex.linkage import ids_of
from specdex.pipeline.decide import decide, undo
from specdex.records import Attribute, Claim, Correspondence, Decision, DecisionKind, Product
from specdex.runs import SqliteStore
from specdex.runs.matrix import Name, meanings, named, pages_of
from specdex.text import collapse, folded

__all__ = ["Change", "Regrouping", "Renaming", "merge", "rename", "renaming", "split"]

LONGEST = 120


@dataclass(frozen=True, slots=True)
class Renaming:
    """Names as they are meant now, and the attribute that they would mean."""

    attribute: str
    target: str
    known: Attribute | None
    """What the run knows of the target, if there is one."""
    moved: tuple[Name, ...]
    stay: tuple[Name, ...]
    decisions: tuple[Decision, ...]
    replaced: tuple[Decision, ...]
    """What was decided of these names before, and would be taken back."""

    @property
    def what(self) -> str:
        """In one word: ``rename``, ``merge``, ``split`` or ``move``."""
        if self.stay:
            return "move" if self.known else "split"
        return "merge" if self.known else "rename"


def renaming(
    store: SqliteStore, category: str, attribute: str, wordings: Iterable[str], target: str
) -> Renaming:
    """What it would mean that *wordings* of *attribute* mean *target*."""
    target = collapse(target)
    if not target or len(target) > LONGEST:
        raise InputError("say which attribute these names mean, in a few words")
    chosen = {folded(each) for each in wordings}
    names = named(store, category, attribute)
    moved = tuple(each for each in names if folded(each.name) in chosen)
    if not moved:
        raise InputError(f"choose at least one name of {attribute!r}")
    known = next(
        (
            each
            for each in store.read(Attribute, category=category)
            if folded(each.name) == folded(target)
        ),
        None,
    )
    if known is not None and known.name == attribute:
        raise InputError(f"these names mean {attribute!r} already")
    stay = tuple(each for each in names if each not in moved)
    target = known.name if known else target
    elsewhere = {
        folded(each.name)
        for each in store.read(Correspondence, category=category)
        if each.attribute != attribute
    }
    # what stays is said, too, lest it follows
    said = tuple(
        Decision(DecisionKind.MEANS, site, wording, meant, category=category)
        for meant, some in ((target, moved), (attribute, stay))
        for name in some
        for site, wording in _spoken(name, elsewhere)
    )
    replaced = tuple(_contradicting(store, category, said))
    return Renaming(attribute, target, known, moved, stay, said, replaced)


def _spoken(name: Name, elsewhere: Collection[str]) -> list[tuple[str, str]]:
    """Site and wording of *name*; the wording alone where no site means something else by it."""
    if folded(name.name) not in elsewhere:
        return [("", name.name)]
    return [(each.site, each.name) for each in name.sites]


def _contradicting(
    store: SqliteStore, category: str, said: Iterable[Decision]
) -> Iterator[Decision]:
    """What was decided of the same names otherwise; of a site what all sites shall mean."""
    wanted = {(each.one, folded(each.other)): folded(each.value) for each in said}
    for each in store.read(Decision, kind=DecisionKind.MEANS, category=category):
        plain = folded(each.other)
        target = wanted.get((each.one, plain)) or wanted.get(("", plain))
        if target and target != folded(each.value):
            yield each


def rename(store: SqliteStore, plan: Renaming, author: str, time: str) -> int:
    """Keep what *plan* says in the place of what it replaces; how many decisions are new."""
    with store.transaction():
        for each in plan.replaced:
            undo(store, each)
        return len(
            decide(store, [replace(each, author=author, time=time) for each in plan.decisions])
        )


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
        old, new = (
            [{claim.attribute: claim for claim in each.claims} for each in products]
            for products in (self.before, self.after)
        )
        found = []
        for name in dict.fromkeys(name for claims in (*old, *new) for name in claims):
            was, will = ([claims.get(name) for claims in side] for side in (old, new))
            if {_meant(each) for each in was} != {_meant(each) for each in will}:
                sides = (tuple(each.value if each else "" for each in side) for side in (was, will))
                found.append(Change(name, *sides))
        return tuple(found)


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


def _meant(claim: Claim | None) -> str:
    return claim.normal or claim.value if claim else ""
