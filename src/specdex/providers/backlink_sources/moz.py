"""The Moz Links API, version 2: who links to a site, from a crawl of the web; needs a key."""

import base64
import os
from collections.abc import Sequence
from typing import Any

from specdex.providers import Asker, Question, checked_address, key
from specdex.records import Backlink
from specdex.urls import is_web, registrable_domain

__all__ = ["MozLinks"]

ADDRESS = "https://lsapi.seomoz.com"
PATH = "/v2/links"
TOKEN, ACCESS_ID, SECRET_KEY = "MOZ_API_TOKEN", "MOZ_ACCESS_ID", "MOZ_SECRET_KEY"
"""Where the environment keeps the key: a token, or the older pair of id and secret."""
TOKEN_HEADER = "x-moz-token"  # noqa: S105 - the header's name
A_PAGE = 50
"""Links a page, the most that there may be; each counts against the key's quota of rows."""
MAX_PAGES = 40


class MozLinks:
    """The Moz Links API; its key comes from ``MOZ_API_TOKEN`` in the environment.

    ``MOZ_ACCESS_ID`` and ``MOZ_SECRET_KEY`` serve as well.
    """

    def __init__(self, address: str = ADDRESS, proxy: str = "", timeout: float = 30.0) -> None:
        self.address = checked_address(address, keyed=True)
        self._secrets = _secrets()
        self._asker = Asker(proxy, timeout)

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """At most *limit* different pages of other sites that link to *site*."""
        scope = "root_domain" if registrable_domain(site) == site else "subdomain"
        body = {"target": site, "target_scope": scope, "filter": "external"}
        found: dict[str, None] = {}
        token = ""
        for _ in range(MAX_PAGES):
            page = {**body, "limit": max(1, min(A_PAGE, limit - len(found)))}
            data = self._asker.ask(
                Question(
                    f"{self.address}{PATH}",
                    {**page, "next_token": token} if token else page,
                    self._secrets,
                ),
                _wrong,
            )
            found.update(dict.fromkeys(url for each in data["results"] if (url := _url(each))))
            following = str(data.get("next_token") or "")
            if len(found) >= limit or not data["results"] or following in {"", token}:
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
    listed = isinstance(data, dict) and isinstance(data.get("results"), list)
    return "" if listed else "did not answer with a list of links"


def _url(each: Any) -> str:
    """The page that links; the API writes it without ``http://``."""
    source = each.get("source") if isinstance(each, dict) else None
    page = str(source.get("page") or "") if isinstance(source, dict) else ""
    url = page if "://" in page else f"http://{page}"
    return url if page and is_web(url) else ""
