"""What pages said before, kept within bounds: prices over time, and the last few versions."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from specdex.ports import Store
from specdex.records import GONE, Observation, Specification, Version

__all__ = ["OFFERED", "bounded", "gone", "history_of"]

MOST_OBSERVATIONS = 500
MOST_VERSIONS = 10
"""Of a page; of older ones the first observation stays, so that it is known since when."""
OFFERED = ("price", "currency", "availability")
"""The fields that belong to an offer."""
R = TypeVar("R", Observation, Version)


def history_of(store: Store, said: Specification, time: str) -> Iterator[Observation | Version]:
    """What is to be kept of the past, where *said* was read from a page as it was at *time*."""
    terms = {each.name: each.value for each in said.fields if each.name in OFFERED}
    seen = Observation(said.url, time, said.site, said.category, **terms)
    known = store.read(Observation, url=said.url)
    last = max(known, key=lambda each: each.time, default=None)
    if last is None or last.terms != seen.terms:
        yield seen
    for before in store.read(Specification, url=said.url):
        if before.source and said.source != before.source and before.stated != said.stated:
            about = (before.site, before.category, before.title)
            yield Version(said.url, time, *about, before.stated)


def gone(said: Specification, time: str) -> Observation:
    """That the page of *said* is not there any more."""
    return Observation(said.url, time, said.site, said.category, availability=GONE)


def bounded(store: Store, urls: Sequence[str]) -> None:
    """Forget what is kept of *urls* beyond the bounds."""
    for url in urls:
        for kind, most in ((Observation, MOST_OBSERVATIONS), (Version, MOST_VERSIONS)):
            if store.count(kind, url=url) > most:
                found: list[Any] = sorted(store.read(kind, url=url), key=lambda each: each.time)
                first = found[:1] if kind is Observation else []
                store.replace(kind, {"url": url}, [*first, *found[len(first) - most :]])
