"""Templates change under a learned site."""

import pytest

from specdex.html import parse
from specdex.records import Page
from specdex.wrappers.health import check, learn_again, ship
from specdex.wrappers.learner import WrapperLearner
from specdex.wrappers.wrapper import NotLearned, Wrapper


@pytest.fixture
def wrapper(shop):
    return WrapperLearner().fit(shop(10)).wrappers_[0]


def test_a_healthy_wrapper_ships(shop, wrapper, pairs_of):
    specifications, health = ship(wrapper, shop(6, first=20))
    assert health.healthy
    assert {(p.name, p.value) for p in specifications[0].pairs} == pairs_of(20)


@pytest.mark.parametrize("template", ["definitions", "lines"])
def test_a_changed_template_is_noticed_and_nothing_is_shipped(shop, wrapper, template):
    specifications, health = ship(wrapper, shop(6, template))
    assert not health.healthy
    assert "of the pages" in health.reason
    assert all(not each.pairs for each in specifications)
    assert all("the wrapper is broken" in each.failures[0].reason for each in specifications)


def changed(documents, old, new):
    return [
        parse(Page(url=each.page.url, site=each.page.site, body=each.page.body.replace(old, new)))
        for each in documents
    ]


def test_columns_that_changed_places_are_noticed(shop, wrapper):
    pages = changed(shop(8), b"</td><td>", b"</td><td>SKU</td><td>")
    health = ship(wrapper, pages)[1]
    assert not health.healthy
    assert "look as they did" in health.reason


def test_names_that_changed_are_noticed(shop, wrapper):
    pages = shop(8)
    for name in (b"Brand", b"Weight", b"Optical zoom", b"Colour"):
        pages = changed(pages, name, b"Field " + name[::-1])
    health = ship(wrapper, pages)[1]
    assert not health.healthy
    assert "usual names" in health.reason


@pytest.mark.parametrize("template", ["definitions", "lines"])
def test_a_changed_site_is_learned_again_from_what_is_remembered(shop, wrapper, pairs_of, template):
    again = learn_again(wrapper, shop(8, template, first=3))
    assert isinstance(again, Wrapper)
    specifications, health = ship(again, shop(6, template))
    assert health.healthy
    assert {(p.name, p.value) for p in specifications[0].pairs} == pairs_of(0)


def test_a_site_that_turned_into_something_else_is_not_learned_again(wrapper, page_of):
    recipe = "<table><tr><td>Flour</td><td>{0} g</td></tr><tr><td>Milk</td><td>{0} ml</td></tr>"
    recipe += "<tr><td>Eggs</td><td>{0}</td></tr><tr><td>Salt</td><td>{0} g</td></tr></table>"
    again = learn_again(wrapper, [page_of(recipe.format(at)) for at in range(8)])
    assert isinstance(again, NotLearned)
    assert again.reason.startswith("not learned, because")


def test_two_pages_tell_nothing_about_health(shop, wrapper):
    assert check(wrapper, ship(wrapper, shop(2, "lines"))[0]).healthy


def test_a_page_without_elements_does_no_harm(wrapper):
    empty = parse(Page(url="https://shop.example/empty", body=b""))
    specifications, health = ship(wrapper, [empty] * 4)
    assert not health.healthy
    assert len(specifications) == 4
