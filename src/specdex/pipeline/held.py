"""What the workers of a join hold from one question to the next: aligned names, and products.

Whoever asks makes here what nobody holds any more, so that no answer depends on a worker.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise
from typing import Any

import msgspec
import numpy as np

from specdex.alignment import Aligner, describe
from specdex.fusion import Fusion, Polls, Trust, believed
from specdex.linkage import ids_of
from specdex.linkage.attributes import MAX_VALUE as COMPARED
from specdex.ports import Keeping
from specdex.quantities import Quantity, read, remember
from specdex.records import Attribute, Correspondence, Decision, Product, Specification

__all__ = ["Names", "Parcels", "fused", "kept", "without_collector"]

BINS = 2
"""So many parts of the products each worker fuses."""

Groups = Sequence[Sequence[str]]
Parcels = Mapping[str, bytes]
"""Specifications as they travel, by URL; empty where nothing does."""

_SPECIFICATION = msgspec.msgpack.Decoder(Specification)
_encode, _decode = msgspec.msgpack.encode, msgspec.msgpack.decode
_HERE: dict[str, Any] = {}
"""In a worker: what it holds, by name. A worker serves one join."""


@contextmanager
def without_collector() -> Iterator[None]:
    """Millions of small things are made here, none in circles: to look for such takes a third."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            if not gc.get_freeze_count():
                # what is left counts as old, or all of it would be looked through at once
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def kept(engine: object) -> AbstractContextManager[Keeping | None]:
    """The workers of *engine*, to stay and to hold things; None where it cannot keep them."""
    keep = getattr(engine, "kept", None)
    return keep(_Answer()) if keep else nullcontext()


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of a thing, and how it is made the first time."""

    name: str
    asked: str
    given: tuple[Any, ...]
    make: Callable[[], Any] | None


class _Answer:
    """What the thing that a worker holds says; None where it holds none."""

    held = True

    def __call__(self, question: _Question) -> tuple[Any] | None:
        """That, in the worker."""
        with without_collector():
            if question.make is not None:
                _HERE[question.name] = question.make()
            thing = _HERE.get(question.name)
            return None if thing is None else (getattr(thing, question.asked)(*question.given),)

    def lost(self, question: _Question) -> None:
        """Nothing is held by a worker that died."""


class _Held:
    """Things that workers hold, each the same one's; where one died, they are made here."""

    def __init__(self, workers: Keeping, name: str, makes: Sequence[Callable[[], Any]]) -> None:
        self._workers, self._name, self._makes = workers, name, makes
        self._told = False
        self._here: dict[int, Any] = {}

    def ask(self, asked: str, *given: Any) -> Iterator[Any]:
        """What each of them says."""
        questions = [
            _Question(f"{self._name} {number}", asked, given, None if self._told else make)
            for number, make in enumerate(self._makes)
        ]
        self._told = True
        for number, answer in enumerate(self._workers.map(_Answer(), questions)):
            if answer is not None:
                yield answer[0]
                continue
            if number not in self._here:
                self._here[number] = self._makes[number]()
            yield getattr(self._here[number], asked)(*given)


class _Aligned:
    """All pages of a join, and what aligns their names."""

    def __init__(self, pages: Sequence[bytes], decisions: Sequence[Decision]) -> None:
        self._pages = list(map(_SPECIFICATION.decode, pages))
        self._aligner = Aligner(self._pages, decisions)

    def understood(self) -> bytes:
        """What values mean, as far as linking asks for them."""
        forms = {pair.value[:COMPARED] for each in self._pages for pair in each.pairs}
        return _encode({form: read(form) for form in forms})

    def correspondences(self, groups: Groups) -> bytes:
        return _encode(self._aligner.correspondences(groups))

    def described(self, correspondences: bytes) -> bytes:
        return _encode(describe(self._pages, _correspondences(correspondences)))


def _correspondences(packed: bytes) -> tuple[Correspondence, ...]:
    return _decode(packed, type=tuple[Correspondence, ...])


class Names:
    """Which names mean the same, and what attributes are like: as a worker finds it, or here."""

    def __init__(
        self,
        specifications: Sequence[Specification],
        decisions: Sequence[Decision],
        packed: Parcels,
        workers: Keeping | None,
    ) -> None:
        self._specifications, self._decisions = specifications, decisions
        self._aligner: Aligner | None = None
        make = partial(_Aligned, list(packed.values()), decisions)
        self._held = _Held(workers, "names", [make]) if workers else None

    def first(self) -> tuple[Correspondence, ...]:
        """What names mean as long as no product is known.

        Values, where a worker has read them, mean from now on what it has understood.
        """
        if self._held:
            for each in self._held.ask("understood"):
                remember(_decode(each, type=dict[str, Quantity]))
        return self.correspondences()

    def correspondences(self, groups: Groups = ()) -> tuple[Correspondence, ...]:
        """What names mean, where *groups* of URLs are of one product each."""
        if self._held:
            return _correspondences(next(self._held.ask("correspondences", groups)))
        self._aligner = self._aligner or Aligner(self._specifications, self._decisions)
        return self._aligner.correspondences(groups)

    def described(self, correspondences: Sequence[Correspondence]) -> tuple[Attribute, ...]:
        """The attributes of *correspondences*, which are not asked for any more."""
        self._aligner = None
        if self._held:
            told = next(self._held.ask("described", _encode(correspondences)))
            return _decode(told, type=tuple[Attribute, ...])
        return describe(self._specifications, correspondences)


class _Bin:
    """The votes for some products, and what comes of them, as it travels."""

    def __init__(
        self, groups: Sequence[Sequence[bytes]], correspondences: bytes, number: int
    ) -> None:
        pages = [[_SPECIFICATION.decode(page) for page in group] for group in groups]
        polls = Polls(pages, _correspondences(correspondences), number)
        self.counted, self.spoken, self.disputed = polls.counted, polls.spoken, polls.disputed
        self._polls = polls

    def products(self, trust: Trust, attributes: bytes) -> bytes:
        known = _decode(attributes, type=list[Attribute])
        return _encode(self._polls.products(trust, known, ids_of))


def fused(
    groups: Sequence[Sequence[Specification]],
    correspondences: Sequence[Correspondence],
    attributes: Callable[[], Sequence[Attribute]],
    packed: Parcels,
    workers: Keeping | None,
) -> tuple[tuple[Product, ...], Trust]:
    """The products of *groups*, and how far sites are trusted; *attributes* are asked for late."""
    if workers is None:
        fusion = Fusion(groups, correspondences)
        return fusion.products(attributes(), ids_of), fusion.trust
    names = _encode(correspondences)
    pages = [[packed[each.url] for each in group] for group in groups]
    makes = [
        partial(_Bin, part, names, number)
        for number, part in enumerate(_bins(pages, BINS * workers.workers))
    ]
    held = _Held(workers, "bin", makes)
    trust = believed(held.ask)
    found = held.ask("products", trust, _encode(attributes()))
    kind = list[Product]
    return tuple(chain.from_iterable(_decode(each, type=kind) for each in found)), trust


def _bins(groups: Sequence[Sequence[bytes]], count: int) -> Iterator[Sequence[Sequence[bytes]]]:
    """*groups* in so many parts that follow on each other and are of like size."""
    sizes = np.cumsum([sum(map(len, group)) for group in groups])
    ends = np.searchsorted(sizes, np.linspace(0, sizes[-1], count + 1)[1:-1])
    bounds = [0, *ends.tolist(), len(groups)]
    return (groups[begin:end] for begin, end in pairwise(bounds))
