"""Asking a search engine over HTTP: one GET, its JSON, and a clear sentence where that fails."""

import json
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any

from specdex.errors import ProviderError
from specdex.settings import Politeness
from specdex.urls import is_web

__all__ = ["get_json"]

MAX_BYTES = 8 << 20
TOO_MANY = 429


def get_json(url: str, proxy: str = "", timeout: float = 20.0) -> Any:
    """The JSON at *url*; a ProviderError where the provider does not answer with any."""
    if not is_web(url):
        raise ProviderError(f"{url!r} is not an http address")
    handlers = [urllib.request.ProxyHandler({"http": proxy, "https": proxy})] if proxy else []
    opener = urllib.request.build_opener(*handlers)
    headers = {"User-Agent": Politeness().user_agent, "Accept": "application/json"}
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 - http(s), checked above
    try:
        with opener.open(request, timeout=timeout) as answer:
            body = answer.read(MAX_BYTES + 1)
    except urllib.error.HTTPError as error:
        error.close()
        raise ProviderError(f"{url} {_status(error.code)}") from error
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise ProviderError(f"{url} does not answer: {reason}") from error
    if len(body) > MAX_BYTES:
        raise ProviderError(f"{url} answered with more than {MAX_BYTES} bytes")
    try:
        return json.loads(body)
    except ValueError as error:
        raise ProviderError(f"{url} did not answer with JSON") from error


def _status(code: int) -> str:
    if code == TOO_MANY:
        return "asks for fewer queries (429)"
    return f"answered with status {code}"
