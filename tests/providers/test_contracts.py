"""Every provider keeps the contract of its port."""

import gzip
import json

import pytest

from specdex.providers.backlink_sources.links import LinksFile
from specdex.providers.backlink_sources.local import LocalLinks
from specdex.providers.backlink_sources.moz import MozLinks, MozRpcLinks
from specdex.providers.backlink_sources.service import BacklinkService
from specdex.providers.backlink_sources.web_graph import WebGraph, index_web_graph
from specdex.providers.cache import Answers, RememberedBacklinks, RememberedSearch
from specdex.providers.search_engines.brave import BraveEngine
from specdex.providers.search_engines.local import IndexedPage, LocalIndex
from specdex.providers.search_engines.results import ResultsFile
from specdex.providers.search_engines.searxng import SearxngEngine
from specdex.testing import (
    BacklinkSourceContract,
    CannedBacklinks,
    CannedSearchEngine,
    SearchEngineContract,
)

DEAD = "http://127.0.0.1:9"


@pytest.fixture(autouse=True)
def _world(request, tmp_path, monkeypatch):
    monkeypatch.setenv("BRAVE_API_KEY", "BSA-test")
    monkeypatch.setenv("MOZ_API_TOKEN", "moz-test")
    if request.instance is not None:
        request.instance.folder = tmp_path


class Served:
    """A provider over HTTP, and the server that it asks."""

    @pytest.fixture(autouse=True)
    def _server(self, provider):
        provider.answer = self.answer
        self.url = provider.url


class TestSearxng(Served, SearchEngineContract):
    def answer(self, _path, asked):
        urls = self.RESULTS.get(asked.get("q"), ()) if asked["pageno"] == "1" else ()
        return 200, {"results": [{"url": url, "title": "t"} for url in urls]}

    def make_engine(self):
        return SearxngEngine(self.url)

    def make_broken_engine(self):
        return SearxngEngine(DEAD, timeout=2)


class TestBrave(Served, SearchEngineContract):
    def answer(self, _path, asked):
        urls = self.RESULTS.get(asked.get("q"), ()) if asked["offset"] == "0" else ()
        results = [{"url": url, "title": "t"} for url in urls]
        return 200, {"type": "search", "query": {}, "web": {"results": results}}

    def make_engine(self):
        return BraveEngine(self.url)

    def make_broken_engine(self):
        return BraveEngine(DEAD, timeout=2)


class TestLocalIndex(SearchEngineContract):
    def make_engine(self):
        engine = LocalIndex(str(self.folder))
        engine.add(
            IndexedPage(url, "Kettle", f"Model {query}")
            for query, urls in self.RESULTS.items()
            for url in urls
        )
        return engine

    def make_broken_engine(self):
        return LocalIndex(str(self.folder / "nowhere"))


class TestResultsFile(SearchEngineContract):
    def make_engine(self):
        path = self.folder / "results.jsonl"
        lines = (
            json.dumps({"query": query, "results": [{"url": url} for url in urls]})
            for query, urls in self.RESULTS.items()
        )
        path.write_text("\n".join(lines), encoding="utf-8")
        return ResultsFile(str(path))

    def make_broken_engine(self):
        return ResultsFile(str(self.folder / "nowhere"))


class TestRememberedSearch(SearchEngineContract):
    def make_engine(self):
        known = CannedSearchEngine(self.RESULTS)
        return RememberedSearch(known, Answers(self.folder / "answers.db", "canned"))

    def make_broken_engine(self):
        broken = CannedSearchEngine({}, broken=self.RESULTS)
        return RememberedSearch(broken, Answers(self.folder / "answers.db", "canned"))


class TestCannedSearch(SearchEngineContract):
    def make_engine(self):
        return CannedSearchEngine(self.RESULTS)

    def make_broken_engine(self):
        return CannedSearchEngine({}, broken=self.RESULTS)


class TestBacklinkService(Served, BacklinkSourceContract):
    def answer(self, _path, asked):
        urls = self.BACKLINKS.get(asked.get("site"), ())
        return 200, {"backlinks": [{"url": url} for url in urls]}

    def make_source(self):
        return BacklinkService(self.url)

    def make_broken_source(self):
        return BacklinkService(DEAD, timeout=2)


class TestMoz(Served, BacklinkSourceContract):
    def answer(self, _path, asked):
        urls = self.BACKLINKS.get(asked["target"], ())[: asked["limit"]]
        return 200, {"results": [{"source": {"page": url}} for url in urls]}

    def make_source(self):
        return MozLinks(self.url)

    def make_broken_source(self):
        return MozLinks(DEAD, timeout=2)


class TestMozRpc(Served, BacklinkSourceContract):
    def answer(self, _path, asked):
        data = asked["params"]["data"]
        urls = self.BACKLINKS.get(data["site_query"]["query"], ())[: data["offset"]["limit"]]
        links = [{"source_site_metrics": {"page": url}} for url in urls]
        return 200, {"result": {"links": links}}

    def make_source(self):
        return MozRpcLinks(self.url)

    def make_broken_source(self):
        return MozRpcLinks(DEAD, timeout=2)


class TestLocalLinks(BacklinkSourceContract):
    def make_source(self):
        source = LocalLinks(str(self.folder))
        pages = {url for urls in self.BACKLINKS.values() for url in urls}
        source.add(
            (page, [site for site, urls in self.BACKLINKS.items() if page in urls])
            for page in sorted(pages)
        )
        return source

    def make_broken_source(self):
        return LocalLinks(str(self.folder / "nowhere"))


class TestLinksFile(BacklinkSourceContract):
    def make_source(self):
        path = self.folder / "links.csv"
        rows = [f"{site},{url}" for site, urls in self.BACKLINKS.items() for url in urls]
        path.write_text("\n".join(["site,url", *rows]), encoding="utf-8")
        return LinksFile(str(path))

    def make_broken_source(self):
        return LinksFile(str(self.folder / "nowhere"))


class TestWebGraph(BacklinkSourceContract):
    def make_source(self):
        hosts = ["hub.example", "list.example", "blog.example", *self.BACKLINKS]
        edges = [
            (hosts.index(url.split("/")[2]), hosts.index(site))
            for site, urls in self.BACKLINKS.items()
            for url in urls
        ]
        folder = self.folder / "graph"
        folder.mkdir(exist_ok=True)
        names = (".".join(reversed(each.split("."))) for each in hosts)
        for name, lines in (
            ("vertices", (f"{at}\t{each}\n" for at, each in enumerate(names))),
            ("edges", (f"{one}\t{other}\n" for one, other in edges)),
        ):
            (folder / f"{name}.txt.gz").write_bytes(gzip.compress("".join(lines).encode()))
        index_web_graph(folder)
        return WebGraph(str(folder))

    def make_broken_source(self):
        return WebGraph(str(self.folder / "nowhere"))


class TestRememberedBacklinks(BacklinkSourceContract):
    def make_source(self):
        known = CannedBacklinks(self.BACKLINKS)
        return RememberedBacklinks(known, Answers(self.folder / "answers.db", "canned"))

    def make_broken_source(self):
        broken = CannedBacklinks({}, broken=self.BACKLINKS)
        return RememberedBacklinks(broken, Answers(self.folder / "answers.db", "canned"))


class TestCannedBacklinks(BacklinkSourceContract):
    def make_source(self):
        return CannedBacklinks(self.BACKLINKS)

    def make_broken_source(self):
        return CannedBacklinks({}, broken=self.BACKLINKS)
