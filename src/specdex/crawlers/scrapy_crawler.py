"""The Scrapy crawler: this process decides and records, a child process of its own fetches.

A reactor cannot start twice, so the child lives from the first crawl to the last. What it fetches
comes back over a line; all that has come meanwhile is seen, and recorded at one go.
"""

import multiprocessing
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Self

from specdex.crawlers.browser import rendering_mode
from specdex.crawlers.journey import Journey
from specdex.crawlers.lanes import Wishes
from specdex.crawlers.process import NOBODY, fetch, said
from specdex.crawlers.wire import Answer, HungUp, received, send
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
LIVES = 2
"""Children that a crawl may have: one that dies has a successor."""
POLITENESS, BUDGET = Politeness(), Budget()


class ScrapyCrawler:
    """Fetches what walks decide: many sites at once, one request at a time for each.

    *politeness* is how it behaves towards a site, *budget* where each crawl stops. In a ``with``
    block of the crawler one child fetches for all crawls; otherwise each has a child of its own.
    """

    def __init__(self, politeness: Politeness = POLITENESS, budget: Budget = BUDGET) -> None:
        self.politeness = politeness
        self.budget = budget
        self._child: BaseProcess | None = None
        self._line: Connection | None = None
        self._users = 0
        self._known: defaultdict[str, Wishes] = defaultdict(Wishes)

    def __reduce__(self) -> tuple[type, tuple[Politeness, Budget]]:
        # a worker process fetches with a child of its own
        return type(self), (self.politeness, self.budget)

    def __enter__(self) -> Self:
        self._users += 1
        return self

    def __exit__(self, *exc: object) -> None:
        self._users -= 1
        # what is still on its way is nobody's any more
        if not self._users or exc[0] is not None:
            self._hang_up()

    def crawl(
        self, walks: Sequence[Walk], recorder: Recorder, watch: Callable[[], None] | None = None
    ) -> None:
        """Walk all sites to their end; *watch* is called about twice a second meanwhile.

        Pages that *recorder* recalls are not fetched again. A SpecdexError says why a crawl broke.
        """
        if not walks:
            return
        render = rendering_mode(self.politeness)
        with self:
            try:
                with _trouble():
                    journey = Journey(walks, recorder, self.budget, render, self._known)
                for answers in self._answers(journey, watch or (lambda: None)):
                    with _trouble():
                        _advance(journey, self._called(), answers)
            finally:
                with _trouble():
                    recorder.close()

    def _answers(self, journey: Journey, watch: Callable[[], None]) -> Iterator[list[Answer]]:
        """What has come, again and again until the journey is over; often that is nothing."""
        overdue = journey.deadline + self.politeness.timeout + GRACE
        beat = time.monotonic()
        lives = LIVES
        yield []
        while not journey.is_over():
            pause = max(0.0, beat + HEARTBEAT - time.monotonic())
            try:
                answers = received(self._called(), min(pause, journey.patience()))
            except HungUp:
                lives -= 1
                self._bury(lives)
                send(self._called(), journey.again())
                continue
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

    def _called(self) -> Connection:
        """The line to the process that fetches; it is started where there is none."""
        if self._line is not None and self._child is not None:
            return self._line
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        task = (theirs, self.politeness, self.budget)
        self._child = context.Process(target=fetch, args=task, daemon=True)
        self._child.start()
        theirs.close()
        return self._line

    def _bury(self, lives: int) -> None:
        """Let go of a child that died; a SpecdexError where too many did."""
        child = self._child
        if child is not None:
            child.join(GRACE)
        self._hang_up()
        if not lives and child is not None:
            raise SpecdexError(
                f"the crawling process ended without a word (exit code {child.exitcode})"
            )

    def _hang_up(self) -> None:
        """Let the child end by itself, now that nobody listens to it, or make it."""
        child, line = self._child, self._line
        self._child = self._line = None
        if line is not None:
            line.close()
        if child is None or child.pid is None:
            return
        child.join(PATIENCE)
        if child.is_alive():
            child.kill()
            child.join()


@contextmanager
def _trouble() -> Iterator[None]:
    """End the crawl where its own house is on fire: a full disk, a recorder that breaks."""
    try:
        yield
    except HungUp:
        raise
    except Exception as error:
        raise SpecdexError(f"the crawl broke off: {said(error)}") from error


def _advance(journey: Journey, line: Connection, answers: Sequence[Answer]) -> None:
    """Let the journey see *answers*, and go on once what it saw is safe.

    So a crawl that is killed asks for one page of a site again, at most.
    """
    with journey.recorder.together():
        for answer in answers:
            journey.hear(answer)
        orders = list(journey.orders())
    send(line, orders)
