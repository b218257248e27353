"""Pages: any stored page as it was fetched, with what was read from it marked."""

from dataclasses import replace

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from specdex.pipeline.extract import shipped
from specdex.records import Decision, Failure, Page, PageKind, Specification, StoredPage
from specdex.runs import Run, figures
from specdex.runs.versions import versions
from specdex.web import frames
from specdex.web.layout import number_of, opened, render, text_of
from specdex.web.reading import reading
from specdex.web.security import shown

__all__ = ["framed", "page", "pages"]

NAV = "Pages"
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
            "changes": _changes(specification, _read(run, now)) if earlier else (),
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


def _changes(before: Specification, now: Specification) -> list[tuple[str, str, str]]:
    """Name, value then and value now of what a page prints otherwise."""
    old, new = (
        {pair.name: pair.value for pair in reversed(each.pairs)}
        | {field.name: field.value for field in each.fields if field.name in TOLD_FIELDS}
        for each in (before, now)
    )
    return [
        (name, old.get(name, ""), new.get(name, ""))
        for name in dict.fromkeys((*old, *new))
        if old.get(name) != new.get(name)
    ]
