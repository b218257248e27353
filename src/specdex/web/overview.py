"""Overview of a run: how far it came, what each round gave, what failed, what to do next."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from specdex.runs import figures, queries
from specdex.runs.figures import RunCounts
from specdex.web.layout import opened, render

__all__ = ["routes"]

NAV = "Overview"
SHOWN_FAILURES = 12


def overview(request: Request) -> Response:
    """All of a run on one page."""
    with opened(request) as run:
        counts = figures.run_counts(run.store)
        context = {
            "counts": counts,
            "funnel": _funnel(counts),
            "categories": queries.categories(run.store),
            "rounds": figures.round_votes(run.store),
            "failures": figures.failures_by_reason(run.store, SHOWN_FAILURES),
        }
    return render(request, "overview.html", context)


def _funnel(counts: RunCounts) -> list[tuple[str, int]]:
    """The steps from what was proposed to what is known."""
    return [
        ("Sites proposed", counts.voted),
        ("Shops", counts.of_status("seed", "accepted")),
        ("Pages", counts.of_kind()),
        ("Product pages", counts.of_kind("product")),
        ("Specifications", counts.read),
        ("Products", counts.products),
    ]


routes = [Route("/r/{run}/", overview, name="overview")]
