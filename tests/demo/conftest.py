from urllib.parse import urldefrag, urljoin

import pytest
from lxml import html

from specdex.demo import build


@pytest.fixture(scope="session")
def demo():
    return build()


@pytest.fixture(scope="session")
def truth(demo):
    return demo.truth()


@pytest.fixture(scope="session")
def trees(demo):
    """Every enumerated page of the demo web, parsed."""
    pages = {url: demo.answer(url) for site in demo.sites for url in site.sheets}
    assert {answer.status for answer in pages.values()} == {200}
    return {url: html.document_fromstring(answer.body) for url, answer in pages.items()}


@pytest.fixture(scope="session")
def links():
    """Absolute targets of a tree's links, in order, without fragments."""

    def read(url, tree):
        hrefs = tree.xpath("//a/@href")
        return list(dict.fromkeys(urldefrag(urljoin(url, href)).url for href in hrefs))

    return read
