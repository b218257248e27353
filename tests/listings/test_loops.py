"""What is written out as loops, since loops compile well, finds what patterns find."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from specdex.listings import money
from specdex.listings.money import amounts, numbers

SIGNS = ("$", "€", "kr", "Rs", "EUR", "US $", "lei", "đ", "x", "٣", "\U0001f4b6")
TEXTS = st.lists(st.sampled_from((*"0123456789", *".,:'- \n\xa0", *SIGNS)), max_size=30).map(
    "".join
)
DIGIT = "[" + "".join(f"{zero}-{chr(ord(zero) + 9)}" for zero in money._ZEROS) + "]"  # noqa: SLF001
DIGITS = (
    rf"{DIGIT}{{0,8}}(?:[{money._GROUPS}]{DIGIT}{{3}}(?!{DIGIT}))*"  # noqa: SLF001
    rf"(?:\s?[.,]\s?{DIGIT}{{1,2}}(?!{DIGIT}))?"
)
BEFORE = re.escape("".join(sorted(money._ENDS)))  # noqa: SLF001
STARTS = re.escape("".join(sorted(money._STARTS)))  # noqa: SLF001
DASHES = ",-|:-|,\u2013|,\u2014"
"""What stands for no cents."""
NUMBER = re.compile(
    rf"{DIGIT}(?<!{DIGIT}{DIGIT})(?:(?<=[{BEFORE}]{DIGIT})|(?<=[{BEFORE}][\s.:]{DIGIT})"
    rf"|(?<=[{BEFORE}][\s.:][\s.:]{DIGIT})|(?={DIGITS}\s?(?:[{STARTS}]|{DASHES}))){DIGITS}"
)
"""A number that stands beside a character which may be part of a sign."""


@given(text=TEXTS)
@example("0.0,0$")
def test_the_scan_misses_no_number_that_counts(text):
    every = [number.span() for number in NUMBER.finditer(text)]
    assert set(numbers(text)) <= set(every)
    scanned = amounts(text)
    assert money.of_numbers(text, every) == scanned


@pytest.mark.parametrize(("text", "values"), [("€ ٢٥ or 1.299,00 €", [25.0, 1299.0])])
def test_digits_of_other_scripts_are_digits(text, values):
    assert [each.value for each in amounts(text)] == values
