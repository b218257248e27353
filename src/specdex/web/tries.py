"""Try a page: by its address, or as a file; kept in a run of its own, so that it can be judged."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePath

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from specdex.clock import now
from specdex.errors import InputError
from specdex.page_sources import open_pages
from specdex.pipeline.crawl import default_crawler, look_at
from specdex.records import Failure, Page, StoredPage
from specdex.runs import RunFolder
from specdex.settings import Budget
from specdex.urls import canonical, host, is_web
from specdex.web.layout import back, render
from specdex.web.security import change, shown

__all__ = ["form", "try_page"]

RUN = "tried-run"
"""The run of pages that were tried."""
ENDINGS = frozenset({".html", ".htm", ".mhtml", ".mht", ".warc", ".jsonl", ".gz", ".xz"})
"""Of files that are understood by their name; others by how they begin."""
MOST = 500
"""Pages of one drop."""
BUDGET = Budget(max_minutes=1, max_pages=1)


@shown("/try", "try")
def form(request: Request) -> Response:
    """Where a page is given."""
    return render(request, "tries.html", {"tried": RUN if RUN in request.app.state.runs else ""})


@change("/try/page", "try_page")
def try_page(request: Request, form: FormData) -> Response:
    """Fetch an address, or take files, and show what stands there."""
    address = str(form.get("address", "")).strip()
    files = [each for each in form.getlist("file") if isinstance(each, UploadFile) and each.size]
    if not address and not files:
        raise InputError("give the address of a page, or a file")
    if request.app.state.folder is None:
        raise InputError("this server was told no folder to keep tried pages in")
    path = Path(request.app.state.folder) / RUN
    with RunFolder(path) as run:
        request.app.state.runs[RUN] = path
        if address:
            url = _fetched(request, run, address)
            return back(request, "page", run=RUN, query={"url": url})
        urls, wrong = _taken(run, files)
    if not urls:
        raise InputError(wrong[0] if wrong else "there is no page in what was given")
    if len(urls) == 1:
        return back(request, "page", run=RUN, query={"url": urls[0]})
    return back(request, "pages", f"{len(urls)} pages were kept.", run=RUN)


def _fetched(request: Request, run: RunFolder, address: str) -> str:
    """Fetch *address* into *run*, politely; where it lies. An InputError says why it cannot be."""
    url = canonical(address if "://" in address else f"https://{address}")
    if not is_web(url) or not host(url):
        raise InputError(f"{address!r} is no address of a page")
    crawler = default_crawler(request.app.state.politeness, BUDGET)
    look_at([url], run, crawler)
    if not run.store.count(StoredPage, url=url):
        why = next((each.reason for each in run.store.read(Failure, url=url)), "it did not answer")
        raise InputError(f"{url} cannot be had: {why}")
    return url


def _taken(run: RunFolder, files: list[UploadFile]) -> tuple[list[str], list[str]]:
    """Keep the pages in *files*; their addresses, and what could not be read."""
    urls: list[str] = []
    wrong: list[str] = []
    for given in files:
        for page in _pages(given):
            if isinstance(page, Failure):
                wrong.append(page.reason)
            elif len(urls) < MOST:
                run.store.add([run.archive.append(page)])
                urls.append(page.url)
    return urls, wrong


def _pages(given: UploadFile) -> Iterator[Page | Failure]:
    """The pages in a file that was sent; its name tells the format, and never a path."""
    name = PurePath((given.filename or "").replace("\\", "/")).name or "page"
    ending = "".join(each for each in PurePath(name).suffixes[-2:] if each.lower() in ENDINGS)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / f"page{ending.lower()}"
        place.write_bytes(given.file.read())
        for page in open_pages(str(place)):
            if isinstance(page, Failure):
                yield replace(page, reason=page.reason.replace(str(place), name))
            else:
                url = page.url if is_web(page.url) else f"file:{name}"
                yield replace(page, url=url, site=page.site or host(url), id="", fetched=now())
