import gc

import numpy as np
import pytest

from specdex.linkage import link
from specdex.linkage.evidence import ATTRIBUTE_FEATURES
from specdex.linkage.features import TEXT_FEATURES, TITLE_FEATURES
from specdex.linkage.pages import Pages
from specdex.linkage.reasons import COLUMNS, KINDS, Sentences
from specdex.linkage.scores import PairModel, read_model


def test_every_feature_is_evidence_of_some_kind():
    features = {*TEXT_FEATURES, *ATTRIBUTE_FEATURES, *TITLE_FEATURES}
    assert {name for names in KINDS.values() for name in names} == features
    assert len(read_model().usual) == len(features)


@pytest.mark.parametrize("decisive", ["code", "title", "agreement"])
def test_what_weighs_is_what_the_model_goes_by(decisive):
    column = COLUMNS[decisive][0]
    real = read_model()

    class OneColumn:
        def sums(self, features):
            return features[:, column] * 2.0

    model = PairModel(OneColumn(), real.usual)
    rows = real.usual[None, :] + 1.0
    weights = dict(zip(KINDS, model.weights(rows, COLUMNS.values())[0], strict=True))
    assert weights.pop(decisive) == pytest.approx(2.0)
    assert np.allclose(list(weights.values()), 0.0)


@pytest.fixture
def crowd(page):
    """Phones of several shops; of one product two shops contradict each other."""

    def make(colours=("Black", "Black")):
        pages = [
            page(
                f"https://{site}.example/{n}",
                f"Acme X{n}00 phone",
                Weight=f"{n * 10} g",
                Storage=f"{n} GB",
                Colour="Black",
            )
            for site in "abc"
            for n in range(1, 9)
        ]
        return pages + [
            page(f"https://{site}.example/9", "Acme X900 phone", Weight="95 g", Colour=colour)
            for site, colour in zip("ab", colours, strict=True)
        ]

    return make


def reason(pages, one="https://a.example/9", other="https://b.example/9"):
    found = {(match.one, match.other): match.evidence for match in link(pages).matches}
    return found[one, other]


def test_the_reason_names_the_model_that_both_print(crowd):
    assert "model x900" in reason(crowd())


def test_a_conflict_is_named_with_both_values(crowd):
    assert "although" not in reason(crowd())
    said = reason(crowd(("Black", "Red")))
    assert "colour differs (black and red)" in said


def test_a_gtin_is_reason_enough_and_its_conflicts_are_told(page):
    code = "4006381333931"
    pages = [
        page("https://a.example/1", "Acme kettle steel", {"gtin": code}, Colour="White"),
        page("https://b.example/1", "Wasserkocher", {"gtin": code}, Colour="Red"),
    ]
    assert reason(pages, "https://a.example/1", "https://b.example/1").startswith(f"gtin {code}")


def test_another_name_of_the_model_is_told(page):
    titles = [f"Acme Rebel T5 kit number{n}" for n in "abc"]
    titles += [f"Acme Eos 1200D kit number{n}" for n in "abc"]
    titles += [f"Acme Rebel T5 1200D with strap{n}" for n in "abcd"]
    pages = [
        page(f"https://shop{at}.example/1", title, brand="Acme") for at, title in enumerate(titles)
    ]
    said = {match.evidence for match in link(pages).matches}
    assert any("model t5 (also called 1200d), brand acme" in each for each in said)


def test_nothing_is_left_behind_though_nobody_collects(crowd):
    gc.collect()
    gc.disable()
    try:
        assert link(crowd()).matches
        assert not [each for each in gc.get_objects() if isinstance(each, Pages | Sentences)]
    finally:
        gc.enable()
