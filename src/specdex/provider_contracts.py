"""The contracts of search engines and backlink sources; ``specdex.testing`` hands them out."""
# ruff: noqa: S101, D102 - a contract is made of assertions, a test's name is its sentence

from collections.abc import Callable, Mapping, Sequence

from specdex.errors import ProviderError
from specdex.ports import BacklinkSource, LinkGraph, SearchEngine
from specdex.records import Backlink, SearchResult
from specdex.urls import host, is_web

__all__ = ["BacklinkSourceContract", "SearchEngineContract"]

MANY = 100
STRANGE = ("", " ", '"', '"unclosed', "a\0b", "x" * 5000, "AND OR NOT *", "鍋 ☃ \u202e", "';--")
"""Queries and sites that nobody should ask for."""


class SearchEngineContract:
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

    def test_it_is_a_search_engine(self) -> None:
        assert isinstance(self.make_engine(), SearchEngine)

    def test_every_page_is_found_once(self) -> None:
        engine = self.make_engine()
        for query, urls in self.RESULTS.items():
            results = engine.search(query, MANY)
            assert all(isinstance(each, SearchResult) for each in results)
            assert sorted(each.url for each in results) == sorted(urls)

    def test_fewer_results_are_the_first_of_more(self) -> None:
        query, urls = next(iter(self.RESULTS.items()))
        every = list(self.make_engine().search(query, MANY))
        for limit in range(len(urls) + 1):
            assert list(self.make_engine().search(query, limit)) == every[:limit]

    def test_asking_twice_gives_the_same(self) -> None:
        engine = self.make_engine()
        query = next(iter(self.RESULTS))
        assert engine.search(query, MANY) == engine.search(query, MANY)

    def test_what_nobody_mentions_is_not_found_and_no_error(self) -> None:
        assert list(self.make_engine().search('"ZZ-999"', MANY)) == []

    def test_strange_queries_are_survived(self) -> None:
        engine = self.make_engine()
        for query in STRANGE:
            _survived(lambda query=query: engine.search(query, 3))  # type: ignore[misc]

    def test_no_answer_is_a_provider_error_of_one_line(self) -> None:
        engine = self.make_broken_engine()
        _fails(lambda: engine.search(next(iter(self.RESULTS)), MANY))


class BacklinkSourceContract:
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

    def test_it_is_a_backlink_source(self) -> None:
        assert isinstance(self.make_source(), BacklinkSource)

    def test_every_page_is_named_once_beside_the_site_as_asked(self) -> None:
        source = self.make_source()
        for site, urls in self.BACKLINKS.items():
            links = source.backlinks(site, MANY)
            assert all(isinstance(each, Backlink) and is_web(each.url) for each in links)
            assert sorted(each.url for each in links) == sorted(urls)
            assert {each.site for each in links} == {site}

    def test_fewer_pages_are_the_first_of_more(self) -> None:
        site, urls = next(iter(self.BACKLINKS.items()))
        every = list(self.make_source().backlinks(site, MANY))
        for limit in range(len(urls) + 1):
            assert list(self.make_source().backlinks(site, limit)) == every[:limit]

    def test_a_site_that_nobody_links_to_has_none_and_no_error(self) -> None:
        assert list(self.make_source().backlinks("lonely.example", MANY)) == []

    def test_strange_sites_are_survived(self) -> None:
        source = self.make_source()
        for site in STRANGE:
            _survived(lambda site=site: source.backlinks(site, 3))  # type: ignore[misc]

    def test_no_answer_is_a_provider_error_of_one_line(self) -> None:
        source = self.make_broken_source()
        _fails(lambda: source.backlinks(next(iter(self.BACKLINKS)), MANY))

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


def _survived(ask: Callable[[], object]) -> None:
    """Check that *ask* answers, or says in a ProviderError that it does not."""
    try:
        ask()
    except ProviderError as error:
        assert "\n" not in str(error), error  # noqa: PT017 - no pytest in here


def _fails(ask: Callable[[], object]) -> None:
    try:
        ask()
    except ProviderError as error:
        assert str(error), "it says why"  # noqa: PT017 - no pytest in here
        assert "\n" not in str(error), error  # noqa: PT017 - the same
    else:
        raise AssertionError("it answered")
