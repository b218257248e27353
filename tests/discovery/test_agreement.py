"""How far a site says what known shops say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.discovery.agreement import MIN_SHOPS, UNKNOWN, KnownShops, said

PAGE = [("Weight (kg)", "2,5"), ("Colour", "Black")]


def shops(number, page=PAGE):
    return {f"{at}.example": said([page]) for at in range(number)}


def test_names_and_values_are_compared_by_letters_and_digits():
    known = KnownShops(shops(MIN_SHOPS))
    assert (
        known.agreement("new.example", said([[("weight, KG", "2.5"), ("COLOUR:", "black")]])) == 1
    )
    half = known.agreement("new.example", said([[("Weight kg", "9"), ("Price", "7")]]))
    assert half == pytest.approx(0.25)
    assert known.agreement("new.example", said([[("Preis", "7")]])) == 0


def test_too_few_shops_tell_nothing():
    few = KnownShops(shops(MIN_SHOPS - 1))
    assert few.agreement("new.example", said([PAGE])) == UNKNOWN
    enough = KnownShops(shops(MIN_SHOPS))
    assert enough.agreement("new.example", said([PAGE])) == 1
    assert enough.agreement("0.example", said([PAGE])) == UNKNOWN, "it is one of them"


def test_a_shop_does_not_vouch_for_itself():
    own = said([[("Own name", "own value")]])
    known = KnownShops({**shops(MIN_SHOPS), "own.example": own, "copy.example": own})
    assert known.agreement("own.example", own) == 0
    assert known.agreement("new.example", own) == pytest.approx((MIN_SHOPS + 2) / MIN_SHOPS)


def test_nothing_in_common_and_nothing_said_are_survived():
    strangers = {f"{at}.example": said([[(f"n{at}", f"v{at}")]]) for at in range(30)}
    assert KnownShops(strangers).agreement("new.example", said([PAGE])) == UNKNOWN
    assert KnownShops({}).agreement("new.example", said([])) == UNKNOWN
    assert KnownShops(shops(30)).agreement("new.example", said([[], [("", " ")]])) == 0


@given(st.lists(st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), max_size=4)))
def test_agreement_is_a_share_of_what_is_typical(pages):
    found = KnownShops(shops(25)).agreement("new.example", said(pages))
    assert 0 <= found <= 1
