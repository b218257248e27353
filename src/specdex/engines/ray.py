"""Workers of a Ray cluster: on this machine, or on many.

The function is put into the cluster once, and unpickled once in each worker. Ray itself tries a
chunk again whose worker or node is lost; a thing that kills every worker it meets is given up.
"""

import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

from specdex.engines.kept import Kept, applied_there
from specdex.engines.work import (
    TRIES,
    Outcome,
    as_done,
    bundled,
    in_order,
    outcome_of,
    portable_function,
    unpacked,
    worked,
)
from specdex.errors import InputError, MissingExtra, SpecdexError

if sys.version_info >= (3, 14):
    from compression.zstd import compress, decompress
else:
    from backports.zstd import compress, decompress

__all__ = ["RayEngine"]

A = TypeVar("A")
B = TypeVar("B")
SCHEME = "ray://"
QUICK = 1
"""How hard is tried to make bytes few: a fifth of the time of zlib's least, and fewer."""
PATIENCE = 10.0
"""Seconds in which the head of a cluster answers."""


class RayEngine:
    """Maps on the cluster at *address* (``head:port``), or on one of its own on this machine.

    *workers* is how many chunks are on their way at most: the processors of the cluster, if not
    given. What is promised of processes is promised here.
    """

    def __init__(
        self, address: str = "", workers: int | None = None, chunk: int | None = None
    ) -> None:
        if any(each is not None and each < 1 for each in (workers, chunk)):
            raise InputError("a Ray engine needs at least one worker and one thing a chunk")
        self.address, self.workers, self.chunk = address, workers, chunk

    def map(self, function: Callable[[A], B], things: Iterable[A]) -> Iterator[B]:
        """``function(thing)`` for each, in order; an exception of a worker is raised here."""
        cluster, workers = self._cluster(function)
        return in_order(cluster, things, self.chunk, workers)

    def work(
        self,
        function: Callable[[A], B],
        things: Iterable[A],
        watch: Callable[[], None] = lambda: None,
    ) -> Iterator[B]:
        """``function(thing)`` for each of large *things*, as they are done: one a worker."""
        cluster, workers = self._cluster(function)
        return as_done(cluster, things, workers, watch)

    @contextmanager
    def kept(self, function: Callable[..., Any]) -> Iterator[Kept]:
        """Workers for several maps, of which *function* is one: they keep what they hold."""
        del function
        ray = _connected(self.address, self.workers)
        # more than are free would be waited for
        free = max(1, int(ray.available_resources().get("CPU", 1)))
        actor = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(_Actor)
        hands = [_Hand(ray, actor.remote()) for _ in range(min(self.workers or free, free))]
        made = Kept(hands, lambda: None)
        try:
            yield made
        finally:
            made.close()

    def _cluster(self, function: Callable[[A], B]) -> tuple["_Cluster", int]:
        """The workers for *function*, and how many there are."""
        pickled = portable_function(function)
        ray = _connected(self.address, self.workers)
        workers = self.workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        task = ray.remote(_apply).options(
            max_retries=TRIES - 1, num_cpus=1, scheduling_strategy="SPREAD"
        )
        return _Cluster(ray, task, ray.put(pickled), getattr(function, "lost", None)), workers


class _Cluster:
    """The workers of a cluster, and the function that they map.

    *lost* says what becomes of a thing that kills its workers; without it, all ends there.
    """

    tries = 1
    """Ray itself tries again."""

    def __init__(
        self, ray: Any, task: Any, function: Any, lost: Callable[[Any], Any] | None
    ) -> None:
        self.ray, self.task, self.function, self.lost = ray, task, function, lost
        self.done = 0

    def submit(self, chunk: list[Any]) -> Any:
        """A reference to the outcome of *chunk*."""
        # a reference inside a list is handed on as such
        return self.task.remote([self.function], _small(bundled(chunk)))

    def outcomes(self, chunk: list[Any], reference: Any) -> Iterable[Outcome]:
        """What came of *chunk*; of its things one by one, where workers died."""
        outcome = self.outcome(reference)
        return [outcome] if outcome else map(self._alone, chunk)

    def outcome(self, reference: Any) -> Outcome | None:
        """What came of a chunk; None where its workers died."""
        errors = self.ray.exceptions
        deadly = (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError)
        try:
            outcome = outcome_of(decompress(self.ray.get(reference)))
        except deadly as error:
            if self.lost is None:
                raise SpecdexError(
                    f"workers of the cluster died, perhaps for want of memory, after {self.done}"
                    " results"
                ) from error
            return None
        except errors.RayError as error:
            said = str(error).strip().splitlines()[0]
            raise SpecdexError(
                f"the Ray cluster gave up after {self.done} results: {said}"
            ) from error
        return outcome

    def _alone(self, thing: Any) -> Outcome:
        """What comes of a thing that may have killed workers."""
        outcome = self.outcome(self.submit([thing]))
        return outcome or Outcome([self.lost(thing) if self.lost else None])

    def come(self, coming: Sequence[Any], seconds: float) -> Sequence[Any]:
        """What of *coming* has come; waits so many *seconds* for the first."""
        ready: Sequence[Any] = self.ray.wait(list(coming), num_returns=1, timeout=seconds)[0]
        return ready

    def stop(self, coming: Sequence[Any]) -> None:
        """Let go of the workers at once, whatever is still *coming*."""
        for reference in coming:
            self.ray.cancel(reference, force=True)

    def close(self, coming: Sequence[Any]) -> None:
        """Let go of what is still *coming*."""
        for reference in coming:
            self.ray.cancel(reference)


class _Actor:
    """A worker that stays."""

    def apply(self, function: bytes, chunk: bytes) -> bytes:
        """What comes of *chunk* there."""
        return applied_there(function, chunk)


class _Hand:
    """One such worker, from here."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self.ray, self.actor = ray, actor

    def give(self, function: bytes, chunk: bytes) -> Future[bytes]:
        """What comes of *chunk*, to come."""
        coming: Future[bytes] = self.actor.apply.remote(function, chunk).future()
        return coming

    def close(self) -> None:
        """Let go of the worker."""
        self.ray.kill(self.actor)


def _connected(address: str, workers: int | None) -> Any:
    """Ray, connected to the cluster at *address*, or to one of its own."""
    try:
        ray = import_module("ray")
    except ImportError as error:
        raise MissingExtra("ray", "ray") from error
    if ray.is_initialized():
        return ray
    quiet = {"log_to_driver": False, "configure_logging": False, "include_dashboard": False}
    try:
        if address:
            head = address.removeprefix(SCHEME)
            name, _, port = head.rpartition(":")
            if port.isdecimal():
                # Ray itself would ask for minutes whether somebody is there
                socket.create_connection((name.strip("[]"), int(port)), PATIENCE).close()
            ray.init(head, log_to_driver=False)
        else:
            # without this word Ray would take any cluster that runs here
            ray.init("local", num_cpus=workers, **quiet)
    except (ConnectionError, RuntimeError, ValueError, OSError, OverflowError) as error:
        said = (getattr(error, "strerror", "") or str(error)).strip().partition("\n")[0]
        raise SpecdexError(
            f"no Ray cluster answers at {address or 'this machine'}: {said}"
        ) from error
    return ray


_KNOWN: dict[str, Callable[[Any], Any]] = {}
"""In a worker: the function it maps, by its reference."""


def _apply(function: list[Any], chunk: bytes) -> bytes:
    """The results of *chunk*, in a worker."""

    def known() -> Callable[[Any], Any]:
        name = function[0].hex()
        if name not in _KNOWN:
            _KNOWN.clear()
            _KNOWN[name] = unpacked(import_module("ray").get(function[0]))
        return _KNOWN[name]

    return _small(worked(known, decompress(chunk)))


def _small(data: bytes) -> bytes:
    """*data* as it travels, compressed.

    Up to 100 kB go with the question or the answer itself; more takes a round by the nodes'
    stores, and others overtake it.
    """
    return compress(data, QUICK)
