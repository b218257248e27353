"""The Scrapy crawler: this process decides and records, a child process of its own fetches.

A reactor cannot start twice, so every crawl has a new child. What it fetches comes back over a
line; all that has come meanwhile is seen, and recorded at one go.
"""

import multiprocessing
import signal
import socket
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess

from specdex.crawlers.browsing import rendering_mode
from specdex.crawlers.journey import Journey
from specdex.crawlers.orders import Answer
from specdex.crawlers.wire import HungUp, Wire, framed
from specdex.errors import SpecdexError
from specdex.ports import Recorder, Walk
from specdex.settings import Budget, Politeness

__all__ = ["ScrapyCrawler"]

HEARTBEAT = 0.5
"""Seconds between two calls of *watch*."""
GRACE = 15.0
"""Seconds that a crawl gets to end well after it was asked to."""
PATIENCE = 6.0
"""Seconds that Scrapy gets to stop before it is killed; what was recorded is safe either way."""
NOBODY = -1
"""The lane of the answer that says why there will be no others."""
POLITENESS, BUDGET = Politeness(), Budget()


class ScrapyCrawler:
    """Fetches what walks decide: many sites at once, one request at a time for each.

    *politeness* is how it behaves towards a site, *budget* where it stops.
    """

    def __init__(self, politeness: Politeness = POLITENESS, budget: Budget = BUDGET) -> None:
        self.politeness = politeness
        self.budget = budget

    def crawl(
        self, walks: Sequence[Walk], recorder: Recorder, watch: Callable[[], None] | None = None
    ) -> None:
        """Walk all sites to their end; *watch* is called about twice a second meanwhile.

        Pages that *recorder* recalls are not fetched again. A SpecdexError says why a crawl broke.
        """
        if not walks:
            return
        render = rendering_mode(self.politeness)
        with self._child() as (child, wire):
            try:
                with _trouble():
                    journey = Journey(walks, recorder, self.budget, render)
                for answers in self._answers(journey, wire, watch or _nothing):
                    with _trouble():
                        _advance(journey, wire, answers)
            except HungUp:
                child.join(GRACE)
                raise SpecdexError(
                    f"the crawling process ended without a word (exit code {child.exitcode})"
                ) from None
            finally:
                with _trouble():
                    recorder.close()

    def _answers(
        self, journey: Journey, wire: Wire, watch: Callable[[], None]
    ) -> Iterator[list[Answer]]:
        """What has come, again and again until the journey is over; often that is nothing."""
        overdue = journey.deadline + self.politeness.timeout + GRACE
        beat = time.monotonic()
        yield []
        while not journey.is_over():
            pause = max(0.0, beat + HEARTBEAT - time.monotonic())
            answers = wire.receive(min(pause, journey.patience()))
            for answer in answers:
                if answer.lane == NOBODY:
                    raise SpecdexError(f"the crawl broke off: {answer.reason}")
            yield answers
            if time.monotonic() >= beat + HEARTBEAT:
                watch()
                beat = time.monotonic()
            if time.monotonic() > overdue:
                raise SpecdexError("the crawl did not end in time and was stopped")
        watch()

    @contextmanager
    def _child(self) -> Iterator[tuple[BaseProcess, Wire]]:
        """The process that fetches, and the line to it; both end with the crawl."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = socket.socketpair()
        task = (theirs, self.politeness, self.budget)
        child = context.Process(target=_fetch, args=task, daemon=True)
        wire = Wire(ours)
        try:
            child.start()
            theirs.close()
            yield child, wire
        finally:
            wire.close()
            _end(child)


@contextmanager
def _trouble() -> Iterator[None]:
    """End the crawl where its own house is on fire: a full disk, a recorder that breaks."""
    try:
        yield
    except HungUp:
        raise
    except Exception as error:
        raise SpecdexError(f"the crawl broke off: {_said(error)}") from error


def _advance(journey: Journey, wire: Wire, answers: Sequence[Answer]) -> None:
    """Let the journey see *answers*, and go on once what it saw is safe.

    So a crawl that is killed asks for one page of a site again, at most.
    """
    with journey.recorder.together():
        for answer in answers:
            journey.hear(answer)
        orders = list(journey.orders())
    wire.send(orders)


def _nothing() -> None:
    """Watch nothing."""


def _end(child: BaseProcess) -> None:
    """Let the child end by itself, now that nobody listens to it, or make it."""
    child.join(PATIENCE)
    if child.is_alive():
        child.kill()
        child.join()


def _fetch(line: socket.socket, politeness: Politeness, budget: Budget) -> None:
    """What the child does: fetch what is ordered, or say why it cannot."""
    # the parent decides what Ctrl-C means; it reaches the whole process group
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    voice = line.dup()
    try:
        # only the child pays for Scrapy
        from specdex.crawlers.child import fetch_all  # noqa: PLC0415

        fetch_all(line, politeness, budget)
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent has to hear of it
        with suppress(OSError):
            voice.sendall(framed(Answer(NOBODY, reason=_said(error))))
    finally:
        voice.close()


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
