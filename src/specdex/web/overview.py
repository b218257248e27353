"""Harvests: a run as it grows, all of it on one page, and a form that starts a new one."""

import asyncio
import json
import re
import subprocess
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from pathlib import Path
from secrets import token_urlsafe

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from specdex.errors import InputError, SpecdexError
from specdex.harvest.diary import give_order
from specdex.harvest.judge import Funnel, check_sites, look_at_seeds
from specdex.harvest.kept import toml
from specdex.harvest.status import Now, now_at
from specdex.pipeline.rejoin import unheard
from specdex.runs import Run, RunFolder, figures, queries, search
from specdex.runs.figures import RunCounts
from specdex.settings import HarvestSettings, Politeness
from specdex.statistics.collection import histogram
from specdex.urls import is_web
from specdex.web.layout import back, later, opened, render, to
from specdex.web.security import change, shown

__all__ = ["overview", "shelf"]


@shown("/", "shelf")
def shelf(request: Request) -> Response:
    """All runs; where there is only one, that one."""
    runs = request.app.state.runs
    if len(runs) == 1 and not request.query_params:
        return RedirectResponse(to(request, "overview", run=next(iter(runs))))
    return render(request, "shelf.html", {"served": [_served(*each) for each in runs.items()]})


def _served(name: str, path: Path) -> dict[str, object]:
    """A run in the list of them, or why it cannot be read."""
    try:
        with Run(path) as run:
            return {"name": name, "counts": figures.run_counts(run.store), "wrong": ""}
    except SpecdexError as error:
        return {"name": name, "counts": None, "wrong": str(error)}


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


EVERY = 1.0
"""Seconds between two looks."""
WINDOW = 15
"""Looks over which the speed is told."""
DONE = {"pause": "Pausing.", "resume": "Going on.", "stop": "Stopping; nothing is lost."}


class _Seen:
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


_seen = _Seen()


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
            now, speed = await run_in_threadpool(_seen.look, place)
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


ASKED = {"search_engine": ("brave", "searxng"), "backlink_source": ("http", "moz")}
"""Providers that are asked over the web; those that read files of this machine are not taken."""
NUMBERS = {"rounds": (0, 20), "max_pages": (1, 1_000_000), "delay": (0, 3600)}
MOST_SEEDS = 50
LONGEST = 60
KEPT = 20


@dataclass
class Look:
    """A look at seeds, and what came of it."""

    given: dict[str, str]
    seeds: tuple[str, ...]
    found: list[Funnel] | None = None
    wrong: str = ""

    def take(self, category: str, politeness: Politeness) -> None:
        """Look at them; it takes up to a minute."""
        try:
            self.found = look_at_seeds(self.seeds, category, politeness)
        except SpecdexError as error:
            self.wrong = str(error)


_looks: OrderedDict[str, Look] = OrderedDict()


@shown("/new", "harvests")
def form(request: Request) -> Response:
    """Where a harvest is described; with what was looked at, where an address names it."""
    name = request.query_params.get("look", "")
    look = _looks.get(name)
    if name and look is None:
        raise HTTPException(HTTPStatus.NOT_FOUND, "That look at seeds is forgotten.")
    context = {"look": look, "look_name": name, "given": look.given if look else {}}
    return render(request, "harvests.html", context)


@change("/new/check", "check")
def check(request: Request, form: FormData) -> Response:
    """Look at the seeds, aside; the page that is sent on to tells what came of it."""
    settings = _settings(form, request.app.state.politeness)
    look = Look(_given(form), settings.sites)
    name = token_urlsafe(8)
    _looks[name] = look
    while len(_looks) > KEPT:
        _looks.popitem(last=False)
    given = settings.category, settings.politeness
    threading.Thread(target=look.take, args=given, daemon=True).start()
    return back(request, "harvests", query={"look": name})


@change("/new/start", "start")
def start(request: Request, form: FormData) -> Response:
    """Write the settings, start the harvest in a process of its own, and show it."""
    settings = _settings(form, request.app.state.politeness)
    if request.app.state.folder is None:
        raise InputError("this server was told no folder for new runs")
    folder = Path(request.app.state.folder)
    name = _free(folder, re.sub(r"[^a-z0-9]+", "-", settings.category.lower()).strip("-") or "new")
    run, file = folder / f"{name}-run", folder / f"{name}.toml"
    file.write_text(toml(settings), encoding="utf-8")
    RunFolder(run).close()
    command = [sys.executable, "-m", "specdex", "-v", "harvest", str(file), "--run", str(run)]
    with (run / "harvest.log").open("ab") as log:
        # it outlives the server, and goes on where it was stopped
        started = subprocess.Popen(  # noqa: S603 - our own command, with files that we named
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    threading.Thread(target=started.wait, daemon=True).start()
    request.app.state.runs[run.name] = run
    return back(request, "overview", f"Started; its settings are in {file.name}.", run=run.name)


def _free(folder: Path, stem: str) -> str:
    """A name that neither a run nor settings in *folder* have."""
    name, number = stem[:LONGEST], 1
    while (folder / f"{name}-run").exists() or (folder / f"{name}.toml").exists():
        number += 1
        name = f"{stem[:LONGEST]}-{number}"
    return name


def _given(form: FormData) -> dict[str, str]:
    return {name: value for name, value in form.items() if isinstance(value, str)}


def _settings(form: FormData, manners: Politeness) -> HarvestSettings:
    """What a form says; an InputError where it cannot be."""
    said = {name: value.strip() for name, value in _given(form).items()}
    category = " ".join(said.get("category", "").split())
    if not category or len(category) > LONGEST:
        raise InputError("say what to harvest, in a word or two: kettle")
    sites = tuple(dict.fromkeys(said.get("sites", "").split()))
    if not sites:
        raise InputError("name at least one seed shop")
    if len(sites) > MOST_SEEDS:
        raise InputError(f"{MOST_SEEDS} seed shops are enough")
    check_sites(sites)
    plain = HarvestSettings(category, sites, politeness=manners)
    return replace(
        plain,
        ids=tuple(dict.fromkeys(filter(None, map(str.strip, said.get("ids", "").splitlines())))),
        discovery=replace(
            plain.discovery,
            search_engine=_provider("search_engine", said.get("search_engine", "")),
            backlink_source=_provider("backlink_source", said.get("backlink_source", "")),
            rounds=int(_number(said, "rounds", plain.discovery.rounds)),
        ),
        politeness=replace(manners, delay=_number(said, "delay", manners.delay)),
        budget=replace(
            plain.budget, max_pages=int(_number(said, "max_pages", plain.budget.max_pages))
        ),
    )


def _provider(name: str, said: str) -> str:
    """A provider that is asked over the web, as it is set."""
    plugin, _, address = said.partition(":")
    if said and (plugin not in ASKED[name] or not (is_web(address) or not address)):
        known = " or ".join(f"{each}:https://…" for each in ASKED[name])
        raise InputError(f"{said!r} cannot be asked from here: give {known}")
    return said


def _number(said: Mapping[str, str], name: str, default: float) -> float:
    """What is said for *name*; an InputError where it is no number in its range."""
    least, most = NUMBERS[name]
    try:
        number = float(said.get(name) or default)
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        raise InputError(f"{name} is a number from {least} to {most}, not {said[name]!r}")
    return number
