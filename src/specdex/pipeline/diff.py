"""The verbs diff and compare: what changed in a run since a moment, or between two collections."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from specdex.errors import InputError
from specdex.groups import by_key
from specdex.pipeline.export import Scope, specifications_at
from specdex.pipeline.renewal import RENEWAL
from specdex.records import GONE, Milestone, Observation, Specification, Version
from specdex.runs import Run

__all__ = [
    "Agreement",
    "Change",
    "compare",
    "diff",
    "last_renewal",
    "specifications_of",
    "value_changes",
]

NEW, CHANGED = "new", "changed"
TERMS = ("price", "currency", "availability")
Said = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it was: a page, or a value that it states."""

    change: str
    """new, gone or changed."""
    site: str
    url: str
    title: str
    name: str = ""
    """Of the value: price, or the name of a pair."""
    before: str = ""
    after: str = ""


def last_renewal(run: Run, called: str) -> str:
    """When the run, *called* so, was last renewed; an InputError where it never was."""
    marks = [each.mark for each in run.store.read(Milestone) if each.name == RENEWAL]
    if not marks:
        raise InputError(
            f"{called} was never renewed: `specdex harvest {called} --again` does so, and"
            " --since names another moment to compare with"
        )
    return max(marks)


def diff(run: Run, since: str, category: str | None = None) -> Iterator[Change]:
    """What changed in *run* at *since* or later, page by page."""
    of = {} if category is None else {"category": category}
    seen = by_key((each.url, each) for each in run.store.read(Observation, **of))
    late = (each for each in run.store.read(Version, **of) if each.time >= since)
    versions = by_key((each.url, each) for each in late)
    for said in run.store.read(Specification, **of):
        times = sorted(seen.get(said.url, ()), key=lambda each: each.time)
        yield from _changes(said, times, versions.get(said.url, ()), since)


def _changes(
    said: Specification, seen: Sequence[Observation], versions: Sequence[Version], since: str
) -> Iterator[Change]:
    if not seen:
        return
    about, last = (said.site, said.url, said.field("name", said.title)), seen[-1]
    if seen[0].time >= since:
        price = ("price", "", f"{last.price} {last.currency}".strip()) if last.price else ()
        yield Change(NEW, *about, *price)
        return
    before = [each for each in seen if each.time < since][-1]
    if last.availability == GONE:
        if last.time >= since:
            yield Change(GONE, *about)
        return
    terms = ([(name, getattr(each, name)) for name in TERMS] for each in (before, last))
    yield from _value_changes(about, *terms)
    if versions:
        first = min(versions, key=lambda each: each.time)
        yield from _value_changes(about, first.said, said.stated)


def _value_changes(about: tuple[str, str, str], before: Said, after: Said) -> Iterator[Change]:
    return (Change(CHANGED, *about, *each) for each in value_changes(before, after))


def value_changes(before: Said, after: Said) -> Iterator[tuple[str, str, str]]:
    """The names whose values are not the same ones, with those before and after."""
    old, new = _by_name(before), _by_name(after)
    for name in dict.fromkeys((*old, *new)):
        if old.get(name, "") != new.get(name, ""):
            yield name, old.get(name, ""), new.get(name, "")


def _by_name(said: Said) -> Mapping[str, str]:
    return {name: "; ".join(values) for name, values in by_key(said).items()}


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
        said = one or second[url]
        about = (said.site, url, said.field("name", said.title))
        if one is None or other is None:
            tally.only_first += other is None
            tally.only_second += one is None
            yield Change(ONLY_FIRST if other is None else ONLY_SECOND, *about)
            continue
        tally.pages += 1
        tally.pairs_first += len(one.stated)
        tally.pairs_second += len(other.stated)
        tally.same += len(set(one.stated) & set(other.stated))
        yield from _value_changes(about, one.stated, other.stated)
