"""A run as it grows: events of what a harvest does, here or elsewhere, and orders to it."""

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from specdex.harvest.diary import give_order
from specdex.harvest.status import Now, now_at
from specdex.runs import Run
from specdex.web.layout import back, opened
from specdex.web.security import change, shown

__all__ = ["events", "order"]

EVERY = 1.0
"""Seconds between two looks."""
WINDOW = 15
"""Looks over which the speed is told."""
DONE = {"pause": "Pausing.", "resume": "Going on.", "stop": "Stopping; nothing is lost."}


class _Looks:
    """The last looks at each run, shared by all readers."""

    def __init__(self) -> None:
        self._seen: dict[Path, deque[tuple[float, Now]]] = {}

    def look(self, path: Path) -> tuple[Now, float | None]:
        """The run at *path* as it was less than a moment ago, and its pages a second."""
        seen = self._seen.setdefault(path, deque(maxlen=WINDOW))
        if not seen or time.monotonic() - seen[-1][0] > EVERY * 0.8:
            with Run(path) as run:
                seen.append((time.monotonic(), now_at(run)))
        (first, before), (last, now) = seen[0], seen[-1]
        grown = now.counts.of_kind() - before.counts.of_kind()
        return now, grown / (last - first) if last > first else None


_looks = _Looks()


@shown("/r/{run}/events", "events")
async def events(request: Request) -> Response:
    """Server-sent events: the run, whenever it has changed."""

    def path() -> Path:
        with opened(request) as run:
            return run.path

    place = await run_in_threadpool(path)

    async def told() -> AsyncIterator[str]:
        before = ""
        while not await request.is_disconnected():
            now, speed = await run_in_threadpool(_looks.look, place)
            line = json.dumps(now.line(speed), ensure_ascii=False)
            yield f"data: {line}\n\n" if line != before else ": \n\n"
            before = line
            await asyncio.sleep(EVERY)

    return StreamingResponse(told(), media_type="text/event-stream")


@change("/r/{run}/order", "order")
def order(request: Request, form: FormData) -> Response:
    """Pause, resume or stop the harvest of a run."""
    word = str(form.get("order", ""))
    with opened(request) as run:
        give_order(run.path, word)
    return back(request, "overview", DONE.get(word, ""))
