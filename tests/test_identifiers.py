import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.identifiers import gtin, gtin14, gtin_in, gtin_kind, made_up


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("96385074", "gtin8"),
        ("036000291452", "gtin12"),
        ("4006381333931", "gtin13"),
        ("10614141000415", "gtin14"),
        ("978-0-306-40615-7", "isbn"),
        ("0-306-40615-2", "isbn"),
        ("0-8044-2957-X", "isbn"),
    ],
)
def test_a_valid_number_has_a_kind(text, kind):
    assert gtin_kind(gtin(text)) == kind


@pytest.mark.parametrize(
    "text", ["", "0", "123", "4006381333932", "0000000000000", "12345", "080442957X1", "abc"]
)
def test_an_invalid_number_has_none(text):
    assert gtin(text) == ""
    assert gtin_in(text) == ""
    assert gtin_kind(gtin(text)) == ""


@given(st.integers(min_value=1, max_value=10**12 - 1))
def test_exactly_one_check_digit_fits(number):
    stem = f"{number:012d}"
    assert sum(bool(gtin(f"{stem}{digit}")) for digit in range(10)) == 1


def test_an_old_isbn_becomes_the_new_one():
    assert gtin("0-306-40615-2") == "9780306406157"


def test_a_number_is_found_among_other_signs():
    assert gtin("EAN: 4006381333931") == ""
    assert gtin_in("EAN: 4006381333931") == "4006381333931"


@pytest.mark.parametrize("signs", ["00000000", "0123456789", "1234567890128", "xxxx"])
def test_one_sign_over_and_over_and_counting_are_made_up(signs):
    assert made_up(signs)
    assert gtin14(signs) == ""
