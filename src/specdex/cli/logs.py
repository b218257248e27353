"""The log: quiet by default, on standard error, as JSON lines on request."""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import click

__all__ = ["configure", "louder", "resumable", "tell", "warn"]

LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
ABOUT = ("run", "site", "url", "step")
"""What a line of the log is about, where it says so."""
_log = logging.getLogger("specdex")


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        about = {name: str(getattr(record, name)) for name in ABOUT if hasattr(record, name)}
        return json.dumps(line | about, ensure_ascii=False)


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


def warn(sentence: str, **about: str) -> None:
    """Tell the user what went wrong without stopping, and which run, site or url it is about."""
    _log.warning("%s", sentence, extra=about)


def tell(sentence: str, **about: str) -> None:
    """Tell the user what is done, on standard error: in a line of the log where that is JSON."""
    if any(isinstance(each.formatter, _JsonLines) for each in _log.handlers):
        record = _log.makeRecord(_log.name, logging.INFO, "", 0, sentence, (), None, extra=about)
        _log.handle(record)
    else:
        click.echo(f"specdex: {sentence}", err=True)


@contextmanager
def resumable(command: str) -> Iterator[None]:
    """Where somebody stops what is done meanwhile, say that *command* goes on with it."""
    try:
        yield
    except (click.Abort, KeyboardInterrupt):
        raise click.Abort(f"stopped; nothing is lost: {command} goes on") from None
