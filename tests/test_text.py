import re

from hypothesis import given
from hypothesis import strategies as st

from specdex.text import collapse, letters_and_digits, lowered, words


@given(st.text())
def test_collapsing_and_folding_are_idempotent(text):
    assert collapse(collapse(text)) == collapse(text)
    assert letters_and_digits(letters_and_digits(text)) == letters_and_digits(text)


def test_words_know_all_scripts():
    assert words("Größe, 重量 5kg_x") == ["größe", "重量", "5kg", "x"]


@given(st.text(st.characters() | st.sampled_from("ÄÉΣİẞÐЖK"), max_size=40))
def test_lower_case_leaves_every_character_where_it_was(text):
    low = lowered(text)
    assert len(low) == len(text)
    assert low == text.lower() or "\u0130" in text


@given(st.text(alphabet=st.characters(max_codepoint=0x17F), max_size=40))
def test_words_are_stretches_of_letters_and_digits_in_lower_case(text: str) -> None:
    assert words(text) == re.findall(r"[^\W_]+", text.lower())
