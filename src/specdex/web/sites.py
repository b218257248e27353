"""Sites: which are in, which are out, and why; accepted or rejected by hand."""

from itertools import islice
from operator import attrgetter

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from specdex.errors import InputError
from specdex.groups import by_key
from specdex.pipeline.explain import explain
from specdex.records import (
    Decision,
    DecisionKind,
    NotLearned,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    UrlPattern,
    Wrapper,
)
from specdex.runs import Run, figures
from specdex.web.layout import back, later, number_of, opened, render, text_of, writable
from specdex.web.products import say
from specdex.web.security import change, shown
from specdex.wrappers.health import Health, check

__all__ = ["judge", "site", "sites"]

DAYS = 30
MOST = 2000
"""Pages of a site that are looked at."""


def health_by_day(run: Run, wrapper: Wrapper) -> list[dict[str, str | Health]]:
    """The health of *wrapper* on its site's pages of each of the last days, the oldest first."""
    fetched = {
        each.url: each.fetched[:10] for each in run.store.read(StoredPage, site=wrapper.site)
    }
    some = islice(run.store.read(Specification, site=wrapper.site), MOST)
    by_day = by_key((fetched[each.url], each) for each in some if fetched.get(each.url))
    days = sorted(by_day)[-DAYS:]
    return [{"day": day, "health": check(wrapper, by_day[day])} for day in days]


SHOWN = 100
SAMPLES = 8
COLUMNS = {
    "host": "Site",
    "status": "Status",
    "round": "Round",
    "score": "Score",
    "pages": "Pages",
    "products": "Product pages",
    "read": "Read",
}
"""What can be sorted by."""
TEXTS = frozenset({"host", "status"})


@shown("/r/{run}/sites", "sites")
def sites(request: Request) -> Response:
    """All sites, sorted and filtered as the address says."""
    sort, words, status = (text_of(request, name) for name in ("sort", "q", "status"))
    sort = sort if sort in COLUMNS else "pages"
    down = text_of(request, "down", "" if sort in TEXTS else "1") == "1"
    start = number_of(request, "from", 0)
    with opened(request) as run:
        rows = figures.site_rows(run.store)
    low = words.lower()
    found = [
        row
        for row in rows
        if status in {"", row.status} and (low in row.host or low in row.reason.lower())
    ]
    found.sort(key=attrgetter("host"))
    found.sort(key=attrgetter(sort), reverse=down)
    context = {
        "found": found[start : start + SHOWN],
        "total": len(found),
        "start": start,
        "next": start + SHOWN if len(found) > start + SHOWN else 0,
        "asked": {"q": words, "status": status},
        "sort": sort,
        "down": down,
        "columns": COLUMNS,
        "texts": TEXTS,
        "statuses": [each.value for each in SiteStatus],
    }
    return render(request, "sites.html", context)


@shown("/r/{run}/sites/{site}", "site")
def site(request: Request) -> Response:
    """Everything the run knows of one site."""
    name = request.path_params["site"]
    with opened(request) as run:
        known = later(run, f"explain {name}", lambda again: explain(again, name))
        context = {
            "site": name,
            "verdicts": list(run.store.read(Site, host=name)),
            "known": known,
            # failures have a table of their own
            "sentences": [each for each in known.sentences() if not each.startswith("- ")]
            if known
            else [],
            "patterns": [each for each in run.store.read(UrlPattern, site=name) if each.category],
            "wrappers": list(run.store.read(Wrapper, site=name)),
            "health": later(run, f"health {name}", lambda again: _health(again, name)),
            "not_learned": list(run.store.read(NotLearned, site=name)),
            "samples": _samples(run, name),
        }
    return render(request, "sites_one.html", context)


def _health(run: Run, site: str) -> dict[int, list[dict[str, str | Health]]]:
    """How each of the site's wrappers did, day by day."""
    return {each.number: health_by_day(run, each) for each in run.store.read(Wrapper, site=site)}


def _samples(run: Run, site: str) -> list[tuple[str, list[str]]]:
    """Some pages of *site*, by kind."""
    found = []
    for kind in ("entry", "index", "product", "home", "other"):
        some = figures.pages(run.store, figures.PageFilter(site, kind), 0, SAMPLES)
        found.append((kind, [page.url for _, page in some]))
    return [(kind, urls) for kind, urls in found if urls]


@change("/r/{run}/sites/{site}/judge", "judge")
def judge(request: Request, form: FormData) -> Response:
    """Accept or reject a site by hand."""
    name = request.path_params["site"]
    try:
        kind = {"accept": DecisionKind.SHOP, "reject": DecisionKind.NO_SHOP}[str(form.get("say"))]
    except KeyError as error:
        raise InputError("a site is accepted or rejected") from error
    with writable(request) as run:
        categories = [site.category for site in run.sites() if site.host == name]
        if not categories:
            raise InputError(f"the run knows no site {name!r}")
        said = [
            say(run, Decision(kind, name, category, category=category)) for category in categories
        ]
    return back(request, "site", said[0], site=name)
