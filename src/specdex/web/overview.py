"""The runs that are served, and of each how far it came, what failed, and what to do next."""

from collections.abc import Iterator
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from specdex.errors import SpecdexError
from specdex.harvest.status import Now, now_at
from specdex.pipeline.rejoin import unheard
from specdex.runs import Run, figures, queries, search
from specdex.runs.figures import RunCounts
from specdex.statistics.collection import histogram
from specdex.web.later import later
from specdex.web.layout import opened, render, to
from specdex.web.security import shown

__all__ = ["overview", "shelf"]


@dataclass(frozen=True, slots=True)
class _Served:
    """A run in the list of them."""

    name: str
    counts: figures.RunCounts | None = None
    wrong: str = ""
    """Why it cannot be read."""


@shown("/", "shelf")
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


NAV = "Overview"
SHOWN_FAILURES = 12
MANY_FAILURES = 0.2
"""Of the pages that were fetched."""
TENTHS = [f"{tenth * 10} %" for tenth in range(1, 11)]
MOST_PAGES = 10
PAGES = [*map(str, range(1, MOST_PAGES)), f"{MOST_PAGES}+"]


@shown("/r/{run}/", "overview")
def overview(request: Request) -> Response:
    """All of a run on one page."""
    with opened(request) as run:
        now = now_at(run)
        failures = figures.failures_by_reason(run.store, SHOWN_FAILURES)
        waiting = any(unheard(run.store, each) for each in search.categories(run.store))
        context = {
            "now": now,
            "funnel": figures.funnel(now.counts),
            "categories": queries.categories(run.store),
            "rounds": figures.round_votes(run.store),
            "failures": failures,
            "coverage": _coverage(run, now.counts),
            "tenths": TENTHS,
            "page_names": PAGES,
            "next": list(_next_steps(now, waiting=waiting)),
        }
    return render(request, "overview.html", context)


def _coverage(run: Run, counts: RunCounts) -> dict[str, list[int]] | None:
    """How widely attributes and products are spread; None where nothing was joined yet."""
    shops, read = counts.of_status("seed", "accepted"), counts.read
    if not counts.products or not shops or not read:
        return None
    known = figures.attribute_counts(run.store)
    return {
        "sites": histogram(min(1.0, sites / shops) for sites, _ in known),
        "pages": histogram(min(1.0, pages / read) for _, pages in known),
        "products": later(
            run, "products", lambda again: figures.product_pages(again.store, MOST_PAGES)
        )
        or [],
    }


def _next_steps(now: Now, *, waiting: bool) -> Iterator[tuple[str, str]]:
    """What is worth doing now, in sentences, with the view that each leads to."""
    counts = now.counts
    undecided = counts.of_status("candidate")
    if now.state == "running":
        yield "The harvest is at work: look in again, or watch it here.", ""
    elif not counts.of_kind():
        yield "Nothing was fetched yet: start a harvest.", "harvests"
    elif undecided:
        yield f"{undecided} sites are undecided: accept or reject them, or harvest on.", "sites"
    if counts.read and not counts.products and now.state != "running":
        yield "Nothing is joined yet: specdex join RUN makes products of what was read.", ""
    if counts.products:
        if waiting:
            yield "What was decided waits: join the run again.", "products"
        yield "Answer what is least sure: a few questions correct most.", "questions"
        yield "Take it along: specdex export RUN --products -O products.xlsx", ""
    if counts.failures > counts.of_kind() * MANY_FAILURES:
        yield "Many steps failed: the reasons below say what to change.", ""
