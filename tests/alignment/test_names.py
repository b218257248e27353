import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.alignment.names import normal_name, similarity


@pytest.mark.parametrize(
    ("one", "other"),
    [("Höhe (mm):", "HÖHE"), ("screenSize", "Screen size"), ("Weight (approx.)", "weight"),
     ("Dimensione dello schermo", "dimensione dello Schermo"), ("Ширина", "ширина")],
)  # fmt: skip
def test_one_wording_has_one_form(one, other):
    assert normal_name(one) == normal_name(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("screen size", "size screen"), ("touch screen", "touchscreen"), ("colour", "color"),
     ("refresh rate", "refresh rates")],
)  # fmt: skip
def test_like_names_are_alike(one, other):
    assert similarity(one, other) >= 0.85


@pytest.mark.parametrize(
    ("one", "other"),
    [("maximum resolution", "minimum resolution"), ("breite", "hohe"), ("usb 2 0", "usb 3 0"),
     ("viewing angle horizontal", "viewing angle vertical"), ("weight", "package weight"),
     ("width with stand", "width without stand"), ("", "weight")],
)  # fmt: skip
def test_a_word_of_contrast_makes_another_name(one, other):
    assert similarity(one, other) == 0


@given(st.text(max_size=30), st.text(max_size=30))
def test_similarity_is_symmetric_and_bounded(one, other):
    mine, theirs = normal_name(one), normal_name(other)
    assert similarity(mine, theirs) == pytest.approx(similarity(theirs, mine))
    assert 0 <= similarity(mine, theirs) <= 1
    assert similarity(mine, mine) == 1


@given(st.text(max_size=30))
def test_a_normal_name_is_its_own_normal_form(printed):
    once = normal_name(printed)
    assert normal_name(once) == once
