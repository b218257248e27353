import pytest

from benchmarks.wrappers.product_ids import ProductIdLearner, canonical_id, vote
from specdex.errors import NotFittedError
from specdex.html import parse
from specdex.records import Page, ProductId


def page(number: int, body: str) -> object:
    return parse(
        Page(
            url=f"https://fotoladen.example/{number}",
            site="fotoladen.example",
            body=f"<html><body><h1>Camera {number}</h1>{body}</body></html>".encode(),
        )
    )


def gtin(number: int) -> str:
    """A thirteen-digit number with the right check digit."""
    body = f"40063813{number:04d}"
    total = sum(int(each) * (3 if at % 2 else 1) for at, each in enumerate(body))
    return f"{body}{-total % 10}"


def sheet(number: int) -> str:
    accessories = "".join(
        f"<div class=acc><p>Model: BAG-{number + at}77</p></div>" for at in range(3)
    )
    return (
        f"<table class=s><tr><td>Model</td><td>NL-{1000 + 7 * number}</td></tr>"
        f"<tr><td>Mfr. part number</td><td>P{number}-44{number}X</td></tr>"
        f"<tr><td>EAN</td><td>{gtin(number)}</td></tr>"
        f"<tr><td>Fotoladen #</td><td>{500100 + number}</td></tr>"
        f"<tr><td>Weight</td><td>{300 + number} g</td></tr></table>{accessories}"
    )


@pytest.fixture
def pages():
    return [page(number, sheet(number)) for number in range(8)]


def test_every_kind_of_id_is_found_by_its_label(pages):
    learner = ProductIdLearner().fit(pages)
    found = {(each.kind, each.value) for each in learner.read(pages[2])}
    assert found == {
        ("model", "NL-1014"),
        ("mpn", "P2-442X"),
        ("gtin", gtin(2)),
        ("sku", "500102"),
    }


def test_ids_of_accessories_are_no_ids_of_the_product(pages):
    values = {each.value for each in ProductIdLearner().fit(pages).read(pages[0])}
    assert not any(value.startswith("BAG") for value in values)


def test_ids_of_other_sites_show_an_unknown_label():
    body = "<ul class=d><li>Kennung: QX{0}55-{0}</li><li>Farbe: rot {0}</li></ul>"
    pages = [page(number, body.format(number)) for number in range(8)]
    known = {f"qx{number}55{number}": "mpn" for number in range(3)}
    assert ProductIdLearner().fit(pages).rules_ == ()
    (rule,) = ProductIdLearner(known=known).fit(pages).rules_
    assert (rule.kind, rule.label, rule.known) == ("mpn", "kennung", 3)


def test_a_label_that_never_changes_its_value_prints_no_ids():
    body = "<ul><li>Model: 2010X</li><li>Size: {0}</li></ul>"
    pages = [page(number, body.format(number)) for number in range(8)]
    learner = ProductIdLearner().fit(pages)
    assert learner.rules_ == ()
    assert learner.not_learned_.reason.startswith("not learned, because no label prints ids")


def test_too_few_pages_are_not_enough_evidence(pages):
    learner = ProductIdLearner().fit(pages[:3])
    assert "not enough evidence" in learner.not_learned_.reason
    assert learner.read(pages[0]) == ()


def test_it_must_be_fitted_first(pages):
    with pytest.raises(NotFittedError):
        ProductIdLearner().read(pages[0])


def test_an_id_counts_once_more_than_tau_sites_publish_it():
    ids = [ProductId("NL-1", "model", f"s{at}.example") for at in range(4)]
    ids += [ProductId("nl 1", "model", "s0.example"), ProductId("X2", "model", "s1.example")]
    assert vote(ids) == {("model", "nl1"): 4}
    assert vote(ids[:3]) == {}
    assert vote(ids, tau=0) == {("model", "nl1"): 4, ("model", "x2"): 1}


def test_an_isbn_is_one_id_however_it_is_written():
    assert canonical_id("gtin", "0-306-40615-2") == canonical_id("gtin", "978 0306406157")
