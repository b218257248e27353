"""Pages of invented shops, and the readers they are given to."""

from collections.abc import Callable, Sequence

import pytest

from specdex.extraction.fields import FieldReader
from specdex.html import Document, parse
from specdex.records import Field, Page, Pair

URL = "https://www.laden.example/p/lampe-4711.html"


def _document(html: str, url: str = URL) -> Document:
    return parse(Page(url, html.encode(), encoding="utf-8"))


@pytest.fixture
def document() -> Callable[..., Document]:
    return _document


@pytest.fixture
def fields() -> Callable[..., dict[str, Field]]:
    def read(html: str, url: str = URL, pairs: Sequence[Pair] = ()) -> dict[str, Field]:
        document = _document(html, url)
        found = FieldReader().read(document, pairs)
        for field in found:
            assert field.reader
            assert 0 < field.confidence <= 1
            assert document.find(field.xpath) is not None, field
        return {field.name: field for field in found}

    return read


@pytest.fixture
def values(fields) -> Callable[..., dict[str, str]]:
    def read(html: str, url: str = URL, pairs: Sequence[Pair] = ()) -> dict[str, str]:
        return {name: field.value for name, field in fields(html, url, pairs).items()}

    return read
