import pytest

from benchmarks.listings.cards import RECORD, made
from specdex.html import parse
from specdex.listings import OffersReader
from specdex.records import Page

SEEDS = range(60)


def document_of(page):
    return parse(Page(url=page.url, body=page.markup.encode(), site="shop.example"))


def test_a_seed_makes_one_page():
    assert made(5) == made(5)
    assert made(5).markup != made(6).markup


@pytest.mark.parametrize("seed", SEEDS)
def test_every_record_is_marked_and_shown(seed):
    page = made(seed)
    document = document_of(page)
    marks = [document.attribute(n, RECORD) for n in range(len(document)) if document.has(n, RECORD)]
    assert marks == [str(n) for n in range(page.records)]
    assert page.is_listing == bool(marks)
    for name, price in zip(page.names[: page.records], page.prices, strict=False):
        assert name in document.text
        assert price in document.text


def test_lists_of_any_layout_are_read():
    """Of layouts that taught nobody: most lists, and in these all records, names and prices."""
    reader = OffersReader()
    records = names = prices = wanted = read = 0
    for page in map(made, SEEDS):
        if page.is_listing:
            offers = reader.read(document_of(page)).offers
            wanted += page.records
            read += len(offers)
            records += len({each.name for each in offers} & set(page.names))
            names += sum(each.name in page.names for each in offers)
            prices += sum(each.price in page.prices for each in offers)
    assert records >= 0.85 * wanted
    assert names >= 0.98 * read
    assert prices >= 0.95 * read
