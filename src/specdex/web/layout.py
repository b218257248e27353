"""What every view needs: the run that is named, templates, numbers, and what takes longer."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from http import HTTPStatus
from multiprocessing import get_context
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from specdex import __version__
from specdex.runs import Run, RunFolder
from specdex.web import charts
from specdex.web.security import STYLE

__all__ = ["back", "later", "number_of", "opened", "render", "text_of", "to", "writable"]

SAID = "said"
"""The part of an address that says what a change did."""
SHOWN_DIGITS = 4


@contextmanager
def opened(request: Request) -> Iterator[Run]:
    """The run that the address of *request* names, to be looked at."""
    with Run(_path(request)) as run:
        yield run


@contextmanager
def writable(request: Request) -> Iterator[RunFolder]:
    """The same, to be changed."""
    with RunFolder(_path(request), create=False) as run:
        yield run


def _path(request: Request) -> Any:
    """Where the run lies: names lead to folders only by the list that the server was given."""
    name = request.path_params["run"]
    try:
        return request.app.state.runs[name]
    except KeyError:
        sentence = f"There is no run {name!r} here."
        raise HTTPException(HTTPStatus.NOT_FOUND, sentence) from None


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("specdex.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"amount": _amount, "bin_names": _bin_names, "breakable": _breakable}
    made.globals |= {
        "n": _number,
        "when": _time,
        "share": _share,
        "charts": charts,
        "style": Markup(STYLE),  # noqa: S704 - our own file
        "version": __version__,
    }
    return made


def render(
    request: Request, template: str, context: Mapping[str, Any] | None = None, status: int = 200
) -> Response:
    """The page that *template* makes of *context*, in the layout."""
    state = request.app.state

    def address(name: str, /, query: Mapping[str, Any] | None = None, **parts: Any) -> str:
        return to(request, name, query, **parts)

    known = {
        "to": address,
        "here": request.url.path,
        "run": request.path_params.get("run", ""),
        "runs": list(state.runs),
        "nav": state.nav,
        "said": request.query_params.get(SAID, ""),
        "token_field": lambda: Markup('<input type="hidden" name="token" value="{}">').format(
            state.token
        ),
    }
    text = _environment().get_template(template).render(known | dict(context or {}))
    return HTMLResponse(text, status)


def to(request: Request, name: str, /, query: Mapping[str, Any] | None = None, **parts: Any) -> str:
    """The address of the route *name*, in the run of *request* unless *parts* say another."""
    given = {"run": request.path_params.get("run", "")} | parts
    route = request.app.state.routes[name]
    wanted = {each: quote(str(given[each]), safe="") for each in route.param_convertors}
    asked = {key: value for key, value in (query or {}).items() if value not in (None, "")}
    path = route.path_format.format(**wanted)
    return f"{path}?{urlencode(asked, doseq=True)}" if asked else path


def back(
    request: Request,
    name: str,
    /,
    said: str = "",
    query: Mapping[str, Any] | None = None,
    **parts: Any,
) -> Response:
    """Send the reader on to the route *name* after a change, and tell what was *said*."""
    address = to(request, name, {**(query or {}), SAID: said}, **parts)
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def text_of(request: Request, name: str, default: str = "", longest: int = 2000) -> str:
    """What the address says for *name*."""
    return request.query_params.get(name, default)[:longest]


def number_of(request: Request, name: str, default: int = 1) -> int:
    """The same as a whole number; *default* where it is none."""
    said = request.query_params.get(name, "")
    return int(said) if said.isdecimal() and len(said) < 10 else default  # noqa: PLR2004 - SQLite's


def _number(value: float | None) -> Markup:
    """A number that the reader's locale may print anew.

    >>> str(_number(12345))
    '<data class="n" value="12345">12,345</data>'
    """
    if value is None:
        return Markup('<span class="none">—</span>')
    shown = f"{value:,}" if isinstance(value, int) else f"{value:,.{SHOWN_DIGITS}g}"
    return Markup(f'<data class="n" value="{value}">{shown}</data>')  # noqa: S704 - digits


def _amount(value: float) -> str:
    """A number as forms take it.

    >>> _amount(1234567.0), _amount(0.1)
    ('1234567', '0.1')
    """
    return f"{value:.12g}"


def _bin_names(bins: Iterable[tuple[float, float, int]]) -> list[str]:
    """What lies in each bin of a histogram."""
    return [f"{low:.6g} to {high:.6g}" for low, high, _ in bins]


def _breakable(name: str) -> Markup:
    """A host that may be broken at its points.

    >>> str(_breakable("a.example"))
    'a<wbr>.example'
    """
    return Markup("<wbr>.").join(name.split("."))


def _share(value: float | None) -> Markup:
    """A part of 1 as per cent."""
    if value is None:
        return Markup('<span class="none">—</span>')
    return Markup(  # noqa: S704 - digits
        f'<data class="n" data-share value="{value}">{value:.0%}</data>'
    )


def _time(text: str) -> Markup:
    """A time in ISO 8601, UTC, that the reader's locale may print anew."""
    try:
        moment = datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return Markup("{}").format(text)
    shown = moment.strftime("%Y-%m-%d %H:%M UTC")
    return Markup('<time datetime="{}">{}</time>').format(moment.isoformat(), shown)


T = TypeVar("T")
PATIENCE = 0.07
"""Seconds that an answer waits for what is being counted."""
KEPT = 64

_makers = ThreadPoolExecutor(1, "specdex-later")
_waiters = ThreadPoolExecutor(1, "specdex-apart")
_guard = Lock()
_known: OrderedDict[Hashable, tuple[Any, Future[Any]]] = OrderedDict()


def later(
    run: Run,
    what: str,
    make: Callable[[Run], T],
    stamp: Hashable | None = None,
    *,
    apart: bool = False,
) -> T | None:
    """What *make* says of *run*, or said before it changed; None where that is not known yet.

    It is made again when the run has changed, or, where a *stamp* is given, when that has. What
    takes much time or memory is made *apart*, in a process that ends with it.
    """
    path = run.path
    key, stamp = (str(path), what), stamp or _stamp(run)
    with _guard:
        before = _known.get(key)
        if before is None or (before[0] != stamp and before[1].done()):
            future = (
                _waiters.submit(_apart, path, make) if apart else _makers.submit(_made, path, make)
            )
            _known[key] = stamp, future
            _known.move_to_end(key)
            while len(_known) > KEPT:
                _known.popitem(last=False)
        else:
            future = before[1]
    try:
        return future.result(PATIENCE)
    except TimeoutError:
        old = before[1] if before and before[1].done() else None
        return old.result() if old and not old.exception() else None


def _made(path: Path, make: Callable[[Run], T]) -> T:
    with Run(path) as run:
        return make(run)


def _apart(path: Path, make: Callable[[Run], T]) -> T:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_made, path, make).result()


def _stamp(run: Run) -> tuple[float, ...]:
    """Changes with every write: of the database, or of the log that is written ahead."""
    found = []
    for name in ("specdex.db", "specdex.db-wal"):
        try:
            about = (run.path / name).stat()
        except OSError:
            continue
        found += [about.st_mtime, float(about.st_size)]
    return tuple(found)
