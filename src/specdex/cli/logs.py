"""The log: quiet by default, on standard error, as JSON lines on request."""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

__all__ = ["configure", "louder", "resumable", "warn"]

LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
_log = logging.getLogger("specdex")


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        return json.dumps(line, ensure_ascii=False)


def configure(verbose: int, *, as_json: bool) -> None:
    """Set up the log for one call of the command line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines() if as_json else logging.Formatter("specdex: %(message)s"))
    _log.handlers[:] = [handler]
    _log.setLevel(LEVELS[min(verbose, len(LEVELS) - 1)])
    _log.propagate = False


def louder(verbose: int) -> None:
    """Say more from now on, as often as it was asked for."""
    _log.setLevel(min(_log.level, LEVELS[min(verbose, len(LEVELS) - 1)]))


def warn(sentence: str) -> None:
    """Tell the user what went wrong without stopping."""
    _log.warning("%s", sentence)


@contextmanager
def resumable(command: str) -> Iterator[None]:
    """Where somebody stops what is done meanwhile, say that *command* goes on with it."""
    try:
        yield
    except (click.Abort, KeyboardInterrupt):
        raise click.Abort(f"stopped; nothing is lost: {command} goes on") from None
