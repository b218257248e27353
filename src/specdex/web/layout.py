"""What every view needs: the run that an address names, templates, addresses, numbers and times."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from http import HTTPStatus
from typing import Any
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

__all__ = ["back", "number_of", "opened", "render", "text_of", "to", "writable"]

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

    said = request.query_params.get(SAID, "")
    known = {
        "to": address,
        "here": request.url.path,
        "run": request.path_params.get("run", ""),
        "runs": list(state.runs),
        "nav": state.nav,
        "said": said,
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
