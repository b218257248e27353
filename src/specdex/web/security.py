"""Who may ask, and what an answer may do: hosts, the secret, the token of changes, the policy."""

import ipaddress
import secrets
from base64 import b64encode
from collections.abc import Callable, Collection
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files
from typing import Any, TypeAlias, TypeVar
from urllib.parse import parse_qs, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request, cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = [
    "FRAMED",
    "REPORT",
    "ROUTES",
    "STYLE",
    "Guard",
    "change",
    "is_change",
    "is_loopback",
    "shown",
]

STYLE = (files("specdex.web") / "static" / "page.css").read_text(encoding="utf-8")
"""Stands in every page, so that none waits for it."""
POLICY = (
    "default-src 'none'; script-src 'self'; img-src 'self' data:;"
    f" style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}';"
    " connect-src 'self'; form-action 'self'; frame-src 'self'; frame-ancestors 'none';"
    " base-uri 'none'"
)
"""What a page of ours may load and do: nothing that is not ours."""
FRAMED = (
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
    " font-src data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'"
)
"""The policy of a stranger's page: no scripts, no network, and shown in our frame only."""
REPORT = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
"""The policy of a report, which carries its own style."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
COOKIE = "specdex"
SAFE = frozenset({"GET", "HEAD"})
MAX_BODY = 20 * 1024 * 1024
"""Bytes of what a reader sends: a page, at most."""
MAX_FIELDS = 1000
OLDER = "The page you sent this from is older than the server: load it again."

Endpoint: TypeAlias = Callable[[Request, FormData], Response]
View = TypeVar("View", bound=Callable[[Request], Any])


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach *host*.

    >>> is_loopback("localhost"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    address = _address(host)
    return host == "localhost" or (address is not None and address.is_loopback)


class Guard:
    """Lets through what the reader of this machine asks, or whoever knows the *secret*.

    A name in the Host header that is not one of *hosts* was made to lead here by somebody else
    (DNS rebinding); an address in digits cannot be.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = (), secret: str = "") -> None:
        self.app, self.hosts, self.secret = app, frozenset(hosts), secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", POLICY)
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        answer = self._refusal(scope) or self.app
        await answer(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not self._is_known(headers.get("host", "")):
            return _refused("This host name is not one that specdex serve was told.")
        if self.secret and not self._knows(headers):
            return self._welcome(scope)
        if scope["method"] in SAFE:
            return None
        own = f"{scope['scheme']}://{headers.get('host', '')}"
        if headers.get("origin", own) != own:
            return _refused("A change has to come from a page of specdex serve.")
        length = headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MAX_BODY:
            return _refused("What was sent is too large.", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return None

    def _is_known(self, said: str) -> bool:
        try:
            host = urlsplit(f"//{said}").hostname or ""
        except ValueError:
            return False
        return host in self.hosts or host == "localhost" or _address(host) is not None

    def _knows(self, headers: Headers) -> bool:
        said = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        return secrets.compare_digest(said.encode(), self.secret.encode())

    def _welcome(self, scope: Scope) -> Response:
        """Remember who brings the secret; refuse everybody else."""
        said = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["method"] not in SAFE or not secrets.compare_digest(
            said.encode(), self.secret.encode()
        ):
            return _refused("Open the address with the token that specdex serve has printed.", 401)
        answer = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        answer.set_cookie(COOKIE, self.secret, httponly=True, samesite="strict")
        return answer


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """*host* as an address in digits; None where it is a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _refused(sentence: str, status: int = HTTPStatus.FORBIDDEN) -> Response:
    return PlainTextResponse(f"{sentence}\n", status)


ROUTES: list[Route] = []
"""What the views answer to, in the order that they say so."""


def shown(path: str, name: str) -> Callable[[View], View]:
    """Let an endpoint answer at *path*, which templates call *name*."""

    def registered(endpoint: View) -> View:
        ROUTES.append(Route(path, endpoint, name=name))
        return endpoint

    return registered


def change(path: str, name: str) -> Callable[[Endpoint], Endpoint]:
    """The same for what is sent to *path*: with its form, on a thread, by the page's own token."""

    def registered(endpoint: Endpoint) -> Endpoint:
        async def checked(request: Request) -> Response:
            async with request.form(max_fields=MAX_FIELDS, max_part_size=MAX_BODY) as form:
                token = str(form.get("token", ""))
                if not secrets.compare_digest(token.encode(), request.app.state.token.encode()):
                    raise HTTPException(HTTPStatus.FORBIDDEN, OLDER)
                return await run_in_threadpool(endpoint, request, form)

        checked.is_change = True  # type: ignore[attr-defined]
        ROUTES.append(Route(path, checked, methods=["POST"], name=name))
        return endpoint

    return registered


def is_change(endpoint: Any) -> bool:
    """Whether *endpoint* checks the token."""
    return getattr(endpoint, "is_change", False)
