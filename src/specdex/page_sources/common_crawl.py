"""Common Crawl: which pages of a site it holds, and those pages, as ranges of its archives.

The index is asked over the API of its CDX server, or is a Parquet file of its columnar index.
"""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from http.client import HTTPException
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode

import msgspec

from specdex.clock import retry_after
from specdex.errors import InputError, MissingExtra, ProviderError
from specdex.page_sources.streams import MAX_BYTES, plain
from specdex.page_sources.warc import read_warc
from specdex.records import Failure, Page
from specdex.settings import Politeness
from specdex.urls import bare, is_web, registrable_domain

__all__ = ["DATA", "INDEX", "Capture", "CommonCrawl"]

INDEX = "https://index.commoncrawl.org"
DATA = "https://data.commoncrawl.org"
MAX_LISTED = 20
"""Pages of the index that are asked for one site; each holds up to 15,000 captures."""
PAUSES = (2.0, 10.0, 30.0)
"""Seconds before the next tries, where the service is busy."""
MAX_WAIT = 120.0
"""A service that asks for a longer pause has refused."""
BUSY = frozenset({429, 500, 502, 503, 504})
NOT_FOUND, PARTIAL, SUCCESS = 404, 206, 200
HTML = ("text/html", "application/xhtml+xml")
FILE_NAME = re.compile(r"(?!.*\.\.)[\w][\w./=+-]{0,500}")
"""What may follow the address of the data: nothing that leads elsewhere."""
CRAWL = re.compile(r"CC-MAIN-[\w-]{1,40}")
SITE = re.compile(r"[\w-]+(?:\.[\w-]+)+")
COLUMNS = """SELECT url, strftime(fetch_time, '%Y%m%d%H%M%S') AS timestamp,
    warc_filename AS filename, warc_record_offset AS offset, warc_record_length AS length
FROM read_parquet(?) WHERE url_host_registered_domain = ? AND fetch_status = 200
    AND content_mime_detected IN ('text/html', 'application/xhtml+xml')"""


@dataclass(frozen=True, slots=True)
class Capture:
    """Where a page was kept, and when."""

    url: str
    timestamp: str
    filename: str
    offset: int
    length: int


class CommonCrawl:
    """The pages that Common Crawl holds of sites: the newest capture of each address.

    *crawl* is one of its crawls (``CC-MAIN-2026-21``), the newest where it is empty, or the path
    of a Parquet file of its columnar index, or of a folder of such.
    """

    def __init__(
        self,
        crawl: str = "",
        politeness: Politeness | None = None,
        index: str = INDEX,
        data: str = DATA,
    ) -> None:
        for address in (index, data):
            if not is_web(address):
                raise InputError(f"{address!r} is not an http address")
        self._manners = politeness or Politeness()
        proxy = self._manners.proxy
        handlers = [urllib.request.ProxyHandler({"http": proxy, "https": proxy})] if proxy else []
        self._opener = urllib.request.build_opener(*handlers)
        self._index, self._data = index.rstrip("/"), data.rstrip("/")
        self._crawl = crawl
        self._earliest = 0.0
        self._known: dict[str, Mapping[str, Capture]] = {}

    def addresses(self, site: str) -> Sequence[str]:
        """The addresses of the pages of *site* that it holds; a ProviderError without an answer."""
        return [each.url for each in self._captures(site).values()]

    def page(self, url: str, site: str) -> Page | Failure:
        """The page at *url*, under whatever scheme and with ``www.`` or without."""
        capture = self._captures(site).get(bare(url))
        if capture is None:
            return Failure(url, "fetch", "Common Crawl does not hold it")
        return self._loaded(capture)

    def _loaded(self, capture: Capture) -> Page | Failure:
        """The page that was captured, or why it cannot be had."""
        span = f"bytes={capture.offset}-{capture.offset + capture.length - 1}"
        try:
            record = self._get(f"{self._data}/{capture.filename}", span, capture.length)
        except ProviderError as error:
            return Failure(capture.url, "fetch", str(error))
        found = next(read_warc(plain(iter([record])), capture.filename), None)
        if isinstance(found, Page):
            return found
        why = found.reason if found else f"Common Crawl's {capture.filename} holds no page"
        return Failure(capture.url, "fetch", why)

    def pages(self, pattern: str) -> Iterator[Page | Failure]:
        """The pages whose addresses are like *pattern*, in order of these.

        A site alone means all its pages, ``*`` any signs: ``shop.example/product/*``.
        """
        named, _, path = pattern.partition("/")
        site = bare(f"http://{named}")
        if not SITE.fullmatch(site):
            raise InputError(f"{pattern!r} names no site: say shop.example, or shop.example/p/*")
        meant = (path or "*").rstrip("/")
        like = re.compile(".*".join(map(re.escape, meant.split("*"))), re.DOTALL)
        captures = self._captures(site, f"{site}/{meant.partition('*')[0]}")
        for address in sorted(captures):
            host, _, place = address.partition("/")
            if host == site and like.fullmatch(place):
                yield self._loaded(captures[address])

    def _captures(self, site: str, before: str = "") -> Mapping[str, Capture]:
        """What is held of the domain of *site*, or *before* there, by address, asked for once."""
        domain = registrable_domain(site)
        asked = before or domain
        if asked not in self._known:
            is_file = self._crawl and not CRAWL.fullmatch(self._crawl)
            rows = _rows_of(Path(self._crawl), domain) if is_file else self._listed(asked)
            found = sorted(_checked(rows), key=attrgetter("timestamp", "filename", "offset"))
            self._known[asked] = {bare(each.url): each for each in found}
        return self._known[asked]

    def _listed(self, asked: str) -> Iterator[Any]:
        """The lines of the index about a domain, or about all that begins as *asked*."""
        question = {
            "url": asked,
            "matchType": "prefix" if "/" in asked else "domain",
            "output": "json",
            "filter": "=status:200",
            "fl": "url,timestamp,filename,offset,length,mime-detected",
        }
        about = self._get(f"{self._api}?{urlencode(question | {'showNumPages': 'true'})}")
        pages = json.loads(about).get("pages", 0) if about.startswith(b"{") else _number(about)
        for number in range(min(pages, MAX_LISTED)):
            asked = urlencode(question | {"page": str(number)})
            for line in self._get(f"{self._api}?{asked}").splitlines():
                row = _json(line)
                if row.get("mime-detected", HTML[0]) in HTML:
                    yield row

    @cached_property
    def _api(self) -> str:
        """The address of the API of the crawl that was asked for, or of the newest."""
        crawls = _json(self._get(f"{self._index}/collinfo.json"))
        named = [
            (str(each["id"]), str(each["cdx-api"]))
            for each in (crawls if isinstance(crawls, list) else ())
            if isinstance(each, dict) and {"id", "cdx-api"} <= each.keys()
        ]
        for name, api in named:
            if self._crawl in {"", name} and is_web(api):
                return api
        some = ", ".join(name for name, _ in named[:3])
        raise InputError(f"Common Crawl has no crawl {self._crawl!r}; the newest are {some}")

    def _get(self, url: str, span: str = "", size: int = MAX_BYTES) -> bytes:
        """What *url* answers, nothing where it holds nothing; patient with a busy service."""
        for pause in PAUSES:
            sleep(max(0.0, self._earliest - monotonic()))
            answer = self._once(url, span, size)
            self._earliest = monotonic() + self._manners.delay
            if isinstance(answer, bytes):
                return answer
            if answer > MAX_WAIT:
                break
            self._earliest = monotonic() + max(pause, answer)
        raise ProviderError(f"{url.partition('?')[0]} is busy; try again later")

    def _once(self, url: str, span: str, size: int) -> bytes | float:
        """The answer, or for how long the service wants to be left alone."""
        headers = {"User-Agent": self._manners.user_agent} | ({"Range": span} if span else {})
        request = urllib.request.Request(url, headers=headers)  # noqa: S310 - http(s), checked
        place = url.partition("?")[0]
        try:
            with self._opener.open(request, timeout=self._manners.timeout) as answer:
                if span and answer.status != PARTIAL:
                    raise ProviderError(f"{place} does not answer with a part of it")
                body: bytes = answer.read(size + 1)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == NOT_FOUND and not span:
                    return b""
                if error.code in BUSY:
                    return retry_after(error.headers.get("Retry-After") or "") or 0.0
                raise ProviderError(f"{place} answers {error.code}") from None
        except (OSError, HTTPException, ValueError) as error:
            raise ProviderError(f"{place} does not answer: {error}") from None
        if len(body) > size:
            raise ProviderError(f"{place} answered with more than {size} bytes")
        return body


def _rows_of(path: Path, domain: str) -> Iterable[Any]:
    """The rows of a columnar index about *domain*."""
    if not path.exists():
        raise InputError(f"there is no crawl and no index called {path}")
    try:
        duckdb = import_module("duckdb")
    except ImportError as error:
        raise MissingExtra("duckdb", "analytics") from error
    files = str(path / "**" / "*.parquet") if path.is_dir() else str(path)
    try:
        with duckdb.connect() as database:
            found = database.execute(COLUMNS, [files, domain])
            names = [each[0] for each in found.description]
            return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    except duckdb.Error as error:
        said = str(error).splitlines()[0]
        raise InputError(f"{path} cannot be read as an index of Common Crawl: {said}") from error


def _checked(rows: Iterable[Any]) -> Iterator[Capture]:
    """The captures that *rows* tell of, without those that cannot be."""
    for row in rows:
        try:
            capture = msgspec.convert(row, Capture, strict=False)
        except msgspec.ValidationError:
            continue
        sane = capture.offset >= 0 and 0 < capture.length <= MAX_BYTES
        if sane and is_web(capture.url) and FILE_NAME.fullmatch(capture.filename):
            yield capture


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return {}


def _number(text: bytes) -> int:
    return int(text) if text.strip().isdigit() and len(text) < len(str(MAX_BYTES)) else 0
