"""The application: all views behind one guard."""

import secrets
from collections.abc import Collection, Mapping
from hashlib import blake2b
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from specdex.errors import InputError, SpecdexError
from specdex.settings import Politeness
from specdex.web import audits, overview, pages, products, questions, sites
from specdex.web.layout import render
from specdex.web.security import ROUTES, Guard, is_change

__all__ = ["app"]

NAV = {
    "overview": "Overview",
    "products": "Products",
    "attributes": "Attributes",
    "questions": "Questions",
    "sites": "Sites",
    "pages": "Pages",
    "audits": "Audit",
    "said": "Decisions",
}
"""The views that the navigation of a run leads to, by the names of their routes."""
VIEWS: tuple[ModuleType, ...] = (pages, overview, products, questions, sites, audits)
"""Where the endpoints stand."""
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def app(
    runs: Mapping[str, Path],
    *,
    hosts: Collection[str] = (),
    secret: str = "",
    folder: Path | None = None,
    politeness: Politeness | None = None,
) -> Starlette:
    """The page over *runs*, folders by the name that addresses call them.

    *hosts* are further host names by which readers may come; a *secret* is demanded of every
    reader. New runs are made in *folder*; none where it is not given. *politeness* is that of what
    is fetched for a reader.
    """
    routes = [Route("/static/{name}", _static, name="static"), *ROUTES]
    for route in routes:
        if (route.methods or set()) - {"GET", "HEAD"} and not is_change(route.endpoint):
            raise TypeError(f"{route.path} changes something without asking for the token")
    made = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts, secret=secret)],
        exception_handlers={SpecdexError: _sentence, HTTPException: _refusal},  # type: ignore[dict-item]
    )
    made.state.runs = dict(runs)
    made.state.folder = folder
    made.state.politeness = politeness or Politeness()
    made.state.token = secrets.token_urlsafe()
    made.state.routes = {route.name: route for route in routes}
    made.state.nav = tuple(NAV.items())
    made.state.static = _files()
    return made


def _files() -> dict[str, tuple[bytes, str, str]]:
    """Each of our own files by name: its bytes, their digest, and their kind."""
    found = {}
    for each in (files("specdex.web") / "static").iterdir():
        body = each.read_bytes()
        kind = KINDS.get(Path(each.name).suffix, "")
        if kind:
            found[each.name] = body, f'"{blake2b(body, digest_size=8).hexdigest()}"', kind
    return found


def _static(request: Request) -> Response:
    """One of our own files; the name is looked up, never opened."""
    name = request.path_params["name"]
    if name not in request.app.state.static:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    body, tag, kind = request.app.state.static[name]
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})
    return Response(body, media_type=kind, headers={"ETag": tag})


def _sentence(request: Request, error: SpecdexError) -> Response:
    """What went wrong, as the command line would say it."""
    wrong_call = isinstance(error, InputError)
    status = HTTPStatus.BAD_REQUEST if wrong_call else HTTPStatus.INTERNAL_SERVER_ERROR
    return render(request, "wrong.html", {"sentence": str(error)}, status)


def _refusal(request: Request, error: HTTPException) -> Response:
    """Why there is no such page, or why it is not for this reader."""
    plain = error.detail == HTTPStatus.NOT_FOUND.phrase
    sentence = "There is no such page." if plain else error.detail
    return render(request, "wrong.html", {"sentence": sentence}, error.status_code)
