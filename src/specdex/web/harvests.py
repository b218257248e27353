"""New harvest: a form that looks at the seeds at once, writes the settings, and starts it."""

import re
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from pathlib import Path
from secrets import token_urlsafe

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from specdex.errors import InputError, SpecdexError
from specdex.harvest.judge import Funnel
from specdex.harvest.kept import toml
from specdex.harvest.seeds import check_sites, look_at_seeds
from specdex.runs import RunFolder
from specdex.settings import HarvestSettings, Politeness
from specdex.urls import is_web
from specdex.web.layout import back, render
from specdex.web.security import change, shown

__all__ = ["check", "form", "start"]

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
    given = look.given if look else {}
    context = {"look": look, "look_name": name, "given": given}
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
