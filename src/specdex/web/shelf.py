"""The runs that are served."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from specdex.errors import SpecdexError
from specdex.runs import Run, figures
from specdex.web.layout import render, to

__all__ = ["routes"]


@dataclass(frozen=True, slots=True)
class _Served:
    """A run in the list of them."""

    name: str
    counts: figures.RunCounts | None = None
    wrong: str = ""
    """Why it cannot be read."""


def shelf(request: Request) -> Response:
    """All runs; where there is only one, that one."""
    runs = request.app.state.runs
    if len(runs) == 1 and not request.query_params:
        return RedirectResponse(to(request, "overview", run=next(iter(runs))))
    return render(request, "shelf.html", {"served": [_served(*each) for each in runs.items()]})


def _served(name: str, path: object) -> _Served:
    try:
        with Run(path) as run:  # type: ignore[arg-type]
            return _Served(name, figures.run_counts(run.store))
    except SpecdexError as error:
        return _Served(name, wrong=str(error))


routes = [Route("/", shelf, name="shelf")]
