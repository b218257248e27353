"""Why a page could not be fetched, in one sentence."""

from scrapy.exceptions import IgnoreRequest
from scrapy.spidermiddlewares.httperror import HttpError

from specdex.crawlers.manners import RefusedRequest
from specdex.crawlers.resolving import refused_names

__all__ = ["sentence"]

PHRASES = (
    ("Timeout", "the site did not answer in time"),
    ("MaxSize", "the page is larger than the budget allows"),
    ("Cancelled", "the page is larger than the budget allows"),
    ("CannotResolveHost", "the host name is unknown"),
    ("ConnectionRefused", "the site refused the connection"),
    ("DataLoss", "the site broke off in the middle of the page"),
    ("DownloadFailed", "the site broke off in the middle of the page"),
    ("ConnectionLost", "the site broke off in the middle of the page"),
    ("ConnectionDone", "the site broke off in the middle of the page"),
    ("ResponseNeverReceived", "the site closed the connection without an answer"),
    ("Tunnel", "the proxy could not reach the site"),
    ("StopDownload", "it is not HTML"),
    ("SSL", "the site's encryption is broken"),
)
"""Parts of the names of exceptions, and what they mean to a person; the first that fits."""
IGNORED = (
    ("robots", "robots.txt forbids it"),
    ("max redirections", "it redirects too often"),
    ("decompress", "the page is larger than the budget allows"),
    ("size", "the page is larger than the budget allows"),
    ("limit", "the page is larger than the budget allows"),
)
"""Parts of what Scrapy says when it ignores a request."""


def sentence(error: BaseException, name: str = "") -> str:
    """What *error*, from the host called *name*, means to a person."""
    if isinstance(error, HttpError):
        return f"the site answered {error.response.status}"
    if isinstance(error, RefusedRequest):
        return str(error)
    if name in refused_names:
        return f"{name} is at the private address {refused_names[name]}"
    if isinstance(error, IgnoreRequest):
        return _ignored(str(error))
    for part, meaning in PHRASES:
        if part in type(error).__name__:
            return meaning
    return f"it could not be fetched ({type(error).__name__})"


def _ignored(text: str) -> str:
    for part, meaning in IGNORED:
        if part in text.lower():
            return meaning
    return text or "the request was dropped"
