"""What moving names to an attribute would mean: a rename, a merge or a split, shown first.

All names of an attribute moved to a new one rename it, to another they merge both; some of them
moved to a new one split it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from specdex.errors import InputError
from specdex.pipeline.decide import decide, undo
from specdex.records import Attribute, Correspondence, Decision, DecisionKind
from specdex.runs import SqliteStore
from specdex.runs.matrix import Name, named
from specdex.text import collapse, folded

__all__ = ["Renaming", "rename", "renaming"]

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
    spelled = _Spelling(store, category, attribute)
    said = (
        *(each for name in moved for each in spelled.as_said(name, target)),
        *(each for name in stay for each in spelled.as_said(name, attribute)),
    )
    replaced = tuple(_contradicting(store, category, said))
    return Renaming(attribute, target, known, moved, stay, said, replaced)


class _Spelling:
    """How names are spoken of: by their wording alone where no site means something else by it."""

    def __init__(self, store: SqliteStore, category: str, attribute: str) -> None:
        self._category = category
        self._elsewhere = {
            folded(each.name)
            for each in store.read(Correspondence, category=category)
            if each.attribute != attribute
        }

    def as_said(self, name: Name, target: str) -> Iterator[Decision]:
        """The decisions that *name* means *target*; what stays is said, too, lest it follows."""
        shared = folded(name.name) in self._elsewhere
        sites = [(each.site, each.name) for each in name.sites] if shared else [("", name.name)]
        for site, wording in sites:
            yield Decision(DecisionKind.MEANS, site, wording, target, category=self._category)


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
