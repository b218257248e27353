"""Join again: what people decided is heard, in a process of its own, while others go on reading."""

import subprocess
import sys
from pathlib import Path

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from specdex.errors import InputError
from specdex.harvest.diary import at_work
from specdex.pipeline.rejoin import unheard
from specdex.runs import Run
from specdex.web.layout import back, writable
from specdex.web.security import change

__all__ = ["join_again", "join_state"]

LOG = "join.log"

_joins: dict[Path, subprocess.Popen[bytes]] = {}


def join_state(run: Run, category: str) -> str:
    """``joining``, ``failed``, ``waiting`` where decisions wait for a join, or nothing."""
    joining = _joins.get(run.path)
    if joining is not None and joining.poll() is None:
        return "joining"
    if not unheard(run.store, category):
        return ""
    return "failed" if joining is not None and joining.returncode else "waiting"


@change("/r/{run}/join", "join_again")
def join_again(request: Request, form: FormData) -> Response:
    """Start to join the run, unless that goes on."""
    del form
    with writable(request) as run:
        path = run.path
    seen = at_work(path)
    if seen is not None and seen.running:
        raise InputError("a harvest is at work on this run: it joins what it finds at its end")
    before = _joins.get(path)
    if before is None or before.poll() is not None:
        command = [sys.executable, "-m", "specdex", "join", str(path)]
        with (path / LOG).open("wb") as log:
            _joins[path] = subprocess.Popen(  # noqa: S603 - our own command, with our own path
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log
            )
    return back(request, "products")
