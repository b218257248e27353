"""What the process that fetches does; whoever only starts it need not load Scrapy."""

import gc
import logging
import signal
import warnings
from multiprocessing.connection import Connection

from specdex.crawlers.wire import Answer, send
from specdex.settings import Budget, Politeness

__all__ = ["NOBODY", "fetch", "said"]

NOBODY = -1
"""The lane of the answer that says why there will be no others."""
LITTER = 50_000
"""New objects before the child looks for garbage: much is loaded, and stays."""


def fetch(line: Connection, politeness: Politeness, budget: Budget) -> None:
    """What the child does: fetch what is ordered, or say why it cannot."""
    gc.set_threshold(LITTER)
    # the parent decides what Ctrl-C means; it reaches the whole process group
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    # what goes wrong is told as the answer to an order, not as a traceback
    logging.getLogger().addHandler(logging.NullHandler())
    try:
        # only the child pays for Scrapy
        from specdex.crawlers.child import fetch_all  # noqa: PLC0415

        fetch_all(line, politeness, budget)
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent has to hear of it
        send(line, [Answer(NOBODY, reason=said(error))])
    finally:
        gc.freeze()  # what is left is thrown away whole


def said(error: Exception) -> str:
    """What kind of *error* it is, and what it says."""
    return f"{type(error).__name__}: {error}"
