"""Everything that reads what strangers write, and what must hold of it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile, ZipInfo

from specdex import plugins
from specdex.crawling.sitemaps import parse_sitemap
from specdex.demo import build
from specdex.errors import SpecdexError
from specdex.harvest.diary import at_work
from specdex.html import parse
from specdex.page_sources import open_pages
from specdex.page_sources.registers import read_register
from specdex.papers.patterns.dictionary import Dictionary
from specdex.pipeline.audit import load_domain, load_rules
from specdex.pipeline.decide import read_decisions
from specdex.pipeline.export import specifications_at
from specdex.pipeline.extract import Extraction, extraction
from specdex.pipeline.learn import read_wrappers
from specdex.pipeline.scheme_files import read_schemes
from specdex.pipeline.score import read_labels
from specdex.providers.backlink_sources.links import LinksFile
from specdex.providers.search_engines.results import ResultsFile
from specdex.records import Failure, Page
from specdex.settings import HarvestSettings, load

__all__ = ["FILES", "PAGES", "BrokenPromiseError", "file_seeds", "pages", "try_file", "try_page"]

STUMBLED = ("Error", "Exception")


class BrokenPromiseError(AssertionError):
    """A promise that did not hold."""


@cache
def _extraction(detector: str, reader: str) -> Extraction:
    return extraction(detector, (reader,))


def _read(page: Page, detector: str = "specdex", reader: str = "structure") -> None:
    """No page makes a detector or reader stumble: not even where its Failure tells of it."""
    said = _extraction(detector, reader)(page)
    failures = [said] if isinstance(said, Failure) else said.failures
    for each in failures:
        if each.step == "extract" and any(word in each.reason for word in STUMBLED):
            raise BrokenPromiseError(each.reason)


def _find(page: Page) -> None:
    """``find(xpath(node)) == node``."""
    document = parse(page)
    for node in range(len(document)):
        path = document.xpath(node)
        if document.find(path) != node:
            raise BrokenPromiseError(f"{path} is not found")


def _list(page: Page, reader: str) -> None:
    plugins.load("listing_readers", reader)().read(parse(page))


def _sitemap(page: Page) -> None:
    parse_sitemap(page.body)


def _page_targets() -> dict[str, Callable[[Page], None]]:
    readers = {f"reader {name}": partial(_read, reader=name) for name in plugins.names("readers")}
    detectors = {
        f"detector {name}": partial(_read, detector=name) for name in plugins.names("detectors")
    }
    listings = {
        f"listings {name}": partial(_list, reader=name) for name in plugins.names("listing_readers")
    }
    return {"find": _find, "sitemap": _sitemap, **readers, **detectors, **listings}


PAGES = _page_targets()
"""What is tried with a page."""


def try_page(name: str, body: bytes) -> None:
    """Try a page with the target of this *name*; whatever it raises is a broken promise."""
    PAGES[name](Page("https://shop.example/p/1", body, site="shop.example"))


@dataclass(frozen=True, slots=True)
class FileTarget:
    """Who reads a file of a kind, how it is called, and one that is right."""

    read: Callable[[Path], object]
    name: str
    right: bytes


def _pages(path: Path) -> list[object]:
    return list(open_pages(str(path)))


def _dictionary(path: Path) -> Dictionary:
    return Dictionary.from_json(path.read_text(encoding="utf-8", errors="replace"))


WRAPPER: dict[str, Any] = {
    "site": "a.example",
    "rules": [{"row": "//tr", "name": "./th", "value": "./td"}],
}
SCHEME: dict[str, Any] = {
    "site": "a.example",
    "attributes": [{"name": "weight", "xpath": "//td"}],
    "start_url": "http://a.example/",
}
SETTINGS = b"""category = "kettle"
sites = ["a.example"]
[discovery]
rounds = 2
[budget]
max_pages = 9
"""
DECISIONS = b"decision,one,other,value\nsame,http://a.example/1,http://b.example/1,\n"
LINE = b'{"url":"http://a.example/","html":"<p>x</p>"}\n'
WARC = (
    b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
    b"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
    b"Content-Type: application/http; msgtype=response\r\nContent-Length: 51\r\n\r\n"
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n\r\n"
)
MHTML = (
    b"From: <Saved>\r\nSnapshot-Content-Location: http://a.example/\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n'
    b"<p>x</p>\r\n--b--\r\n"
)
DICTIONARY = b'{"version":1,"domain":"d","properties":{"weight":1},"values":{"1 kg":1}}'
DOMAIN = b'name = "d"\n[[role]]\nname = "weight"\nsynonyms = ["weight"]\n'
REGISTER = b'name,number\n"Pump; 1",7\n'
LABELS = b'{"url":"http://a.example/","fragments":[{"xpath":"/x","pairs":[["weight","1 kg"]]}]}\n'
LINKS = b'{"site":"a.example","url":"http://b.example/"}\n'
RESULTS = b'{"query":"kettle","results":[{"url":"http://a.example/"}]}\n'
DIARY = b'{"time":"2026-01-01","category":"kettle","budget":{"max_pages":9}}\n{"said":"done"}\n'
SPECIFICATIONS = b'{"url":"http://a.example/","attributes":{"weight":["1 kg"]}}\n'


def _wacz() -> bytes:
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        archive.writestr(ZipInfo("archive/x.warc"), WARC)
    return made.getvalue()


FILES: Mapping[str, FileTarget] = {
    "settings": FileTarget(partial(load, HarvestSettings), "x.toml", SETTINGS),
    "wrapper": FileTarget(read_wrappers, "x.json", json.dumps(WRAPPER).encode()),
    "scheme": FileTarget(read_schemes, "x.json", json.dumps(SCHEME).encode()),
    "decisions": FileTarget(read_decisions, "x.csv", DECISIONS),
    "lines": FileTarget(_pages, "x.jsonl", LINE),
    "warc": FileTarget(_pages, "x.warc", WARC),
    "mhtml": FileTarget(_pages, "x.mhtml", MHTML),
    "model": FileTarget(_dictionary, "x.json", DICTIONARY),
    "domain": FileTarget(lambda path: load_domain(str(path)), "x.toml", DOMAIN),
    "rules": FileTarget(lambda path: load_rules(str(path)), "x.toml", DOMAIN),
    "register": FileTarget(lambda path: read_register(str(path)), "x.csv", REGISTER),
    "labels": FileTarget(lambda path: list(read_labels(str(path))), "x.jsonl", LABELS),
    "links": FileTarget(
        lambda path: LinksFile(str(path)).backlinks("a.example", 1), "x.jsonl", LINKS
    ),
    "results": FileTarget(lambda path: ResultsFile(str(path)).search("kettle", 1), "x", RESULTS),
    "diary": FileTarget(lambda path: at_work(path.parent), "harvest.jsonl", DIARY),
    "specifications": FileTarget(
        lambda path: list(specifications_at((str(path),))), "x.jsonl", SPECIFICATIONS
    ),
    "wacz": FileTarget(_pages, "x.wacz", _wacz()),
}
"""What is tried with a file."""


def try_file(name: str, data: bytes, folder: Path) -> None:
    """Try a file with the target of this *name*: it is read, or refused in one sentence."""
    target = FILES[name]
    path = folder / target.name
    path.write_bytes(data)
    try:
        target.read(path)
    except SpecdexError:
        return


def pages() -> list[bytes]:
    """Pages to change: some of every shop of the demo web."""
    web = build()
    sites = web.truth()["sites"].values()
    urls = [url for site in sites for some in site["products"].values() for url in some[:1]]
    return [web.answer(url).body for url in urls[:24]]


def file_seeds() -> dict[str, bytes]:
    """A file of each kind to change."""
    return {name: target.right for name, target in FILES.items()}
