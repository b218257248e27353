"""Asking a service over HTTP: its JSON, or one clear sentence after patient tries.

What passes is tried again after a pause: a busy service, a broken connection, an answer that is
empty where it should not be. What does not pass closes the service for a while, so that forty
questions do not wait forty times for a service that is dead, or spend a quota that is used up.
"""

import json
import os
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPException
from itertools import zip_longest
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

from specdex.clock import retry_after
from specdex.errors import InputError, ProviderError
from specdex.records import SearchResult
from specdex.settings import Politeness
from specdex.urls import is_web

__all__ = [
    "ANYWHERE",
    "Asker",
    "Market",
    "Question",
    "Spend",
    "checked_address",
    "exhausted_for",
    "free",
    "key",
    "paged",
    "results_of",
    "shown",
]

MAX_BYTES = 8 << 20
MAX_ERROR = 1 << 16
"""Of the body that explains an error."""
PAUSES = (1.0, 4.0)
"""Seconds before the second and the third try."""
MAX_WAIT = 60.0
"""A service that asks for a longer pause is closed for so long."""
GIVE_UP = 3
"""Questions in a row that nobody answered before a service counts as dead."""
COOL_DOWN = 300.0
"""Seconds before a dead service is asked again."""
FOR_EVER = float("inf")
TOO_MANY = 429
BUSY = frozenset({408, TOO_MANY, 500, 502, 503, 504})
"""Statuses that may pass."""
REFUSED = frozenset({401, 402, 403})
"""Statuses that will not: the key, or what it has paid for."""
Check = Callable[[Any], str]
"""What is wrong with an answer; empty where nothing is."""
Explain = Callable[[int, Any], str]
"""Why a status and the JSON beside it mean that the service refuses; empty where it may pass."""
Spend = Callable[[], None]
"""Counts a request before it is made; a ProviderError where there may be none."""
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""Where plain http is as good as https."""


@dataclass(frozen=True, slots=True)
class Market:
    """For whom is searched; whatever is empty is left to the service."""

    country: str = ""
    """As in ``DE``."""
    language: str = ""
    """As in ``de``."""

    def __str__(self) -> str:
        return "-".join(filter(None, (self.language.lower(), self.country.upper())))


ANYWHERE = Market()


Headers = Mapping[str, str] | Message


def exhausted_for(headers: Headers) -> float:
    """The seconds until the last of the used-up windows of ``X-RateLimit-*`` opens again.

    The headers give one number a window; a window whose limit is 0 has none.

    >>> exhausted_for({"X-RateLimit-Limit": "1, 2000", "X-RateLimit-Remaining": "0, 1999",
    ...                "X-RateLimit-Reset": "1, 86400"})
    1.0
    """
    left, reset, limit = (
        [
            float(part) if part.isascii() and part.isdigit() else None
            for part in map(str.strip, (headers.get(f"X-RateLimit-{name}") or "").split(","))
        ]
        for name in ("Remaining", "Reset", "Limit")
    )
    waits = [
        wait
        for remaining, wait, size in zip_longest(left, reset, limit)
        if remaining is not None and remaining <= 0 and wait is not None and size != 0
    ]
    return max(waits, default=0.0)


@dataclass(frozen=True, slots=True)
class Question:
    """One request: a GET, or a POST where there is a *body*."""

    url: str
    body: Mapping[str, Any] | None = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Headers that hold keys; they are not sent on to where a redirect leads."""


class _Trouble(Exception):  # noqa: N818 - reads as what happened
    """Why a try failed, whether another may help, and for how long the service is closed."""

    def __init__(
        self, sentence: str, *, again: bool = True, wait: float = 0.0, closed: float = 0.0
    ) -> None:
        super().__init__(sentence)
        self.again = again
        self.wait = wait
        self.closed = closed


def free() -> None:
    """Spend nothing: requests are not counted."""


class Asker:
    """Asks one service; *explain* knows its own words for a refusal, *spend* counts requests."""

    def __init__(
        self,
        proxy: str = "",
        timeout: float = 20.0,
        explain: Explain = lambda *_: "",
        spend: Spend = free,
    ) -> None:
        handlers = [urllib.request.ProxyHandler({"http": proxy, "https": proxy})] if proxy else []
        self._opener = urllib.request.build_opener(*handlers)
        self._timeout = timeout
        self._explain = explain
        self._spend = spend
        self._closed = ""
        self._closed_until = 0.0
        self._earliest = 0.0
        self._silent = 0

    def ask(self, question: Question, check: Check = lambda _: "") -> Any:
        """The JSON that answers *question* and passes *check*; a ProviderError after some tries."""
        if not is_web(question.url):
            raise ProviderError(f"{shown(question.url)!r} is not an http address")
        if monotonic() < self._closed_until:
            raise ProviderError(self._closed)
        try:
            answer = self._tried(question, check)
        except _Trouble as trouble:
            self._failed(str(trouble), trouble)
            raise ProviderError(str(trouble)) from trouble.__cause__
        self._silent = 0
        return answer

    def _tried(self, question: Question, check: Check) -> Any:
        for pause in PAUSES:
            try:
                return self._once(question, check)
            except _Trouble as trouble:
                if not trouble.again:
                    raise
                sleep(max(pause, trouble.wait))
        return self._once(question, check)

    def _failed(self, sentence: str, trouble: _Trouble) -> None:
        """Close the service where it refuses, or where it has been silent for too long."""
        self._silent += trouble.again
        if trouble.closed:
            self._close(sentence, trouble.closed)
        elif self._silent >= GIVE_UP:
            self._silent = 0
            self._close(sentence, COOL_DOWN)

    def _close(self, sentence: str, seconds: float) -> None:
        self._closed, self._closed_until = sentence, monotonic() + seconds

    def _once(self, question: Question, check: Check) -> Any:
        if (pause := self._earliest - monotonic()) > 0:
            sleep(pause)
        self._spend()
        place = shown(question.url)
        try:
            with self._opener.open(_request(question), timeout=self._timeout) as answer:
                body = answer.read(MAX_BYTES + 1)
                self._pace(place, answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                raise self._refusal(place, error, keyed=bool(question.secrets)) from None
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise _Trouble(f"{place} does not answer: {_safe(reason, question)}") from None
        return _understood(place, body, check)

    def _pace(self, place: str, headers: Headers) -> None:
        """Slow down, or close, where the answer says that it was the last for now."""
        wait = exhausted_for(headers)
        if wait > MAX_WAIT:
            self._close(_used_up(place, wait), wait)
        elif wait:
            self._earliest = monotonic() + wait

    def _refusal(self, place: str, error: urllib.error.HTTPError, *, keyed: bool) -> _Trouble:
        """What an answer with an error's status means."""
        said = self._explain(error.code, _json_of(error))
        if said:
            return _Trouble(f"{place} {said}", again=False, closed=FOR_EVER)
        if error.code in REFUSED:
            why = ": the key is wrong or may not do this" if keyed else " to answer"
            return _Trouble(f"{place} refuses ({error.code}){why}", again=False, closed=FOR_EVER)
        wait = retry_after(error.headers.get("Retry-After") or "") or exhausted_for(error.headers)
        if error.code in BUSY and wait > MAX_WAIT:
            return _Trouble(_used_up(place, wait), again=False, closed=wait)
        said = f"answered with status {error.code}"
        if error.code == TOO_MANY:
            said = "asks for fewer queries (429)"
        return _Trouble(f"{place} {said}", again=error.code in BUSY, wait=wait)


def _request(question: Question) -> urllib.request.Request:
    headers = {"User-Agent": Politeness().user_agent, "Accept": "application/json"}
    data = None
    if question.body is not None:
        data = json.dumps(question.body).encode("utf-8")
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(question.url, data, headers)  # noqa: S310 - http(s), checked
    for name, value in question.secrets.items():
        request.add_unredirected_header(name, value)
    return request


def _understood(place: str, body: bytes, check: Check) -> Any:
    if len(body) > MAX_BYTES:
        raise _Trouble(f"{place} answered with more than {MAX_BYTES} bytes", again=False)
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise _Trouble(f"{place} did not answer with JSON") from None
    wrong = check(data)
    if wrong:
        raise _Trouble(f"{place} {wrong}")
    return data


def _json_of(error: urllib.error.HTTPError) -> Any:
    """The JSON beside an error's status; None where there is none."""
    try:
        return json.loads(error.read(MAX_ERROR))
    except (OSError, HTTPException, ValueError, RecursionError):
        return None


def _used_up(place: str, wait: float) -> str:
    return f"{place} asks for fewer queries (429): its quota opens again in {round(wait)} seconds"


def _safe(reason: object, question: Question) -> str:
    """A reason without any key in it."""
    text = str(reason)
    for value in question.secrets.values():
        text = text.replace(value, "…")
    return text


def key(*names: str) -> str:
    """The key in the first of the environment's variables *names* that is set.

    An InputError names them where none is, or where what is set can be no key.
    """
    for name in names:
        value = os.environ.get(name, "").strip()
        if value and not (value.isascii() and value.isprintable()):
            raise InputError(f"what {name} holds cannot be a key")
        if value:
            return value
    raise InputError(f"a key is needed: set {' or '.join(names)} in the environment")


def checked_address(address: str, *, keyed: bool = False) -> str:
    """*address* without a slash at its end.

    An InputError where it is none of the web, or where a key in it or for it is unsafe.
    """
    if not is_web(address):
        raise InputError(f"{shown(address)!r} is not an http address")
    parts = urlsplit(address)
    if parts.username is not None or parts.password is not None:
        raise InputError(f"{shown(address)}: a key belongs in the environment, not in the address")
    if keyed and parts.scheme != "https" and parts.hostname not in LOOPBACK:
        raise InputError(f"{shown(address)}: a key is sent over https only")
    return address.rstrip("/")


def shown(url: str) -> str:
    """*url* as it may be printed and kept: without user, password, query and fragment.

    >>> shown("http://me:secret@search.example:80/search?q=x&key=secret")
    'http://search.example:80/search'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return "the address"
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


Turn = Callable[[int], tuple[list[SearchResult], bool]]
"""The results of the page of a number, from 0, and whether there may be more."""


def paged(turn: Turn, pages: int, limit: int) -> Sequence[SearchResult]:
    """At most *limit* different results of at most *pages* pages, up to one with nothing new."""
    found: dict[str, SearchResult] = {}
    for number in range(pages):
        if len(found) >= limit:
            break
        results, more = turn(number)
        fresh = [each for each in results if each.url not in found]
        found.update((each.url, each) for each in fresh)
        if not fresh or not more:
            break
    return tuple(found.values())[:limit]


def results_of(entries: Sequence[Any], snippet: str) -> list[SearchResult]:
    """The results in those of *entries* that have a ``url`` which leads anywhere."""
    found = [each for each in entries if isinstance(each, dict)]
    told = ([str(each.get(name) or "") for name in ("url", "title", snippet)] for each in found)
    return [SearchResult(*each) for each in told if is_web(each[0])]
