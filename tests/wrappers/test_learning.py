import json
import pickle

import pytest

from specdex.errors import InputError, NotFittedError
from specdex.html import parse
from specdex.pipeline.learn import wrapper_from_json
from specdex.records import Fragment, FragmentKind, Page, Pair, Specification, to_json
from specdex.wrappers.apply import Applier
from specdex.wrappers.knowledge import Knowledge
from specdex.wrappers.learner import WrapperLearner


def said(specification):
    return {(pair.name, pair.value) for pair in specification.pairs}


@pytest.mark.parametrize("template", ["table", "definitions", "lines"])
def test_a_site_is_learned_from_its_pages_alone(shop, pairs_of, template):
    documents = shop(12, template)
    learner = WrapperLearner().fit(documents)
    assert len(learner.wrappers_) == 1
    assert not learner.not_learned_
    for number, document in enumerate(documents):
        assert said(learner.read(document)) == pairs_of(number)


@pytest.mark.parametrize("template", ["table", "definitions", "lines"])
def test_five_pages_are_enough(shop, pairs_of, template):
    learner = WrapperLearner().fit(shop(5, template))
    (unseen,) = shop(1, template, first=40)
    assert said(learner.read(unseen)) == pairs_of(40)


@pytest.mark.parametrize("pages", [0, 1, 4])
def test_fewer_pages_are_told_apart_from_nothing_found(shop, pages):
    learner = WrapperLearner().fit(shop(pages))
    assert learner.wrappers_ == ()
    (record,) = learner.not_learned_
    assert record.reason.startswith("not learned, because not enough evidence")
    assert record.pages == pages


def test_a_site_without_specifications_is_not_learned(page_of):
    documents = [page_of(f"<p>Article {at} about nothing in particular.</p>") for at in range(8)]
    (record,) = WrapperLearner().fit(documents).not_learned_
    assert record.reason == "not learned, because no page prints a label with a value"


def test_a_menu_is_no_specification(page_of):
    menu = "".join(f"<li><a>{name}</a></li>" for name in ("Home", "Cameras", "Lenses", "Help"))
    pages = [page_of(f"<ul>{menu}</ul><p>Phone: 123</p><p>{at}</p>") for at in range(8)]
    (record,) = WrapperLearner().fit(pages).not_learned_
    assert "looks like a specification" in record.reason


def test_mixed_templates_are_learned_apart(shop, pairs_of):
    documents = shop(8, "table") + [
        parse(Page(url=each.page.url, site="shop.example", body=_other(each), encoding="utf-8"))
        for each in shop(8, "lines", first=8)
    ]
    learner = WrapperLearner().fit(documents)
    assert len(learner.wrappers_) == 2
    for number, document in enumerate(documents):
        assert said(learner.read(document)) == pairs_of(number)


def _other(document):
    """The same page in another frame."""
    return (
        document.page.body.replace(b'class="', b'class="new-')
        .replace(b'id="', b'id="new-')
        .replace(b"<form", b'<main class="x"><aside class="y"></aside></main><form')
    )


def test_a_template_of_two_pages_gets_a_reason(shop):
    documents = shop(8, "table") + [
        parse(Page(url=each.page.url, site="shop.example", body=_other(each), encoding="utf-8"))
        for each in shop(2, "lines", first=8)
    ]
    learner = WrapperLearner().fit(documents)
    assert len(learner.wrappers_) == 1
    assert [record.pages for record in learner.not_learned_] == [2]


def test_the_same_pages_give_the_same_wrapper(shop):
    documents = shop(9)
    assert WrapperLearner().fit(documents).wrappers_ == WrapperLearner().fit(documents).wrappers_


def test_a_wrapper_is_json_that_a_person_can_edit(shop, pairs_of):
    (wrapper,) = WrapperLearner().fit(shop(6)).wrappers_
    text = json.dumps(to_json(wrapper))
    assert wrapper_from_json(text) == wrapper
    remembered = text.replace('"profiles"', '"memory": [{"name": "a"}], "profiles"', 1)
    assert '"memory"' in remembered
    assert wrapper_from_json(remembered) == wrapper  # as earlier versions wrote it
    edited = wrapper_from_json(text.replace('"refused": []', '"refused": ["brand"]'))
    (document,) = shop(1)
    names = {pair.name for pair in Applier(edited).apply(document.element(0), document.page).pairs}
    assert names == {name for name, _ in pairs_of(0)} - {"Brand"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("no json", "not JSON"),
        ("[]", "not a Wrapper"),
        ('{"site": "x", "rules": [], "version": 99}', "version 99"),
        ('{"site": "x", "rules": [{"names": "//td["}]}', "no XPath"),
        ('{"site": "x", "rules": [{"names": "//td", "values": "//td["}]}', "no XPath"),
    ],
)
def test_a_strangers_wrapper_is_checked(text, complaint):
    with pytest.raises(InputError, match=complaint):
        wrapper_from_json(text)


def test_an_xpath_that_cannot_be_evaluated_is_a_failure_of_the_page(shop):
    wrapper = wrapper_from_json(
        '{"site": "x", "rules": [{"names": "foo(//td)", "values": "//td"}]}'
    )
    (document,) = shop(1)
    read = Applier(wrapper).apply(document.element(0), document.page)
    assert read.pairs == ()
    assert read.failures[0].step == "apply"


def test_an_xpath_that_means_text_reads_nothing(shop):
    text = '{"site": "x", "rules": [{"names": "string(//td)", "values": "//td"}]}'
    (document,) = shop(1)
    assert Applier(wrapper_from_json(text)).apply(document.element(0), document.page).pairs == ()


def test_every_pair_says_where_it_stands(shop):
    documents = shop(6)
    (wrapper,) = WrapperLearner().fit(documents).wrappers_
    document = documents[0]
    for fragment in Applier(wrapper).apply(document.element(0), document.page).fragments:
        assert document.select(fragment.xpath).tag == "table"
        for pair in fragment.pairs:
            node = document.find(pair.xpath)
            assert document.text_of(node) == pair.value
            assert document.xpath(node) == pair.xpath
            assert pair.reader == "wrapper"


def test_an_applier_travels_to_workers(shop):
    documents = shop(6)
    (wrapper,) = WrapperLearner().fit(documents).wrappers_
    applier = Applier(wrapper)
    before = applier.apply(documents[0].element(0), documents[0].page)
    again = pickle.loads(pickle.dumps(applier))
    assert again.apply(documents[0].element(0), documents[0].page) == before


def test_a_learner_must_be_fitted_first(shop):
    with pytest.raises(NotFittedError):
        WrapperLearner().read(shop(1)[0])


def test_as_many_structural_answers_as_pages_are_wanted(shop):
    with pytest.raises(InputError, match="6 pages but 1 structural"):
        WrapperLearner().fit(shop(6), [Specification("x")])


def answer(document, *pairs):
    made = tuple(Pair(name, value, confidence=0.9) for name, value in pairs)
    fragment = Fragment("/html/body/table", FragmentKind.TABLE, made, 0.9)
    return Specification(document.page.url, site="shop.example", fragments=(fragment,))


def test_where_nothing_is_learned_the_structural_answer_stands(shop):
    documents = shop(3)
    structural = [answer(each, ("Brand", "x")) for each in documents]
    learner = WrapperLearner().fit(documents, structural)
    assert learner.read(documents[0], structural[0]).pairs == structural[0].pairs


def test_the_site_corrects_the_structural_reader(shop, pairs_of):
    documents = shop(10)
    structural = [answer(each, ("Price", "199 EUR"), ("Shipping", "free")) for each in documents]
    learner = WrapperLearner().fit(documents, structural)
    assert said(learner.read(documents[3], structural[3])) == pairs_of(3)


@pytest.mark.parametrize("method", ["induced", "induced-paper", "both"])
def test_what_other_sites_print_is_enough_to_induce_a_wrapper(shop, pairs_of, method):
    others = [answer(each, *pairs_of(number)) for number, each in enumerate(shop(30))]
    documents = shop(10, "table", first=5)
    learner = WrapperLearner(method=method, knowledge=Knowledge.of(others)).fit(documents)
    assert said(learner.read(documents[0])) == pairs_of(5)


def test_a_first_harvest_induces_from_the_structural_answers(shop, pairs_of):
    documents = shop(10)
    structural = [answer(each, *sorted(pairs_of(at))[:4]) for at, each in enumerate(documents)]
    learner = WrapperLearner(method="induced-paper").fit(documents, structural)
    assert said(learner.read(documents[3], structural[3])) == pairs_of(3)


@pytest.mark.parametrize("method", ["induced", "induced-paper"])
def test_without_any_label_induction_gives_a_reason(shop, method):
    (record,) = WrapperLearner(method=method).fit(shop(6)).not_learned_
    assert record.reason == "not learned, because no name or value is known from other sites"


def test_only_wrong_labels_do_not_make_a_wrapper(shop):
    wrong = Knowledge(frozenset({"contact"}), frozenset({"bymail"}))
    learner = WrapperLearner(method="induced-paper", knowledge=wrong).fit(shop(6))
    assert learner.wrappers_ == ()
    assert learner.not_learned_


def test_the_papers_hybrid_falls_back_to_structure(shop):
    documents = shop(6)
    structural = [answer(each, ("Brand", "x")) for each in documents]
    learner = WrapperLearner(method="induced-paper").fit(documents, structural)
    assert learner.read(documents[0], structural[0]) == structural[0]


def test_structure_alone_is_a_method_too(shop):
    documents = shop(6)
    structural = [answer(each, ("Brand", "x")) for each in documents]
    learner = WrapperLearner(method="structure").fit(documents, structural)
    assert learner.read(documents[0], structural[0]) == structural[0]


def test_a_link_that_ends_every_value_is_trimmed(page_of):
    documents = [
        page_of(
            f"<table class=s><tr><td>Maker</td><td>M{at}</td></tr>"
            f"<tr><td>Weight</td><td>{at} g</td></tr>"
            f"<tr><td>Cost new</td><td>{at}00 points (<a href=/d{at}>More details</a>)</td></tr>"
            f"<tr><td>Zoom</td><td>{at}x</td></tr></table>"
        )
        for at in range(1, 9)
    ]
    learner = WrapperLearner().fit(documents)
    assert ("Cost new", "300 points") in said(learner.read(documents[2]))


def test_rows_without_a_name_go_on_with_the_value_before(page_of):
    documents = [
        page_of(
            f"<table class=s><tr><td>Maker</td><td>M{at}</td></tr>"
            f"<tr><td>Weight</td><td>{at} g</td></tr><tr><td>Modes</td><td>Auto {at}</td></tr>"
            "<tr><td></td><td>Manual</td></tr>"
            f"<tr><td>Zoom</td><td>{at}x</td></tr></table>"
        )
        for at in range(1, 9)
    ]
    learner = WrapperLearner().fit(documents)
    assert ("Modes", "Auto 3 Manual") in said(learner.read(documents[2]))


def test_the_hybrid_takes_only_rules_that_pair(shop, pairs_of, monkeypatch):
    documents = shop(8)
    structural = [answer(each, *pairs_of(at)) for at, each in enumerate(documents)]
    (wrapper,) = WrapperLearner().fit(documents, structural).wrappers_
    assert wrapper.method == "both"
    monkeypatch.setattr("specdex.wrappers.induction.PAIRED", 1.01)
    learner = WrapperLearner().fit(documents, structural)
    assert learner.wrappers_ == ()
    assert said(learner.read(documents[0], structural[0])) == pairs_of(0)


def test_a_box_of_stock_and_shipping_is_no_specification(page_of):
    documents = [
        page_of(
            f"<table class=box><tr><td>Availability:</td><td>{at} left</td></tr>"
            f"<tr><td>Usually ships:</td><td>in {at} days</td></tr>"
            f"<tr><td>Condition:</td><td>new {at}</td></tr>"
            f"<tr><td>Part number:</td><td>P-{at}77</td></tr></table>"
        )
        for at in range(1, 9)
    ]
    pairs = [("Availability", "left"), ("Usually ships", "in"), ("Condition", "new")]
    structural = [answer(each, *((n, v + " x") for n, v in pairs)) for each in documents]
    learner = WrapperLearner().fit(documents, structural)
    assert learner.wrappers_ == ()


def test_pairs_keep_the_heading_over_them(page_of):
    rows = "<tr><th colspan=2>{0}</th></tr><tr><td>{1}</td><td>{3}</td></tr>"
    rows += "<tr><td>{2}</td><td>{3} g</td></tr>"
    documents = [
        page_of(
            "<h2>Details</h2><table class=s>"
            + rows.format("Lens", "Zoom", "Lens weight", at)
            + rows.format("Body", "Colour code", "Weight", at + 1)
            + "</table>"
        )
        for at in range(1, 9)
    ]
    pairs = WrapperLearner().fit(documents).read(documents[0]).pairs
    groups = {pair.name: pair.group for pair in pairs}
    assert groups["Zoom"] == groups["Lens weight"] == "Lens"
    assert groups["Weight"] == "Body"


def test_a_heading_before_the_fragment_names_its_group(page_of):
    documents = [
        page_of(
            "<h3>Facts:</h3><ul class=s>"
            + "".join(f"<li><b>{n}:</b> {at} {n[0]}</li>" for n in ("Zoom", "Weight", "Width"))
            + "</ul>"
        )
        for at in range(1, 9)
    ]
    pairs = WrapperLearner().fit(documents).read(documents[0]).pairs
    assert {pair.group for pair in pairs} == {"Facts"}


def test_a_wrapper_with_an_id_call_still_reads(page_of):
    text = (
        """{"site": "x", "rules": [{"names": "id('s')/tr/td[1]", "values": "id('s')/tr/td[2]"}]}"""
    )
    document = page_of("<table id=s><tr><td>Zoom</td><td>3x</td></tr></table>")
    read = Applier(wrapper_from_json(text)).apply(document.element(0), document.page)
    assert said(read) == {("Zoom", "3x")}
