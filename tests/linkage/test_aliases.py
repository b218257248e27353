import pytest

from specdex.linkage import link
from specdex.linkage.pages import aliases
from specdex.linkage.pages import pages as columns

AMERICAN, EUROPEAN = "Acme Rebel T5", "Acme Eos 1200D"


@pytest.fixture
def shops(page):
    """Pages of one camera under two names; so many titles print both."""

    def make(both, other="1200D"):
        titles = [f"{AMERICAN} kit number{n}" for n in "abc"]
        titles += [f"{EUROPEAN} kit number{n}" for n in "abc"]
        titles += [f"Acme Rebel T5 {other} with strap{n}" for n in "abcd"[:both]]
        titles += ["Acme Zoomer Q77 black", "Acme Zoomer Q78 black"]
        return [
            page(f"https://shop{at}.example/1", title, brand="Acme")
            for at, title in enumerate(titles)
        ]

    return make


def together(pages, one, other):
    """Whether a page with title *one* and another with *other* are of one model or product."""
    url = {each.title: each.url for each in pages}
    linked = link(pages)
    place = {each: at for at, urls in enumerate(linked.groups) for each in urls}
    return linked.models[place[url[one]]] == linked.models[place[url[other]]]


def test_names_that_pages_print_side_by_side_are_of_one_model(shops):
    pages = shops(both=4)
    assert aliases(columns(pages).profiles) == {("acme", "1200d"): "t5"}
    assert together(pages, f"{AMERICAN} kit numbera", f"{EUROPEAN} kit numberb")


def test_one_title_with_both_names_teaches_nothing(shops):
    pages = shops(both=1)
    assert aliases(columns(pages).profiles) == {}
    assert not together(pages, f"{AMERICAN} kit numbera", f"{EUROPEAN} kit numberb")


def test_what_stands_beside_many_models_is_no_name_of_one(page, shops):
    lens = [page(f"https://l{n}.example/1", f"Acme Lens LX9 wide {n}", brand="Acme") for n in "ab"]
    bodies = [
        page(f"https://{model}{n}.example/1", f"Acme {model} LX9 set{n}", brand="Acme")
        for model in ("Q77", "Q78")
        for n in "abc"
    ]
    alone = [page(f"https://q{n}.example/1", f"Acme Q7{n} body", brand="Acme") for n in "7878"]
    assert aliases(columns([*lens, *bodies, *alone, *shops(0)]).profiles) == {}


def test_brands_have_names_of_their_own(page, shops):
    other = [page(f"https://o{n}.example/1", f"Borg T5 oven{n}", brand="Borg") for n in "abc"]
    known = aliases(columns([*shops(both=4), *other]).profiles)
    assert {brand for brand, _ in known} == {"acme"}
