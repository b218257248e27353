"""A small run with two shops, a hub and a site that nobody wanted."""

from dataclasses import dataclass

import pytest

from specdex.cli import main
from specdex.pipeline.crawl import RunRecorder
from specdex.records import (
    Failure,
    Fragment,
    FragmentKind,
    Page,
    PageKind,
    Pair,
    ProductId,
    Sight,
    Site,
    SiteStatus,
    Specification,
    Visit,
    Vote,
)
from specdex.runs import RunFolder

PAGES = [
    ("http://a.example/", PageKind.HOME, "<title>A</title><a href='/k1'>K</a>"),
    ("http://a.example/k1", PageKind.PRODUCT, "<title>Kettle KX-100</title><p>KX-100 boils"),
    ("http://b.example/k1", PageKind.PRODUCT, "<title>B</title><p>The KX100 kettle"),
    (
        "http://hub.example/links",
        PageKind.OTHER,
        (
            "<title>Shops</title><a href='http://www.a.example/'>A</a><a href='//b.example/x'>B</a>"
            "<a href='http://sub.hub.example/'>me</a><a href='mailto:x@b.example'>mail</a>"
        ),
    ),
]


def specification(url, site, *names):
    pairs = tuple(Pair(name, "1") for name in names)
    fragments = (Fragment("/html/body", FragmentKind.TABLE, pairs),) if pairs else ()
    return Specification(url, site=site, category="kettle", fragments=fragments)


@pytest.fixture
def run(tmp_path):
    path = tmp_path / "run"
    recorder = RunRecorder(path)
    for url, kind, html in PAGES:
        site = url.split("/")[2]
        page = Page(url, html.encode(), content_type="text/html", site=site)
        recorder.record(page, Sight(Visit(url, site), kind, "kettle"))
    recorder.record(
        Page("http://a.example/gone", b"<p>KX-100", status=404),
        Sight(Visit("http://a.example/gone", "a.example")),
    )
    recorder.close()
    with RunFolder(path) as folder:
        folder.store.add(
            [
                Site("a.example", SiteStatus.SEED, "kettle", 1.0, crawled=True, reason="given"),
                Site("b.example", SiteStatus.ACCEPTED, "kettle", 0.75, 1, crawled=True,
                     reason="1 of 1 product pages have a specification"),
                Site("c.example", SiteStatus.REJECTED, "kettle", 0.5, 1,
                     reason="home page: it has no basket"),
                *(Vote("b.example", "search", code, 0.25) for code in ("KX-100", "KX-200")),
                Vote("c.example", "search", "KX-100", 0.25),
                Vote("d.example", "search", "KX-300", 0.25),
                Vote("b.example", "backlink", "http://hub.example/links", 0.4),
                Vote("c.example", "backlink", "http://hub.example/links", 0.4),
                Vote("c.example", "backlink", "http://hub.example/more", 0.6),
                specification("http://a.example/k1", "a.example", "Power", "Colour"),
                specification("http://b.example/k1", "b.example", "Power"),
                ProductId("KX-100", "mpn", "a.example", "http://a.example/k1"),
                ProductId("KX100", "mpn", "b.example", "http://b.example/k1"),
                ProductId("B-1", "mpn", "b.example", "http://b.example/k1"),
                Failure("http://c.example/", "fetch", "it did not answer."),
                Failure("http://b.example/1", "fetch", "status 500"),
                Failure("http://b.example/2", "fetch", "status 500"),
                Failure("b.example", "discover", "no answer"),
            ]
        )  # fmt: skip
    return path


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def specdex(tmp_path, monkeypatch, capsys):
    """Calls the command line in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*args):
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(arg) for arg in args])
        return Done(ended.value.code, *capsys.readouterr())

    return call
