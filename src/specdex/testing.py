"""For tests of plug-ins: small fakes, and the contract that every plug-in of a kind keeps.

A contract is a class of tests; derive from it, say how a plug-in is made, and let pytest find it::

    class TestMyEngine(EngineContract):
        def make_engine(self):
            return MyEngine()
"""
# ruff: noqa: S101, D102 - a contract is made of assertions, a test's name is its sentence

from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO, StringIO
from itertools import count, islice
from typing import Any

from specdex.errors import ProviderError
from specdex.ports import (
    Archive,
    BacklinkSource,
    Engine,
    Exporter,
    LinkGraph,
    SearchEngine,
    Store,
)
from specdex.records import (
    Backlink,
    Failure,
    Field,
    Fragment,
    FragmentKind,
    Page,
    Pair,
    SearchResult,
    Specification,
    StoredPage,
)
from specdex.runs import MemoryStore
from specdex.urls import host, is_web

__all__ = [
    "SPECIFICATION",
    "BacklinkSourceContract",
    "CannedBacklinks",
    "CannedSearchEngine",
    "EngineContract",
    "ExporterContract",
    "MemoryRun",
    "SearchEngineContract",
]

MANY = 100
STRANGE = ("", " ", '"', '"unclosed', "a\0b", "x" * 5000, "AND OR NOT *", "鍋 ☃ \u202e", "';--")
"""Queries and sites that nobody should ask for."""
SPECIFICATION = Specification(
    url="https://shop.example/kettle",
    id="kettle",
    site="shop.example",
    category="kettle",
    title="Kettle K1 | Shop",
    fragments=(
        Fragment(
            xpath="/html/body/table",
            kind=FragmentKind.TABLE,
            pairs=(
                Pair("Power", "2200 W", "Electrics", "/html/body/table/tr[1]/td", "structure", 0.9),
                Pair("Größe", '-5 "x" 7,\n8', xpath="/html/body/table/tr[2]/td", confidence=0.5),
            ),
            confidence=0.8,
        ),
    ),
    fields=(
        Field("name", "Kettle K1"),
        Field("brand", "Acme"),
        Field("price", "1.299,00 €"),
        Field("currency", "EUR"),
        Field("sku", "K-1"),
        Field("gtin", "4006381 333931"),
    ),
    failures=(Failure("https://shop.example/kettle", "extract", "one table was too wide"),),
)
"""A specification with a bit of everything."""


class _Canned:
    """A provider that knows the addresses for some questions, and fails for those told to."""

    def __init__(self, known: Mapping[str, Iterable[str]], broken: Iterable[str] = ()) -> None:
        self._known = {question: tuple(urls) for question, urls in known.items()}
        self._broken = frozenset(broken)
        self.asked: list[str] = []
        """The questions so far."""

    def _answer(self, question: str, limit: int) -> Sequence[str]:
        self.asked.append(question)
        if question in self._broken:
            raise ProviderError(f"no answer for {question!r}")
        return self._known.get(question, ())[:limit]


class CannedSearchEngine(_Canned):
    """A search engine that knows the results of some queries, and fails for those told to."""

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """The canned results, at most *limit*."""
        return tuple(map(SearchResult, self._answer(query, limit)))


class CannedBacklinks(_Canned):
    """A backlink source that knows who links to some sites, and fails for those told to."""

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """The canned backlinks, at most *limit*."""
        return tuple(Backlink(site, url) for url in self._answer(site, limit))


class MemoryRun:
    """A run that leaves no trace: its records and pages are kept in memory."""

    def __init__(self, store: Store | None = None) -> None:
        self.store: Store = store or MemoryStore()
        self.archive: Archive = MemoryArchive()


class MemoryArchive:
    """Keeps pages in a list."""

    def __init__(self) -> None:
        self._pages: list[Page] = []

    def append(self, page: Page) -> StoredPage:
        """Keep *page*; its place."""
        self._pages.append(page)
        place = len(self._pages) - 1
        return StoredPage(
            page.url, page.site, "memory", place, status=page.status, fetched=page.fetched
        )

    def append_all(self, pages: Sequence[Page]) -> Sequence[StoredPage]:
        """The same for several."""
        return list(map(self.append, pages))

    def load(self, stored: StoredPage) -> Page:
        """The page that lies there."""
        return self._pages[stored.offset]

    def close(self) -> None:
        """Nothing to let go of."""


class ExporterContract:
    """What every exporter does."""

    def make_exporter(self) -> Exporter:
        """The exporter."""
        raise NotImplementedError

    def export(self, *specifications: Specification) -> Any:
        """What the exporter writes: text, or bytes."""
        exporter = self.make_exporter()
        stream = BytesIO() if exporter.binary else StringIO(newline="")
        assert exporter.write(iter(specifications), stream) == len(specifications)
        return stream.getvalue()

    def test_it_is_an_exporter_with_endings(self) -> None:
        exporter = self.make_exporter()
        assert isinstance(exporter, Exporter)
        assert all(suffix.startswith(".") for suffix in exporter.suffixes)

    def test_it_writes_the_same_twice_and_leaves_the_stream_open(self) -> None:
        assert self.export(SPECIFICATION) == self.export(SPECIFICATION)

    def test_it_writes_nothing_and_bare_pages(self) -> None:
        self.export()
        self.export(Specification("https://a.example/"), SPECIFICATION)


class EngineContract:
    """What every engine does."""

    def make_engine(self) -> Engine:
        """The engine."""
        raise NotImplementedError

    def test_results_come_in_order(self) -> None:
        engine = self.make_engine()
        assert isinstance(engine, Engine)
        numbers = range(-50, 50)
        assert list(engine.map(abs, numbers)) == [abs(number) for number in numbers]
        assert list(engine.map(abs, [])) == []

    def test_an_endless_input_is_not_read_ahead_for_ever(self) -> None:
        results = iter(self.make_engine().map(abs, count()))
        assert list(islice(results, 20)) == list(range(20))
        getattr(results, "close", list)()

    def test_an_exception_is_raised_after_the_results_before_it(self) -> None:
        results = iter(self.make_engine().map(float, ["1", "2", "three", "4"]))
        assert [next(results), next(results)] == [1.0, 2.0]
        try:
            next(results)
        except ValueError as error:
            assert "three" in str(error)  # noqa: PT017 - no pytest in here
        else:
            raise AssertionError("the exception was swallowed")


class _ProviderContract:
    """What every provider does, whatever it is asked for."""

    def known(self) -> Mapping[str, Sequence[str]]:
        """What it knows: the addresses for each question."""
        raise NotImplementedError

    def asking(self, *, broken: bool = False) -> Callable[[str, int], Sequence[Any]]:
        """The question to a new provider, which may be one that cannot answer."""
        raise NotImplementedError

    def test_fewer_answers_are_the_first_of_more(self) -> None:
        question, urls = next(iter(self.known().items()))
        every = list(self.asking()(question, MANY))
        for limit in range(len(urls) + 1):
            assert list(self.asking()(question, limit)) == every[:limit]

    def test_asking_twice_gives_the_same(self) -> None:
        ask, question = self.asking(), next(iter(self.known()))
        assert ask(question, MANY) == ask(question, MANY)

    def test_what_nobody_mentions_is_not_found_and_no_error(self) -> None:
        for question in ('"ZZ-999"', "lonely.example"):
            assert list(self.asking()(question, MANY)) == []

    def test_strange_questions_are_survived(self) -> None:
        ask = self.asking()
        for question in STRANGE:
            try:
                ask(question, 3)
            except ProviderError as error:
                assert "\n" not in str(error), error  # noqa: PT017 - no pytest in here

    def test_no_answer_is_a_provider_error_of_one_line(self) -> None:
        try:
            self.asking(broken=True)(next(iter(self.known())), MANY)
        except ProviderError as error:
            assert str(error), "it says why"  # noqa: PT017 - no pytest in here
            assert "\n" not in str(error), error  # noqa: PT017 - the same
        else:
            raise AssertionError("it answered")


class SearchEngineContract(_ProviderContract):
    """What every search engine does."""

    RESULTS: Mapping[str, Sequence[str]] = {
        '"KX-101"': tuple(f"http://{name}.example/kx" for name in ("one", "two", "three", "four")),
        '"QY-202"': ("http://one.example/qy",),
    }
    """What the engine knows: the pages for each query."""

    def make_engine(self) -> SearchEngine:
        """An engine that finds RESULTS, and nothing else."""
        raise NotImplementedError

    def make_broken_engine(self) -> SearchEngine:
        """An engine that cannot answer."""
        raise NotImplementedError

    def known(self) -> Mapping[str, Sequence[str]]:
        return self.RESULTS

    def asking(self, *, broken: bool = False) -> Callable[[str, int], Sequence[Any]]:
        return (self.make_broken_engine() if broken else self.make_engine()).search

    def test_every_page_is_found_once(self) -> None:
        engine = self.make_engine()
        assert isinstance(engine, SearchEngine)
        for query, urls in self.RESULTS.items():
            results = engine.search(query, MANY)
            assert all(isinstance(each, SearchResult) for each in results)
            assert sorted(each.url for each in results) == sorted(urls)


class BacklinkSourceContract(_ProviderContract):
    """What every backlink source does; one that also knows where hubs link is held to that."""

    BACKLINKS: Mapping[str, Sequence[str]] = {
        "shop.example": ("http://hub.example/", "http://list.example/", "http://blog.example/"),
        "store.example": ("http://hub.example/",),
    }
    """What the source knows: the pages that link to each site."""

    def make_source(self) -> BacklinkSource:
        """A source that knows BACKLINKS, and nothing else."""
        raise NotImplementedError

    def make_broken_source(self) -> BacklinkSource:
        """A source that cannot answer."""
        raise NotImplementedError

    def known(self) -> Mapping[str, Sequence[str]]:
        return self.BACKLINKS

    def asking(self, *, broken: bool = False) -> Callable[[str, int], Sequence[Any]]:
        return (self.make_broken_source() if broken else self.make_source()).backlinks

    def test_every_page_is_named_once_beside_the_site_as_asked(self) -> None:
        source = self.make_source()
        assert isinstance(source, BacklinkSource)
        for site, urls in self.BACKLINKS.items():
            links = source.backlinks(site, MANY)
            assert all(isinstance(each, Backlink) and is_web(each.url) for each in links)
            assert sorted(each.url for each in links) == sorted(urls)
            assert {each.site for each in links} == {site}

    def test_hubs_link_to_other_sites(self) -> None:
        source = self.make_source()
        if isinstance(source, LinkGraph):
            hub = "http://hub.example/"
            found = source.forward([hub, "http://unknown.example/"], MANY)
            assert {key: sorted(sites) for key, sites in found.items()} == {
                hub: sorted(site for site, urls in self.BACKLINKS.items() if hub in urls)
            }
            assert host(hub) not in found[hub]
            assert list(source.forward([hub], 1)[hub]) == list(found[hub])[:1]
            assert not source.forward([], MANY)
