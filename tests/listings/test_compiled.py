import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.listings import money
from specdex.listings.money import amounts, numbers, numbers_in_python
from specdex.listings.outlines import Slots, fill, fill_in_python
from specdex.listings.view import View, coded, coded_in_python

SIGNS = ("$", "€", "kr", "Rs", "EUR", "US $", "lei", "đ", "x", "٣", "\U0001f4b6")
TEXTS = st.lists(st.sampled_from((*"0123456789", *".,:'- \n\xa0", *SIGNS)), max_size=30).map(
    "".join
)


@given(text=TEXTS)
def test_the_compiled_scan_misses_no_number_that_counts(text):
    compiled = amounts(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(money, "numbers", numbers_in_python)
        assert amounts(text) == compiled
    assert set(numbers(text)) <= set(numbers_in_python(text))


def test_digits_of_other_scripts_are_digits():
    assert [each.value for each in amounts("€ ٢٥ or 1.299,00 €")] == [25.0, 1299.0]


@given(words=st.lists(st.sampled_from(("a", "img", "div", "o:p"))))
def test_both_code_words_alike(words):
    codes = {"a": 1, "img": 7}
    assert coded(words, codes) == coded_in_python(words, codes)


def test_both_fill_the_same_slots(shop):
    document = shop.document(f'<div class="grid">{shop.cards(6)}</div>')
    nodes = list(range(len(document)))
    one, other = Slots(View(document)), Slots(View(document))
    assert fill(one, nodes) == fill_in_python(other, nodes)
    assert one.slot_of == other.slot_of
    assert one.classes == other.classes
