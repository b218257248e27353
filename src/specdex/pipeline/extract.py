"""The verb extract: a page in, a specification out."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from specdex import plugins
from specdex.errors import InputError
from specdex.html import Document, forget, parse
from specdex.ports import Engine
from specdex.records import Failure, Page, Specification
from specdex.settings import Limits
from specdex.urls import host

__all__ = [
    "DEFAULT_DETECTOR",
    "DEFAULT_READERS",
    "Extraction",
    "Extractor",
    "extract",
    "extraction",
    "page_of",
    "shipped",
    "uncollected",
]

DEFAULT_DETECTOR = "specdex"
DEFAULT_READERS = ("structure",)


class Extractor(Protocol):
    """Reads a parsed page."""

    def extract(self, document: Document) -> Specification:
        """The specification of *document*; never raises."""
        ...


@dataclass(frozen=True, slots=True)
class Extraction:
    """What is mapped over pages: parse once, detect, read. Picklable, and never raises."""

    extractor: Extractor
    limits: Limits = field(default_factory=Limits)

    def __call__(self, page: Page | Failure) -> Specification | Failure:
        """The specification of *page*; a Failure passes through."""
        if isinstance(page, Failure):
            return page
        with uncollected():
            document = parse(page, self.limits)
            specification = self.extractor.extract(document)
            forget(document)
            del document  # now, so that there is hardly any garbage to search for
            return specification


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for cyclic garbage meanwhile: a page makes many records and hardly a cycle.

    Searching costs a sixth of the time where the process holds much else.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def extraction(
    detector: str = DEFAULT_DETECTOR, readers: Sequence[str] = DEFAULT_READERS
) -> Extraction:
    """An Extraction from the plug-ins of these names."""
    from specdex.extraction.fields import FieldReader  # noqa: PLC0415 - keeps --help quick
    from specdex.extraction.reading import PageExtractor  # noqa: PLC0415 - the same

    return Extraction(
        PageExtractor(
            detector=plugins.load("detectors", detector)(),
            readers=tuple(plugins.load("readers", name)() for name in readers),
            fields=FieldReader(),
        )
    )


def extract(
    pages: Iterable[Page | Failure], mapped: Extraction, engine: Engine
) -> Iterator[Specification | Failure]:
    """The specification of each page, in order."""
    return engine.map(mapped, pages)


@cache
def shipped() -> Extraction:
    """The Extraction of the default plug-ins, made once."""
    return extraction()


def page_of(page: str | bytes | Page, url: str = "") -> Page:
    """HTML as a Page that came from *url*; a Page stays as it is.

    A text without any tag is refused: it is most likely the name of a file.
    """
    if isinstance(page, Page):
        return page
    if isinstance(page, str):
        if page.strip() and "<" not in page:
            raise InputError(f"{page[:60]!r} is no HTML; to read a file, give its bytes")
        return Page(url, page.encode("utf-8", "replace"), site=host(url), encoding="utf-8")
    return Page(url, bytes(page), site=host(url))
