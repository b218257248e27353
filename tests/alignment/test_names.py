import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.alignment.names import concepts, marks, normal_name, opposed


@pytest.mark.parametrize(
    ("one", "other"),
    [("Höhe (mm):", "HÖHE"), ("screenSize", "Screen size"), ("Weight (approx.)", "weight"),
     ("Dimensione dello schermo", "dimensione dello Schermo"), ("Ширина", "ширина")],
)  # fmt: skip
def test_one_wording_has_one_form(one, other):
    assert normal_name(one) == normal_name(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("screen size", "size screen"), ("colour", "farbe"), ("largeur avec pied", "width with stand"),
     ("risoluzione schermo", "display resolution")],
)  # fmt: skip
def test_names_that_say_the_same_have_one_meaning(one, other):
    assert concepts(one) == concepts(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("maximum resolution", "minimum resolution"), ("breite", "hohe"),
     ("viewing angle horizontal", "viewing angle vertical"),
     ("width with stand", "larghezza senza supporto"), ("usb ports", "hdmi ports")],
)  # fmt: skip
def test_words_of_contrast_exclude_each_other(one, other):
    assert opposed(marks(one), marks(other))
    assert opposed(marks(other), marks(one))
    assert not opposed(marks(one), marks(one))


@pytest.mark.parametrize(
    ("one", "other"), [("weight", "package weight"), ("viewing angle", "horizontal viewing angle")]
)
def test_a_word_of_contrast_more_is_a_mark_but_no_veto(one, other):
    assert marks(one) != marks(other)
    assert not opposed(marks(one), marks(other))


@given(st.text(max_size=30))
def test_a_normal_name_is_its_own_normal_form(printed):
    once = normal_name(printed)
    assert normal_name(once) == once


def test_a_name_of_a_hundred_thousand_signs_is_cut():
    assert len(normal_name("weight " * 20_000)) <= 200


def test_words_that_are_put_together_mean_what_their_parts_do():
    assert concepts("gehausefarbe") == concepts("body color")
    assert concepts("displayauflosung") == concepts("screen resolution")
    assert concepts("produkttyp") == concepts("product type")
    assert concepts("bestellnummer") == {"bestellnummer"}
    assert opposed(marks("gehausebreite"), marks("gehausehohe"))
