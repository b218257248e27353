"""The verbs learn and apply: a site's pages become wrappers, and wrappers read pages."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from itertools import chain
from pathlib import Path

from lxml import etree

from specdex.errors import InputError
from specdex.groups import by_key
from specdex.html import Document, parse, tree
from specdex.linkage import product_ids
from specdex.page_sources.streams import text_of
from specdex.pipeline.extract import LOST, Extraction, load, page_of, shipped, uncollected
from specdex.ports import Engine, RunLike, Store
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
    json_of,
    sound,
)
from specdex.records.wrappers import VERSION, Layout
from specdex.wrappers.apply import READER, Applier
from specdex.wrappers.health import check
from specdex.wrappers.knowledge import NOTHING, Knowledge, Teachers
from specdex.wrappers.learner import Method, WrapperLearner
from specdex.wrappers.templates import recognises

__all__ = [
    "Application",
    "RunLearning",
    "SiteLearning",
    "SiteWrapper",
    "broken_sites",
    "learn_here",
    "learn_run_site",
    "learn_sites",
    "read_wrappers",
    "wrapper_from_json",
]

DEFAULT_METHOD = Method.BOTH.value
MAX_PAGES = 200
"""A site is learned from so many of its pages at most; the wrapper reads them all."""


@dataclass(frozen=True, slots=True)
class SiteLearning:
    """What is mapped over sites: their pages become wrappers. Picklable, and never raises."""

    mapped: Extraction
    method: str = DEFAULT_METHOD
    knowledge: Knowledge = NOTHING

    @uncollected()
    def __call__(self, pages: Sequence[Page]) -> list[Wrapper | NotLearned]:
        """The wrappers of the one site of *pages*, and why there is none where there is none."""
        documents = [parse(page, self.mapped.limits) for page in pages]
        sample = [(each, self.mapped.read(each)) for each in documents]
        learner = WrapperLearner(method=self.method, knowledge=self.knowledge)
        missing = _fit(learner, pages[0].site, sample)
        return [*learner.wrappers_, *missing]

    def lost(self, pages: Sequence[Page]) -> list[Wrapper | NotLearned]:
        """What is said of a site whose pages killed their worker."""
        return [NotLearned(pages[0].site, LOST, len(pages))]


def learn_sites(
    pages: Iterable[Page], learning: SiteLearning, engine: Engine | None = None
) -> Iterator[Wrapper | NotLearned]:
    """The wrappers of each site among *pages*, and why there is none where there is none."""
    own = by_key((page.site, page) for page in pages).values()
    return chain.from_iterable(engine.map(learning, own) if engine else map(learning, own))


@dataclass(frozen=True, slots=True)
class Learned:
    """What became of a site: wrappers or why there are none, and what its pages say by them."""

    site: str
    wrappers: tuple[Wrapper, ...] = ()
    missing: tuple[NotLearned, ...] = ()
    changed: tuple[Specification, ...] = ()
    failures: tuple[Failure, ...] = ()

    def keep(self, store: Store) -> None:
        """Keep all of it in *store* at one go."""
        with store.transaction():
            store.replace(Wrapper, {"site": self.site}, self.wrappers)
            store.replace(NotLearned, {"site": self.site}, self.missing)
            store.add(self.failures)
            for each in self.changed:
                store.replace(ProductId, {"url": each.url}, product_ids(each))
            store.add(self.changed)


@dataclass(frozen=True, slots=True)
class RunLearning:
    """How the sites of a run, or of a shard of it, are learned and read again. Picklable.

    The structural answers were stored when the pages were extracted; *taught* is what other sites
    print, and *teaches* what each of them has itself taught, to be left out: None where its pages
    are to be asked.
    """

    mapped: Extraction
    taught: Teachers | Knowledge = NOTHING
    teaches: Mapping[str, Knowledge | None] = field(default_factory=dict)
    method: str = DEFAULT_METHOD

    @uncollected()
    def __call__(self, run: RunLike, site: str) -> Learned:
        """What becomes of a *site* of *run*."""
        said = {each.url: each for each in run.store.read(Specification, site=site)}
        pages, taught = _product_pages(run, site, said), self.taught
        if isinstance(taught, Teachers):
            own = self.teaches.get(site, NOTHING)
            taught = taught.without(Knowledge.of(said.values()) if own is None else own)
        learner = WrapperLearner(method=self.method, knowledge=taught)
        sample = list(self._documents(run, pages[:MAX_PAGES], said))
        missing = _fit(learner, site, sample)
        changed: list[Specification] = []
        failures: list[Failure] = []
        # what was parsed to be learned from is read without being parsed again
        rest = self._documents(run, pages[MAX_PAGES:], said)
        for document, before in chain(sample, rest) if learner.wrappers_ else ():
            known = said[before.url]
            try:
                read = sound(Specification, learner.read(document, before))
            except Exception as error:  # noqa: BLE001 - whatever a page provokes, the others are read
                failures.append(Failure.of(known.url, "learn", error))
                continue
            if read.fragments != known.fragments:
                changed.append(replace(known, fragments=read.fragments))
        found = tuple(learner.wrappers_), tuple(missing), tuple(changed), tuple(failures)
        return Learned(site, *found)

    @staticmethod
    def lost(run: RunLike, site: str) -> Learned:
        """What is said of a *site* whose pages killed their workers."""
        known = {each.url for each in run.store.read(Specification, site=site)}
        count = len(_product_pages(run, site, known))
        return Learned(site, missing=(NotLearned(site, LOST, count),))

    def _documents(
        self, run: RunLike, pages: Iterable[StoredPage], said: Mapping[str, Specification]
    ) -> Iterator[tuple[Document, Specification]]:
        """Each page that can be read, with its structural answer."""
        for page in pages:
            loaded = load(run, page)
            if isinstance(loaded, Page):
                document = parse(loaded, self.mapped.limits)
                before = said[page.url]
                again = self.mapped.read(document) if read_by_wrapper(before) else before
                yield document, again


def learn_run_site(run: RunLike, site: str, mapped: Extraction) -> int:
    """Learn a site of a run and read its product pages again; how many answers changed.

    What other sites print is what all others of the run do. Everything is kept at one go.
    """
    others = Knowledge.of(run.store.read(Specification), without=site)
    return learn_here([site], run, RunLearning(mapped, others))[site]


def learn_here(
    sites: Iterable[str],
    run: RunLike,
    learning: RunLearning,
    watch: Callable[[], None] = lambda: None,
) -> dict[str, int]:
    """Learn *sites* of *run* in this process, all kept at one go; how many answers changed."""
    found = []
    for site in sites:
        found.append(learning(run, site))
        watch()
    with run.store.transaction():
        for each in found:
            each.keep(run.store)
    return {each.site: len(each.changed) for each in found}


def _product_pages(run: RunLike, site: str, known: Container[str]) -> list[StoredPage]:
    """Where those product pages of *site* lie whose addresses are *known*.

    In which order pages came depends on when a crawl was stopped; what is learned must not.
    """
    stored = run.store.read(StoredPage, site=site, kind=PageKind.PRODUCT)
    return sorted((page for page in stored if page.url in known), key=_lot)


def _lot(page: StoredPage) -> bytes:
    """A place in line that only the address of *page* decides, whatever it is called."""
    return blake2b(page.url.encode("utf-8", "replace"), digest_size=8).digest()


def _fit(
    learner: WrapperLearner, site: str, sample: Sequence[tuple[Document, Specification]]
) -> list[NotLearned]:
    """Let *learner* learn *site* from *sample*; why wrappers are missing, if they are."""
    try:
        learner.fit([each for each, _ in sample], [before for _, before in sample])
    except Exception as error:  # noqa: BLE001 - whatever its pages provoke, other sites are learned
        learner.wrappers_ = ()
        return [NotLearned(site, Failure.of(site, "learn", error).reason, len(sample))]
    return [replace(each, site=site) for each in learner.not_learned_]


def read_by_wrapper(specification: Specification) -> bool:
    """Whether a wrapper has a part in what *specification* says."""
    return any(pair.reader == READER for pair in specification.pairs)


def read_wrappers(path: Path) -> list[Wrapper]:
    """The wrappers in a file: one, or a line each as ``specdex learn`` prints them."""
    text = text_of(path)
    try:
        return [wrapper_from_json(text)]
    except InputError:
        return [wrapper_from_json(line) for line in text.splitlines() if line.strip()]


def broken_sites(wrappers: Sequence[Wrapper], read: Iterable[Specification]) -> dict[str, str]:
    """The sites whose wrappers no longer read what they did when they were learned, and why.

    A site with several templates is broken when none of its wrappers is well.
    """
    broken = {}
    for site, specifications in by_key((each.site, each) for each in read).items():
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
        with uncollected():
            try:
                return self._read(page, fitting)
            except Exception as error:  # noqa: BLE001 - whatever a page provokes, a batch goes on
                return Failure.of(page.url, "apply", error)

    def lost(self, page: Page | Failure) -> Failure:
        """What is said of a *page* that killed its worker."""
        return page if isinstance(page, Failure) else Failure(page.url, "apply", LOST)

    def _read(self, page: Page, fitting: Sequence[Applier]) -> Specification | Failure:
        root = tree(page)
        if isinstance(root, Failure):
            return root
        best = fitting[0]
        if len(fitting) > 1:
            best = min(fitting, key=lambda each: not recognises(each.wrapper.template, root))
        return best.apply(root, page)

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
        learned = SiteLearning(shipped(), method)(known)
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
        data = json_of(text)
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
