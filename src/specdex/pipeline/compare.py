"""The verb compare: what two collections say of the same pages."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from specdex.errors import InputError
from specdex.pipeline.diff import Change, value_changes
from specdex.pipeline.export import Scope, specifications_at
from specdex.records import Specification

__all__ = ["Agreement", "compare", "specifications_of"]

ONLY_FIRST, ONLY_SECOND = "only first", "only second"


@dataclass(slots=True)
class Agreement:
    """How far two collections agree."""

    pages: int = 0
    """That both have."""
    only_first: int = 0
    only_second: int = 0
    pairs_first: int = 0
    pairs_second: int = 0
    same: int = 0
    """Pairs that both state, on the same page."""

    @property
    def sentence(self) -> str:
        """For a person."""
        larger = max(self.pairs_first, self.pairs_second, 1)
        return (
            f"{self.pages} pages in both, {self.only_first} only in the first,"
            f" {self.only_second} only in the second; of {self.pairs_first} and"
            f" {self.pairs_second} pairs {self.same} are the same ({self.same / larger:.0%})"
        )


def specifications_of(location: str, scope: Scope) -> dict[str, Specification]:
    """What is said at *location*, a run or a file of lines, by page."""
    found = specifications_at([location], scope)
    said = {each.url or each.id: each for each in found if isinstance(each, Specification)}
    if not said:
        raise InputError(f"there are no specifications in {location}")
    return said


def compare(
    first: dict[str, Specification], second: dict[str, Specification], tally: Agreement
) -> Iterator[Change]:
    """What is not the same, page by page; how much is, ends in *tally*."""
    for url in dict.fromkeys((*first, *second)):
        one, other = first.get(url), second.get(url)
        said = one or other
        about = (said.site, url, said.title) if said else ("", url, "")
        if one is None or other is None:
            tally.only_first += other is None
            tally.only_second += one is None
            yield Change(ONLY_FIRST if other is None else ONLY_SECOND, *about)
            continue
        tally.pages += 1
        mine, theirs = _pairs([one]), _pairs([other])
        tally.pairs_first += len(mine)
        tally.pairs_second += len(theirs)
        tally.same += len(set(mine) & set(theirs))
        yield from value_changes(about, mine, theirs)


def _pairs(said: Iterable[Specification]) -> list[tuple[str, str]]:
    return [(pair.name, pair.value) for each in said for pair in each.pairs]
