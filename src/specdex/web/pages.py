"""Pages: any stored page as it was fetched, or one to try, with what was read from it marked."""

import json
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path, PurePath

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from specdex.clock import now
from specdex.errors import InputError
from specdex.page_sources import open_pages
from specdex.pipeline.crawl import default_crawler, look_at
from specdex.pipeline.diff import value_changes
from specdex.pipeline.extract import shipped
from specdex.records import (
    Decision,
    DecisionKind,
    Failure,
    Field,
    Fragment,
    Page,
    PageKind,
    Pair,
    Specification,
    StoredPage,
    to_json,
)
from specdex.runs import Run, RunFolder, figures
from specdex.runs.versions import versions
from specdex.settings import Budget
from specdex.urls import canonical, host, is_web
from specdex.web import frames
from specdex.web.layout import back, number_of, opened, render, text_of
from specdex.web.security import change, shown

__all__ = ["framed", "page", "pages"]

NO_PLACE = "no place"


@dataclass(frozen=True, slots=True)
class Part:
    """A fragment with its pairs, each with the name of its mark."""

    name: str
    fragment: Fragment
    pairs: tuple[tuple[str, Pair], ...]
    verdict: str = ""
    """What a person said of it: ``fragment`` or ``no_fragment``."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a page."""

    specification: Specification
    parts: tuple[Part, ...]
    fields: tuple[tuple[str, Field], ...]
    added: tuple[str, ...] = ()
    """XPaths where a person found a specification that was not read."""
    wrong: frozenset[tuple[str, str]] = frozenset()
    """Names and values that a person called wrong."""

    @property
    def as_json(self) -> str:
        """All of it, as ``specdex extract`` prints it."""
        return json.dumps(to_json(self.specification), ensure_ascii=False, indent=1)

    @property
    def as_python(self) -> str:
        """A program that reads it."""
        return _program("reading", url=self.specification.url)

    @property
    def as_spider(self) -> str:
        """A Scrapy spider that reads it."""
        site = self.specification.site or "shop"
        letters = "".join(filter(str.isalnum, site.title())) or "Shop"
        name = letters if letters[0].isalpha() else f"Shop{letters}"
        places = ", ".join(part.fragment.xpath for part in self.parts) or NO_PLACE
        url = self.specification.url
        said = places.replace('"', "'")
        return _program("spider", name=name, places=said, site=site, url=url)


def _program(name: str, /, **words: str) -> str:
    """One of our own programs for a reader to take along, with its *words*."""
    file = files("specdex.web") / "templates" / f"{name}.py.tmpl"
    return file.read_text(encoding="utf-8").format(**words)


def reading(specification: Specification, decisions: Iterable[Decision] = ()) -> Reading:
    """*specification* with the names of its marks, and what people said of it."""
    said = list(decisions)
    verdicts = {each.other: each.kind.value for each in said if each.kind in _OF_FRAGMENTS}
    parts = tuple(_parts(specification, verdicts))
    known = {part.fragment.xpath for part in parts}
    return Reading(
        specification,
        parts,
        tuple((f"v{at}", field) for at, field in enumerate(specification.fields)),
        tuple(
            each.other
            for each in said
            if each.kind is DecisionKind.FRAGMENT and each.other not in known
        ),
        frozenset((each.other, each.value) for each in said if each.kind is DecisionKind.WRONG),
    )


_OF_FRAGMENTS = (DecisionKind.FRAGMENT, DecisionKind.NO_FRAGMENT)


def _parts(specification: Specification, verdicts: dict[str, str]) -> Iterator[Part]:
    number = 0
    for at, fragment in enumerate(specification.fragments):
        pairs = tuple((f"p{number + place}", pair) for place, pair in enumerate(fragment.pairs))
        number += len(pairs)
        yield Part(f"f{at}", fragment, pairs, verdicts.get(fragment.xpath, ""))


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
    sent = [each for each in form.getlist("file") if isinstance(each, UploadFile) and each.size]
    if not address and not sent:
        raise InputError("give the address of a page, or a file")
    if request.app.state.folder is None:
        raise InputError("this server was told no folder to keep tried pages in")
    path = Path(request.app.state.folder) / RUN
    with RunFolder(path) as run:
        request.app.state.runs[RUN] = path
        if address:
            url = _fetched(request, run, address)
            return back(request, "page", run=RUN, query={"url": url})
        urls, wrong = _taken(run, sent)
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


def _taken(run: RunFolder, sent: list[UploadFile]) -> tuple[list[str], list[str]]:
    """Keep the pages in what was *sent*; their addresses, and what could not be read."""
    urls: list[str] = []
    wrong: list[str] = []
    for given in sent:
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


SHOWN = 100
"""Pages in a list at a time."""
TOLD_FIELDS = ("name", "price", "availability")
"""Fields whose changes are told."""


@shown("/r/{run}/pages", "pages")
def pages(request: Request) -> Response:
    """The stored pages, of a site or kind, whose address holds some words."""
    site, kind, words = (text_of(request, name) for name in ("site", "kind", "q"))
    after = number_of(request, "after", 0)
    with opened(request) as run:
        wanted = figures.PageFilter(site, kind, words)
        found = figures.pages(run.store, wanted, after, SHOWN + 1)
        context = {
            "found": [page for _, page in found[:SHOWN]],
            "next": found[SHOWN - 1][0] if len(found) > SHOWN else 0,
            "asked": {"site": site, "kind": kind, "q": words},
            "after": after,
            "kinds": [each.value for each in PageKind if each.value],
        }
    return render(request, "pages.html", context)


@shown("/r/{run}/pages/one", "page")
def page(request: Request) -> Response:
    """One page: the page itself in a frame, and beside it what it says."""
    url = text_of(request, "url", longest=frames.LONGEST)
    with opened(request) as run:
        now = _stored(run, url)
        stored = _version(run, now, text_of(request, "version"))
        earlier = stored != now
        specification = _read(run, stored, earlier=earlier)
        context = {
            "stored": stored,
            "earlier": earlier,
            "version": version_of(stored),
            "versions": [(version_of(each), each) for each in versions(run.archive, url)],
            "changes": list(_changes(specification, _read(run, now))) if earlier else (),
            "reading": reading(specification, run.store.read(Decision, one=url)),
            "lit": text_of(request, "lit", longest=frames.LONGEST),
            "failures": list(run.store.read(Failure, url=url)),
        }
    return render(request, "pages_one.html", context)


@shown("/r/{run}/pages/framed", "framed")
def framed(request: Request) -> Response:
    """The page itself, harmless, for a frame: with *marks* unless told, and something *lit*."""
    url = text_of(request, "url", longest=frames.LONGEST)
    lit = text_of(request, "lit", longest=frames.LONGEST)
    with opened(request) as run:
        now = _stored(run, url)
        stored = _version(run, now, text_of(request, "version"))
        specification = _read(run, stored, earlier=stored != now)
        return frames.framed(run.load(stored), frames.marks_of(specification), lit)


def _stored(run: Run, url: str) -> StoredPage:
    found = next(run.store.read(StoredPage, url=url), None)
    if found is None:
        raise HTTPException(404, f"The run has no page {url!r}.")
    return found


def version_of(stored: StoredPage) -> str:
    """What addresses call a capture; it is looked up, never opened."""
    return f"{''.join(filter(str.isdigit, stored.file))}-{stored.offset}"


def _version(run: Run, now: StoredPage, name: str) -> StoredPage:
    """The capture of a page that the address names; the one that was read where it names none."""
    if not name or name == version_of(now):
        return now
    found = (each for each in versions(run.archive, now.url) if version_of(each) == name)
    chosen = next(found, None)
    if chosen is None:
        raise HTTPException(404, "The run has no such version of this page.")
    return replace(chosen, site=now.site, category=now.category, kind=now.kind)


def _read(run: Run, stored: StoredPage, *, earlier: bool = False) -> Specification:
    """What the run knows of the page; what it says now where nobody has read it."""
    known = None if earlier else next(run.store.read(Specification, url=stored.url), None)
    if known is not None:
        return known
    page: Page = run.load(stored)
    result = shipped()(page)
    return Specification(page.url) if isinstance(result, Failure) else result


def _changes(before: Specification, now: Specification) -> Iterator[tuple[str, str, str]]:
    """Name, value then and value now of what a page prints otherwise, or tells of its offer."""
    sides = (
        [
            *page.stated,
            *((each.name, each.value) for each in page.fields if each.name in TOLD_FIELDS),
        ]
        for page in (before, now)
    )
    return value_changes(*sides)
