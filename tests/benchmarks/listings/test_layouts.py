import pytest

from benchmarks.listings.examples import generated
from benchmarks.listings.layouts import RECORD, made
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
    """Of layouts that taught nobody: nearly all records, their names and their prices."""
    reader = OffersReader()
    records = names = prices = wanted = quiet = others = 0
    for page in map(made, SEEDS):
        offers = reader.read(document_of(page)).offers
        if not page.is_listing:
            others += 1
            quiet += not offers
            continue
        wanted += page.records
        found = set(page.names)
        records += len({each.name for each in offers} & found)
        names += sum(each.name in found for each in offers)
        prices += sum(each.price in page.prices for each in offers)
    assert records >= 0.95 * wanted
    assert names >= 0.95 * wanted
    assert prices >= 0.93 * wanted
    assert quiet >= 0.75 * others


def test_layouts_teach_both_kinds_of_pages():
    kinds = {each.is_listing for each, _ in zip(generated(), range(20), strict=False)}
    assert kinds == {True, False}
