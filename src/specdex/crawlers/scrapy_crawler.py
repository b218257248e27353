"""The Scrapy crawler: a child process of its own, because a reactor cannot start twice."""

import multiprocessing
import pickle
import signal
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from specdex.errors import SpecdexError
from specdex.ports import Recorder, Walk
from specdex.settings import Budget, Politeness

__all__ = ["ScrapyCrawler"]

HEARTBEAT = 0.5
"""Seconds between two calls of *watch*."""
GRACE = 15.0
"""Seconds that a crawl gets to end well after it was asked to."""
PATIENCE = 6.0
"""Seconds that a crawl gets to stop before it is killed; what was recorded is safe either way."""
DONE = "done"
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
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        task = (tuple(walks), recorder, self.politeness, self.budget)
        child = context.Process(target=_crawl, args=(theirs, *task), daemon=True)
        try:
            child.start()
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise SpecdexError(f"walks and recorders must be picklable: {error}") from error
        theirs.close()
        try:
            self._await(child, ours, watch or _nothing)
        finally:
            _end(child)
            ours.close()

    def _await(self, child: BaseProcess, ours: Connection, watch: Callable[[], None]) -> None:
        """Wait for the child's last word; a SpecdexError where it is a bad one."""
        overdue = time.monotonic() + 60 * self.budget.max_minutes + self.politeness.timeout + GRACE
        while not ours.poll(HEARTBEAT):
            watch()
            if time.monotonic() > overdue:
                raise SpecdexError("the crawl did not end in time and was stopped")
        watch()
        try:
            word = ours.recv()
        except EOFError:
            child.join(GRACE)
            raise SpecdexError(
                f"the crawling process ended without a word (exit code {child.exitcode})"
            ) from None
        if word != DONE:
            raise SpecdexError(f"the crawl broke off: {word}")


def _nothing() -> None:
    """Watch nothing."""


def _end(child: BaseProcess) -> None:
    """Let the child end by itself, then ask it to, then make it."""
    child.join(1)
    if child.is_alive():
        child.terminate()
        child.join(PATIENCE)
    if child.is_alive():
        child.kill()
        child.join()


def _crawl(
    report: Connection,
    walks: tuple[Walk, ...],
    recorder: Recorder,
    politeness: Politeness,
    budget: Budget,
) -> None:
    """What the child does: crawl, close the recorder, say how it went."""
    # the parent decides what Ctrl-C means; it reaches the whole process group
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    word = DONE
    try:
        # only the child pays for Scrapy
        from specdex.crawlers.child import walk_all  # noqa: PLC0415

        walk_all(walks, recorder, politeness, budget)
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent has to hear of it
        word = _said(error)
    try:
        recorder.close()
    except Exception as error:  # noqa: BLE001 - the same
        word = _said(error) if word == DONE else word
    with suppress(OSError):
        report.send(word)
    report.close()


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
