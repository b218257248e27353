"""For tests of plug-ins: small fakes, and the contract that every plug-in of a kind keeps.

A contract is a class of tests; derive from it, say how a plug-in is made, and let pytest find it::

    class TestMyStore(StoreContract):
        def make_store(self):
            return MyStore()
"""
# ruff: noqa: S101, D102 - a contract is made of assertions, a test's name is its sentence

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from io import BytesIO, StringIO
from itertools import count, islice
from typing import Any

from specdex.errors import InputError, ProviderError
from specdex.ports import Archive, Engine, Exporter, PageSource, Recorder, Store
from specdex.provider_contracts import BacklinkSourceContract, SearchEngineContract
from specdex.records import (
    Backlink,
    Failure,
    Field,
    Fragment,
    FragmentKind,
    Match,
    Page,
    PageKind,
    Pair,
    ProductId,
    SearchResult,
    Sight,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    Visit,
    Vote,
)

__all__ = [
    "SPECIFICATION",
    "ArchiveContract",
    "BacklinkSourceContract",
    "CannedBacklinks",
    "CannedSearchEngine",
    "EngineContract",
    "ExporterContract",
    "PageSourceContract",
    "RecorderContract",
    "SearchEngineContract",
    "StoreContract",
]

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


class CannedSearchEngine:
    """A search engine that knows the results of some queries, and fails for those told to."""

    def __init__(self, results: Mapping[str, Iterable[str]], broken: Iterable[str] = ()) -> None:
        self._results = {query: tuple(urls) for query, urls in results.items()}
        self._broken = frozenset(broken)
        self.asked: list[str] = []
        """The queries so far."""

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """The canned results, at most *limit*."""
        self.asked.append(query)
        if query in self._broken:
            raise ProviderError(f"no answer for {query!r}")
        return tuple(SearchResult(url) for url in self._results.get(query, ())[:limit])


class CannedBacklinks:
    """A backlink source that knows who links to some sites, and fails for those told to."""

    def __init__(self, backlinks: Mapping[str, Iterable[str]], broken: Iterable[str] = ()) -> None:
        self._backlinks = {site: tuple(urls) for site, urls in backlinks.items()}
        self._broken = frozenset(broken)
        self.asked: list[str] = []
        """The sites so far."""

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """The canned backlinks, at most *limit*."""
        self.asked.append(site)
        if site in self._broken:
            raise ProviderError(f"no answer for {site!r}")
        return tuple(Backlink(site, url) for url in self._backlinks.get(site, ())[:limit])


class StoreContract:
    """What every store does."""

    def make_store(self) -> Store:
        """An empty store."""
        raise NotImplementedError

    def test_it_is_a_store(self) -> None:
        with self.make_store() as store:
            assert isinstance(store, Store)

    def test_every_kind_comes_back_as_it_was(self) -> None:
        kept = [
            Site("a.example", SiteStatus.ACCEPTED, "kettle", 0.25, 2, crawled=True, reason="it's"),
            Vote("a.example", "search", "K-1", 0.5, 2),
            StoredPage("https://a.example/1", "a.example", "w.gz", 5, 7, kind=PageKind.PRODUCT),
            SPECIFICATION,
            ProductId("4006381333931", "gtin", "a.example", "https://a.example/1", 0.5),
            Failure("https://a.example/1", "fetch", "it did not answer"),
        ]
        with self.make_store() as store:
            assert store.add(kept) == len(kept)
            for record in kept:
                assert list(store.read(type(record))) == [record]

    def test_adding_again_changes_nothing(self) -> None:
        with self.make_store() as store:
            assert store.add([Site("a.example"), Site("a.example")]) == 1
            assert store.add([Site("a.example")]) == 0
            assert store.count(Site) == 1

    def test_a_known_key_is_replaced_in_its_place(self) -> None:
        with self.make_store() as store:
            store.add([Site("a.example"), Site("b.example")])
            assert store.add([Site("c.example"), Site("a.example", score=0.5)]) == 1
            assert [(site.host, site.score) for site in store.read(Site)] == [
                ("a.example", 0.5),
                ("b.example", 0.0),
                ("c.example", 0.0),
            ]

    def test_where_selects_by_any_field(self) -> None:
        with self.make_store() as store:
            pages = [
                StoredPage(f"https://a.example/{number}", "a.example", kind=kind, depth=number)
                for number, kind in enumerate((PageKind.INDEX, PageKind.PRODUCT, PageKind.PRODUCT))
            ]
            store.add([*pages, SPECIFICATION, replace(SPECIFICATION, url="x", fragments=())])
            assert list(store.read(StoredPage, kind=PageKind.PRODUCT)) == pages[1:]
            assert list(store.read(StoredPage, kind="product", depth=2)) == pages[2:]
            assert store.count(StoredPage, kind=PageKind.PRODUCT) == len(pages[1:])
            assert store.count(StoredPage, site="'; DROP TABLE pages; --") == 0
            assert store.count(Specification, fragments=SPECIFICATION.fragments) == 1

    def test_what_cannot_be_asked_is_an_input_error(self) -> None:
        with self.make_store() as store:
            _refuses(lambda: store.add([Site("a.example"), object()]), "object")
            _refuses(lambda: list(store.read(Page)), "Page")
            _refuses(lambda: list(store.read(Site, colour="red")), "colour")
            _refuses(lambda: store.count(Site, round="second"), "round")
            assert store.count(Site) == 0, "all or none"

    def test_a_failing_iterable_adds_nothing(self) -> None:
        def failing() -> Iterable[Any]:
            yield Site("a.example")
            raise ValueError

        with self.make_store() as store:
            try:
                store.add(failing())
            except ValueError:
                assert store.count(Site) == 0
            else:
                raise AssertionError("the exception was swallowed")

    def test_what_is_replaced_is_gone_within_its_scope_only(self) -> None:
        with self.make_store() as store:
            store.add([Match("a", "b", category="kettle"), Match("c", "d", category="tractor")])
            new = [Match("e", "f", category="kettle"), Match("a", "b", 0.5, category="kettle")]
            store.replace(Match, {"category": "kettle"}, new)
            assert list(store.read(Match, category="kettle")) == new
            assert list(store.read(Match, category="tractor")) == [
                Match("c", "d", category="tractor")
            ]
            store.replace(Match, {}, [])
            assert store.count(Match) == 0

    def test_what_lies_outside_the_scope_changes_nothing(self) -> None:
        with self.make_store() as store:
            store.add([Match("a", "b", category="kettle")])
            scope = {"category": "kettle"}
            _refuses(lambda: store.replace(Match, scope, [Match("c", "d")]), "category")
            _refuses(lambda: store.replace(Match, scope, [Site("a.example")]), "Site")
            _refuses(lambda: store.replace(Match, {"colour": "red"}, []), "colour")
            assert store.count(Match) == 1

    def test_a_transaction_is_kept_whole_or_not_at_all(self) -> None:
        with self.make_store() as store:
            store.add([Site("a.example")])
            with suppress(ValueError), store.transaction():
                store.replace(Site, {}, [Site("b.example")])
                store.add([Failure("u", "fetch", "no answer")])
                raise ValueError
            assert list(store.read(Site)) == [Site("a.example")]
            assert store.count(Failure) == 0
            with store.transaction():
                store.replace(Site, {}, [Site("b.example")])
                store.add([Failure("u", "fetch", "no answer")])
            assert list(store.read(Site)) == [Site("b.example")]
            assert store.count(Failure) == 1

    def test_many_records_stream_while_more_are_added(self) -> None:
        with self.make_store() as store:
            sites = [Site(f"{number}.example") for number in range(1200)]
            store.add(sites)
            reading = store.read(Site)
            assert list(islice(reading, 3)) == sites[:3]
            store.add([Site("late.example"), Failure("u", "fetch", "late")])
            rest = [site for site in reading if site.host != "late.example"]
            assert rest == sites[3:]


class ArchiveContract:
    """What every archive does."""

    def make_archive(self) -> Archive:
        """An empty archive."""
        raise NotImplementedError

    def test_pages_come_back_as_they_were(self) -> None:
        pages = [
            Page("https://a.example/ä b?q=1", b"<p>one", "1", "a.example", "kettle"),
            Page("https://a.example/2", b"", content_type="text/html; charset=latin-1", status=404),
            Page("https://a.example/3", bytes(range(256)) * 999, encoding="cp1252"),
            Page("file:///home/page.html", b"<p>", fetched="2024-02-29T12:00:00+00:00"),
            Page("", b"<p>"),
        ]
        archive = self.make_archive()
        assert isinstance(archive, Archive)
        stored = [archive.append(page) for page in pages]
        assert [archive.load(place) for place in stored] == pages
        together = archive.append_all(pages)
        assert [archive.load(place) for place in together] == pages
        assert not archive.append_all([])
        archive.close()
        assert [(place.url, place.status) for place in stored] == [
            (page.url, page.status) for page in pages
        ]


class RecorderContract:
    """What every recorder does."""

    def make_recorder(self) -> Recorder:
        """A recorder; each that is made keeps its pages where the one before kept them."""
        raise NotImplementedError

    def test_a_page_is_recalled_by_where_it_was_asked_for_and_where_it_was_found(self) -> None:
        recorder = self.make_recorder()
        assert isinstance(recorder, Recorder)
        page, sight = _moved("old", "new")
        assert recorder.recall(page.url) is None
        recorder.record(page, sight)
        recorder.fail(Failure("https://a.example/gone", "fetch", "it did not answer"))
        for each in (recorder, self.make_recorder()):
            assert each.recall("https://a.example/old") == page
            assert each.recall("https://a.example/new") == page
            assert each.recall("https://a.example/gone") is None
            each.close()

    def test_what_comes_together_is_recalled_at_once_and_safe_in_the_end(self) -> None:
        recorder = self.make_recorder()
        pages = [_moved(f"old/{number}", f"new/{number}") for number in range(5)]
        with recorder.together():
            for page, sight in pages:
                recorder.record(page, sight)
                assert recorder.recall(sight.visit.url) == page
                assert recorder.recall(page.url) == page
            recorder.fail(Failure("https://a.example/gone", "fetch", "it did not answer"))
        for each in (self.make_recorder(), recorder):
            assert [each.recall(sight.visit.url) for _, sight in pages] == [
                page for page, _ in pages
            ]
            each.close()

    def test_what_came_before_an_exception_is_kept(self) -> None:
        recorder = self.make_recorder()
        page, sight = _moved("old", "new")
        with suppress(ZeroDivisionError), recorder.together():
            recorder.record(page, sight)
            recorder.record(*_moved("old", str(1 / 0)))
        for each in (self.make_recorder(), recorder):
            assert each.recall(page.url) == page
            each.close()


def _moved(asked: str, found: str) -> tuple[Page, Sight]:
    """A page that was *found* elsewhere than it was *asked* for."""
    page = Page(
        f"https://a.example/{found}",
        b"<p>" + found.encode(),
        site="a.example",
        fetched="2024-02-29T12:00:00+00:00",
    )
    return page, Sight(Visit(f"https://a.example/{asked}", "a.example"), PageKind.PRODUCT, "kettle")


class PageSourceContract:
    """What every page source does."""

    def make_source(self) -> PageSource:
        """The page source."""
        raise NotImplementedError

    def write_page(self, url: str, html: str) -> str:
        """Put one page where the source can read it; the location."""
        raise NotImplementedError

    def test_a_page_comes_back(self) -> None:
        source = self.make_source()
        assert isinstance(source, PageSource)
        location = self.write_page("https://a.example/1", "<p>Größe")
        (page,) = source.pages(location)
        assert isinstance(page, Page)
        assert page.body.decode("utf-8") == "<p>Größe"
        assert page.id
        assert page.url

    def test_a_missing_location_is_an_input_error(self) -> None:
        _refuses(lambda: list(self.make_source().pages("/no/such/place")), "/no/such/place")


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


def _refuses(call: Any, word: str) -> None:
    """Check that *call* raises an InputError that mentions *word*."""
    try:
        call()
    except InputError as error:
        assert word in str(error), error  # noqa: PT017 - no pytest in here
    else:
        raise AssertionError(f"{word} was accepted")
