"""The Moz API: who links to a site, from a crawl of the web; needs a key.

``moz`` asks the Links API, version 2; ``moz-rpc`` the JSON-RPC that came after it.
"""

import base64
import os
from collections.abc import Callable, Sequence
from typing import Any

from specdex.providers.client import Asker, Question, Spend, checked_address, free, key
from specdex.records import Backlink
from specdex.urls import is_web, registrable_domain

__all__ = ["MozLinks", "MozRpcLinks"]

ADDRESS, PATH = "https://lsapi.seomoz.com", "/v2/links"
RPC_ADDRESS, RPC_PATH = "https://api.moz.com", "/jsonrpc"
METHOD = "data.site.link.list"
REQUEST_ID = "specdex-data-site-link-list"
"""The service wants at least 24 signs; an answer belongs to the request that it came to."""
TOKEN, ACCESS_ID, SECRET_KEY = "MOZ_API_TOKEN", "MOZ_ACCESS_ID", "MOZ_SECRET_KEY"
"""Where the environment keeps the key: a token, or the older pair of id and secret."""
TOKEN_HEADER = "x-moz-token"  # noqa: S105 - the header's name
A_PAGE = 50
"""Links a page, the most that there may be; each counts against the key's quota of rows."""
MAX_PAGES = 40
Turn = Callable[[str, int], tuple[list[Any], str]]
"""At most so many links behind a token, and the token of what follows; empty where nothing does."""


class MozLinks:
    """The Moz Links API; its key comes from ``MOZ_API_TOKEN`` in the environment.

    ``MOZ_ACCESS_ID`` and ``MOZ_SECRET_KEY`` serve as well.
    """

    def __init__(
        self, address: str = ADDRESS, proxy: str = "", timeout: float = 30.0, spend: Spend = free
    ) -> None:
        self.address = checked_address(address, keyed=True)
        self._secrets = _secrets()
        self._asker = Asker(proxy, timeout, spend=spend)

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """At most *limit* different pages of other sites that link to *site*."""
        scope = "root_domain" if registrable_domain(site) == site else "subdomain"
        target = {"target": site, "target_scope": scope, "filter": "external"}

        def turn(token: str, count: int) -> tuple[list[Any], str]:
            body = {**target, "limit": count, **({"next_token": token} if token else {})}
            question = Question(f"{self.address}{PATH}", body, self._secrets)
            data = self._asker.ask(question, _wrong)
            return data["results"], str(data.get("next_token") or "")

        return _turned(site, limit, turn, "source")


class MozRpcLinks:
    """The Moz API over JSON-RPC; its key comes from ``MOZ_API_TOKEN`` in the environment."""

    def __init__(
        self,
        address: str = RPC_ADDRESS,
        proxy: str = "",
        timeout: float = 30.0,
        spend: Spend = free,
    ) -> None:
        self.address = checked_address(address, keyed=True)
        self._secrets = {TOKEN_HEADER: key(TOKEN)}
        self._asker = Asker(proxy, timeout, spend=spend)

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """At most *limit* different pages of other sites that link to *site*."""
        scope = "domain" if registrable_domain(site) == site else "subdomain"
        target = {
            "site_query": {"query": site, "scope": scope},
            "options": {"filters": ["external"]},
        }

        def turn(token: str, count: int) -> tuple[list[Any], str]:
            offset = {"limit": count, **({"token": token} if token else {})}
            data = {"data": {**target, "offset": offset}}
            body = {"jsonrpc": "2.0", "id": REQUEST_ID, "method": METHOD, "params": data}
            question = Question(f"{self.address}{RPC_PATH}", body, self._secrets)
            result = self._asker.ask(question, _wrong_rpc)["result"]
            return result["links"], str(_of(result.get("offset"), "token"))

        return _turned(site, limit, turn, "source_site_metrics")


def _turned(site: str, limit: int, turn: Turn, source: str) -> Sequence[Backlink]:
    """At most *limit* links, page by page; *source* is where a link names the page it stands on."""
    found: dict[str, None] = {}
    token = ""
    for _ in range(MAX_PAGES):
        links, following = turn(token, max(1, min(A_PAGE, limit - len(found))))
        found.update(dict.fromkeys(url for each in links if (url := _url(each, source))))
        if len(found) >= limit or not links or following in {"", token}:
            break
        token = following
    return tuple(Backlink(site, url) for url in found)[:limit]


def _secrets() -> dict[str, str]:
    """The headers that carry the key."""
    if not os.environ.get(TOKEN) and os.environ.get(ACCESS_ID):
        pair = f"{key(ACCESS_ID)}:{key(SECRET_KEY)}".encode("ascii")
        return {"Authorization": f"Basic {base64.b64encode(pair).decode('ascii')}"}
    return {TOKEN_HEADER: key(TOKEN, ACCESS_ID)}


def _wrong(data: Any) -> str:
    listed = isinstance(_of(data, "results"), list)
    return "" if listed else "did not answer with a list of links"


def _wrong_rpc(data: Any) -> str:
    """What is wrong with an answer: an error has a message and a code of its own."""
    message = _of(_of(data, "error"), "message")
    if message:
        return f"says: {message}"
    listed = isinstance(_of(_of(data, "result"), "links"), list)
    return "" if listed else "did not answer with a list of links"


def _of(data: Any, name: str) -> Any:
    """What an object calls *name*; empty where it is no object, or calls nothing so."""
    found = data.get(name) if isinstance(data, dict) else None
    return "" if found is None else found


def _url(each: Any, source: str) -> str:
    """The page that links; the API writes it without ``http://``."""
    page = str(_of(_of(each, source), "page"))
    url = page if "://" in page else f"http://{page}"
    return url if page and is_web(url) else ""
