"""Learning the sites of a run, and applying wrappers on the light path."""

from dataclasses import replace

import pytest

from specdex.demo import build
from specdex.errors import InputError
from specdex.html import parse, tree
from specdex.pipeline.extract import extract_run, extraction
from specdex.pipeline.learn import Application, learn_run_site
from specdex.plugins import load
from specdex.records import (
    Failure,
    NotLearned,
    Page,
    PageKind,
    ProductId,
    Specification,
    Wrapper,
    from_json,
    to_json,
)
from specdex.runs import RunFolder
from specdex.runs.stores import SqliteStore
from specdex.wrappers.learner import WrapperLearner
from specdex.wrappers.templates import recognises, same_template


@pytest.fixture
def mapped():
    return extraction()


@pytest.fixture
def filled(tmp_path, shop, mapped):
    """``filled(pages)``: a run whose only site has so many extracted product pages."""
    runs = []

    def build(pages):
        run = RunFolder(tmp_path / f"run{len(runs)}")
        runs.append(run)
        add(run, shop(pages), mapped)
        return run

    yield build
    for run in runs:
        run.close()


def add(run, documents, mapped):
    for document in documents:
        stored = run.archive.append(document.page)
        run.store.add([_product(stored)])
    extract_run(run, mapped, load("engines", "serial")())


def _product(stored):
    return from_json(type(stored), {**to_json(stored), "kind": PageKind.PRODUCT.value})


def test_a_site_of_a_run_is_learned_and_read_again(filled, mapped, pairs_of):
    run = filled(8)
    before = {each.url: each for each in run.store.read(Specification)}
    assert len(before) == 8
    changed = learn_run_site(run, "shop.example", mapped)
    (wrapper,) = run.store.read(Wrapper)
    assert (wrapper.site, wrapper.number, wrapper.method) == ("shop.example", 0, "both")
    assert from_json(Wrapper, to_json(wrapper)) == wrapper
    assert run.store.count(NotLearned) == 0
    after = {each.url: each for each in run.store.read(Specification)}
    assert sum(after[url] != before[url] for url in before) == changed
    for number in range(8):
        read = after[f"https://shop.example/p/{number}"]
        assert {(pair.name, pair.value) for pair in read.pairs} == pairs_of(number)


def test_learning_again_changes_nothing(filled, mapped):
    run = filled(8)
    learn_run_site(run, "shop.example", mapped)
    wrappers, read = list(run.store.read(Wrapper)), list(run.store.read(Specification))
    assert learn_run_site(run, "shop.example", mapped) == 0
    assert list(run.store.read(Wrapper)) == wrappers
    assert list(run.store.read(Specification)) == read


def test_what_is_learned_does_not_depend_on_when_pages_came(filled, mapped):
    """A crawl that was stopped brings them in another order."""
    web, site = build(), "elektrokaiser.example"
    urls = web.truth()["sites"][site]["products"]["kettle"]
    pages = [parse(Page(url, web.answer(url).body, site=site)) for url in urls]
    learned = []
    for order in (pages, pages[::-1], pages[7:] + pages[:7]):
        run = filled(0)
        add(run, order, mapped)
        assert learn_run_site(run, site, mapped)
        read = {each.url: replace(each, source="") for each in run.store.read(Specification)}
        learned.append((list(run.store.read(Wrapper)), read))
    assert learned[0] == learned[1] == learned[2]


def test_too_few_pages_are_kept_as_a_reason_until_there_are_more(filled, mapped, shop):
    run = filled(3)
    assert learn_run_site(run, "shop.example", mapped) == 0
    (record,) = run.store.read(NotLearned)
    assert record.reason.startswith("not learned, because not enough evidence")
    add(run, shop(8, first=3), mapped)
    learn_run_site(run, "shop.example", mapped)
    assert run.store.count(Wrapper) == 1
    assert run.store.count(NotLearned) == 0


def test_a_site_without_pages_does_no_harm(filled, mapped):
    run = filled(3)
    assert learn_run_site(run, "nowhere.example", mapped) == 0


def test_the_light_path_reads_what_the_document_says(shop):
    documents = shop(6)
    learner = WrapperLearner().fit(documents)
    applied = Application(learner.wrappers_)
    for document in documents:
        assert applied(document.page) == learner.read(document)


def test_the_light_path_chooses_among_templates(shop):
    documents = shop(6)
    (wrapper,) = WrapperLearner().fit(documents).wrappers_
    other = Wrapper(wrapper.site, wrapper.rules[:0] or wrapper.rules, 1, template=("b#nowhere",))
    assert recognises(wrapper.template, tree(documents[0].page))
    assert same_template(wrapper.template, documents[0])
    assert not recognises(other.template, tree(documents[0].page))
    applied = Application([other, wrapper])
    assert applied(documents[0].page).pairs


@pytest.mark.parametrize("body", [b"", b"%PDF-1.4", b" " * 9000])
def test_the_light_path_refuses_what_parse_refuses(body):
    page = Page("https://shop.example/x", body, site="shop.example")
    failure = tree(page)
    assert isinstance(failure, Failure)
    assert failure == parse(page).failure
    wrapper = Wrapper("shop.example", ())
    assert isinstance(Application([wrapper])(page), Failure)
    with pytest.raises(InputError):
        from_json(Wrapper, {"site": 3})


class KilledError(BaseException):
    """What a process that is killed does no more."""


def test_learning_and_reading_again_are_done_or_not_done(filled, mapped, monkeypatch):
    """Whatever write it is killed before, a run holds what it held, or all that was learned."""
    site, web = "elektrokaiser.example", build()
    urls = web.truth()["sites"][site]["products"]["kettle"]
    pages = [parse(Page(url, web.answer(url).body, site=site)) for url in urls[:6]]

    def held(run):
        kinds = (Wrapper, NotLearned, ProductId, Specification)
        return [list(run.store.read(kind)) for kind in kinds]

    run = filled(0)
    add(run, pages, mapped)
    before, put, left = held(run), vars(SqliteStore)["_put"], [0]

    def mortal(self, table, row):
        left[0] -= 1
        if not left[0]:
            raise KilledError
        return put(self, table, row)

    monkeypatch.setattr(SqliteStore, "_put", mortal)
    for lives in range(1, 200, 5):
        left[0] = lives
        try:
            changed = learn_run_site(run, site, mapped)
        except KilledError:
            assert held(run) == before, f"killed before write {lives}"
        else:
            break
    assert changed
    assert lives > changed
    left[0] = 0
    after = held(run)
    assert after != before
    assert learn_run_site(run, site, mapped) == 0
    assert held(run) == after
