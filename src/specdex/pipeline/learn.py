"""The verbs learn and apply: a site's pages become wrappers, and wrappers read pages."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from itertools import chain
from pathlib import Path

from lxml import etree

from specdex.errors import InputError
from specdex.html import Document, parse, tree
from specdex.linkage import product_ids
from specdex.pipeline.extract import Extraction, load, page_of, shipped, uncollected
from specdex.ports import RunLike
from specdex.records import (
    Failure,
    NotLearned,
    Page,
    PageKind,
    ProductId,
    Specification,
    StoredPage,
    Wrapper,
    from_json,
    sound,
)
from specdex.records.wrappers import VERSION, Layout
from specdex.wrappers.apply import READER, Applier
from specdex.wrappers.health import check
from specdex.wrappers.knowledge import NOTHING, Knowledge
from specdex.wrappers.learner import Method, WrapperLearner
from specdex.wrappers.templates import recognises

__all__ = [
    "Application",
    "SiteWrapper",
    "broken_sites",
    "learn_run_site",
    "learn_sites",
    "read_wrappers",
    "wrapper_from_json",
]

DEFAULT_METHOD = Method.BOTH.value
MAX_PAGES = 200
"""A site is learned from so many of its pages at most; the wrapper reads them all."""


def learn_sites(
    pages: Iterable[Page],
    mapped: Extraction,
    method: str = DEFAULT_METHOD,
    knowledge: Knowledge = NOTHING,
) -> Iterator[Wrapper | NotLearned]:
    """The wrappers of each site among *pages*, and why there is none where there is none."""
    sites: dict[str, list[Document]] = {}
    for page in pages:
        sites.setdefault(page.site, []).append(parse(page, mapped.limits))
    for site, documents in sites.items():
        structural = [mapped.read(document) for document in documents]
        learner = WrapperLearner(method=method, knowledge=knowledge)
        missing = _fit(learner, site, list(zip(documents, structural, strict=True)))
        yield from learner.wrappers_
        yield from missing


def learn_run_site(
    run: RunLike,
    site: str,
    mapped: Extraction,
    method: str = DEFAULT_METHOD,
    knowledge: Knowledge | None = None,
) -> int:
    """Learn a site of a run and read its product pages again; how many answers changed.

    The structural answers were stored when the pages were extracted; *knowledge* is what other
    sites print, by default all others of the run. Everything is kept at one go: the wrappers, or
    why there is none, and what the pages say by them.
    """
    if knowledge is None:
        knowledge = Knowledge.of(run.store.read(Specification), without=site)
    said = {each.url: each for each in run.store.read(Specification, site=site)}
    stored = run.store.read(StoredPage, site=site, kind=PageKind.PRODUCT)
    # in which order pages came depends on when a crawl was stopped; what is learned must not
    pages = sorted((page for page in stored if page.url in said), key=_lot)
    learner = WrapperLearner(method=method, knowledge=knowledge)
    sample = list(_documents(run, pages[:MAX_PAGES], said, mapped))
    missing = _fit(learner, site, sample)
    changed: list[Specification] = []
    failures: list[Failure] = []
    if learner.wrappers_:
        # what was parsed to be learned from is read without being parsed again
        rest = _documents(run, pages[MAX_PAGES:], said, mapped)
        for document, before in chain(sample, rest):
            known = said[before.url]
            try:
                read = sound(Specification, learner.read(document, before))
            except Exception as error:  # noqa: BLE001 - whatever a page provokes, the others are read
                failures.append(Failure.of(known.url, "learn", error))
                continue
            if read.fragments != known.fragments:
                changed.append(replace(known, fragments=read.fragments))
    with run.store.transaction():
        run.store.replace(Wrapper, {"site": site}, learner.wrappers_)
        run.store.replace(NotLearned, {"site": site}, missing)
        run.store.add(failures)
        for each in changed:
            run.store.replace(ProductId, {"url": each.url}, product_ids(each))
        run.store.add(changed)
    return len(changed)


def _lot(page: StoredPage) -> bytes:
    """A place in line that only the address of *page* decides, whatever it is called."""
    return blake2b(page.url.encode("utf-8", "replace"), digest_size=8).digest()


def _fit(
    learner: WrapperLearner, site: str, sample: Sequence[tuple[Document, Specification]]
) -> list[NotLearned]:
    """Let *learner* learn *site* from *sample*; why wrappers are missing, if they are."""
    try:
        with uncollected():
            learner.fit([each for each, _ in sample], [before for _, before in sample])
    except Exception as error:  # noqa: BLE001 - whatever its pages provoke, other sites are learned
        learner.wrappers_ = ()
        return [NotLearned(site, Failure.of(site, "learn", error).reason, len(sample))]
    return [replace(each, site=site) for each in learner.not_learned_]


def _documents(
    run: RunLike, pages: Iterable[StoredPage], said: Mapping[str, Specification], mapped: Extraction
) -> Iterator[tuple[Document, Specification]]:
    """Each page that can be read, with its structural answer, which a wrapper may have replaced."""
    for page in pages:
        loaded = load(run, page)
        if isinstance(loaded, Page):
            document = parse(loaded, mapped.limits)
            before = said[page.url]
            again = mapped.read(document) if read_by_wrapper(before) else before
            yield document, again


def read_by_wrapper(specification: Specification) -> bool:
    """Whether a wrapper has a part in what *specification* says."""
    return any(pair.reader == READER for pair in specification.pairs)


def read_wrappers(path: Path) -> list[Wrapper]:
    """The wrappers in a file: one, or a line each as ``specdex learn`` prints them."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    try:
        return [wrapper_from_json(text)]
    except InputError:
        return [wrapper_from_json(line) for line in text.splitlines() if line.strip()]


def broken_sites(wrappers: Sequence[Wrapper], read: Iterable[Specification]) -> dict[str, str]:
    """The sites whose wrappers no longer read what they did when they were learned, and why.

    A site with several templates is broken when none of its wrappers is well.
    """
    by_site: dict[str, list[Specification]] = {}
    for each in read:
        by_site.setdefault(each.site, []).append(each)
    broken = {}
    for site, specifications in by_site.items():
        own = [each for each in wrappers if each.site in {site, ""} or not site]
        healths = [check(each, specifications) for each in own]
        if healths and not any(each.healthy for each in healths):
            broken[site] = healths[0].reason
    return broken


@dataclass(slots=True)
class Application:
    """What is mapped over pages: the wrapper of the page's site and template reads it.

    Only lxml's tree is made of a page; each wrapper's XPaths are compiled once.
    """

    wrappers: Sequence[Wrapper]
    _appliers: dict[str, list[Applier]] = field(default_factory=dict, init=False, repr=False)

    def __call__(self, page: Page | Failure) -> Specification | Failure:
        """The specification of *page*; a Failure passes through."""
        if isinstance(page, Failure):
            return page
        fitting = self._fitting(page.site)
        if not fitting:
            return Failure(page.url, "apply", f"no wrapper for the site {page.site}")
        try:
            root = tree(page)
            if isinstance(root, Failure):
                return root
            best = fitting[0]
            if len(fitting) > 1:
                best = min(fitting, key=lambda each: not recognises(each.wrapper.template, root))
            return best.apply(root, page)
        except Exception as error:  # noqa: BLE001 - whatever a page provokes, a batch goes on
            return Failure.of(page.url, "apply", error)

    def _fitting(self, site: str) -> list[Applier]:
        """The wrappers for pages of *site*, made ready once."""
        if site not in self._appliers:
            self._appliers[site] = [
                Applier(each)
                for each in self.wrappers
                if each.rules and (each.site in {site, ""} or not site)
            ]
        return self._appliers[site]


@dataclass(frozen=True)
class SiteWrapper:
    """The wrappers of one site, one a template, ready to read its pages; false without any."""

    wrappers: tuple[Wrapper, ...]
    reason: str = ""
    """Why there is none, in one sentence."""

    @classmethod
    def of(cls, pages: Iterable[Page], method: str = DEFAULT_METHOD) -> "SiteWrapper":
        """What *pages* of one site teach; an InputError where they are of several."""
        known = list(pages)
        sites = {page.site for page in known}
        if len(sites) != 1:
            names = ", ".join(sorted(map(str, sites))) or "none"
            raise InputError(f"a wrapper is learned from pages of one site, not of: {names}")
        learned = list(learn_sites(known, shipped(), method))
        reasons = [each.reason for each in learned if isinstance(each, NotLearned)]
        wrappers = tuple(each for each in learned if isinstance(each, Wrapper))
        return cls(wrappers, "" if wrappers else " ".join(reasons))

    def apply(self, page: str | bytes | Page, *, url: str = "") -> Specification:
        """The specification of another *page* of the site; never raises for what it holds."""
        asked = page_of(page, url)
        answer = self._application(asked)
        if isinstance(answer, Specification):
            return answer
        return Specification(asked.url, asked.id, asked.site, failures=(answer,))

    def __bool__(self) -> bool:
        return bool(self.wrappers)

    @cached_property
    def _application(self) -> Application:
        return Application(self.wrappers)


def wrapper_from_json(text: str) -> Wrapper:
    """The wrapper that *text* describes; an InputError says what is wrong with it."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise InputError(f"not a wrapper: not JSON: {error}") from error
    wrapper = from_json(Wrapper, data)
    if not 0 < wrapper.version <= VERSION:
        raise InputError(f"not a wrapper of version {VERSION}: version {wrapper.version}")
    for rule in wrapper.rules:
        _check(rule.names)
        if rule.layout is Layout.CELLS or rule.values:
            _check(rule.values)
    return wrapper


def _check(xpath: str) -> None:
    try:
        etree.XPath(xpath)
    except etree.XPathSyntaxError as error:
        raise InputError(f"not a wrapper: {xpath!r} is no XPath: {error}") from error
