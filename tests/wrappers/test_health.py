"""Templates change under a learned site."""

import pytest

from specdex.html import parse
from specdex.records import Page
from specdex.wrappers.apply import Applier
from specdex.wrappers.health import check
from specdex.wrappers.learner import WrapperLearner


@pytest.fixture
def wrapper(shop):
    return WrapperLearner().fit(shop(10)).wrappers_[0]


def read(wrapper, documents):
    applier = Applier(wrapper)
    return [applier.apply(each.element(0), each.page) for each in documents]


def test_a_wrapper_that_reads_as_it_did_is_healthy(shop, wrapper, pairs_of):
    specifications = read(wrapper, shop(6, first=20))
    assert check(wrapper, specifications).healthy
    assert {(p.name, p.value) for p in specifications[0].pairs} == pairs_of(20)


@pytest.mark.parametrize("template", ["definitions", "lines"])
def test_a_changed_template_is_noticed(shop, wrapper, template):
    health = check(wrapper, read(wrapper, shop(6, template)))
    assert not health.healthy
    assert "of the pages" in health.reason


def changed(documents, old, new):
    return [
        parse(Page(url=each.page.url, site=each.page.site, body=each.page.body.replace(old, new)))
        for each in documents
    ]


def test_columns_that_changed_places_are_noticed(shop, wrapper):
    pages = changed(shop(8), b"</td><td>", b"</td><td>SKU</td><td>")
    health = check(wrapper, read(wrapper, pages))
    assert not health.healthy
    assert "look as they did" in health.reason


def test_names_that_changed_are_noticed(shop, wrapper):
    pages = shop(8)
    for name in (b"Brand", b"Weight", b"Optical zoom", b"Colour"):
        pages = changed(pages, name, b"Field " + name[::-1])
    health = check(wrapper, read(wrapper, pages))
    assert not health.healthy
    assert "usual names" in health.reason


def test_two_pages_tell_nothing_about_health(shop, wrapper):
    assert check(wrapper, read(wrapper, shop(2, "lines"))).healthy
