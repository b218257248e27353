"""A store that forgets: for tests, documentation and runs that leave no trace."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Self, TypeVar

from specdex.runs.kinds import checked, key_of

__all__ = ["MemoryStore"]

R = TypeVar("R")


class MemoryStore:
    """Keeps records in a dictionary.

    >>> from specdex.records import Site
    >>> store = MemoryStore()
    >>> store.add([Site("a.example"), Site("b.example", score=0.5), Site("a.example", score=0.9)])
    2
    >>> [site.host for site in store.read(Site, score=0.9)]
    ['a.example']
    """

    def __init__(self) -> None:
        self._records: defaultdict[type, dict[tuple[Any, ...], Any]] = defaultdict(dict)

    def add(self, records: Iterable[Any]) -> int:
        """Keep *records*, all or none; how many keys were new."""
        keyed = [(type(record), key_of(record), record) for record in records]
        before = sum(map(len, self._records.values()))
        for kind, key, record in keyed:
            self._records[kind][key] = record
        return sum(map(len, self._records.values())) - before

    def read(self, kind: type[R], /, **where: Any) -> Iterator[R]:
        """The records of *kind* whose fields equal *where*, in the order they were first added."""
        wanted = checked(kind, where).items()
        kept = tuple(self._records[kind].values())
        return (
            record
            for record in kept
            if all(getattr(record, name) == value for name, value in wanted)
        )

    def count(self, kind: type, /, **where: Any) -> int:
        """How many records of *kind* have fields equal to *where*."""
        return sum(1 for _ in self.read(kind, **where))

    def close(self) -> None:
        """Nothing to let go of."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
