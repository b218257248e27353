"""What is looked for letter by letter is what plain searches find."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from specdex.extraction.fields import words
from specdex.extraction.fields.amounts import SIGNS_BEHIND, _sign_behind
from specdex.extraction.fields.brands import _leads_to_brand
from specdex.extraction.fields.lines import _may_announce, _may_end_label
from specdex.extraction.fields.price_words import _thought
from specdex.extraction.fields.view import LABELS, PUNCTUATION, squashed
from specdex.lexicon import phrases
from specdex.money import CODES, SIGN_CHARACTERS, SIGNS, digit_from, number_end

BRAND_PATHS = phrases("brands.path_pieces")
CART_WORDS = sorted({squashed(phrase) for phrase in phrases("buying.add_to_cart")})

LETTERED = [sign for sign in SIGNS if sign[0].isalpha() and sign[-1] in SIGNS_BEHIND and sign[1:]]
NUMBER = re.compile(
    r"([0-9](?:[0-9]{0,2}(?:[ .,'\u2019][0-9]{3})+(?:[.,][0-9]{1,2})?(?![0-9])"
    r"|[0-9]*(?:[.,][0-9]{1,2})?(?![0-9])))"
    rf"(?: ?([{re.escape(''.join(sorted(SIGN_CHARACTERS)))}]"
    rf"|{'|'.join(map(re.escape, LETTERED))}"
    r"|đ(?![^\W\d_])|[.,:]-|[^\W\d_]{1,8}(?:\.[^\W\d_]{1,3})?(?![^\W\d_])))?"
)
"""A number, and the word or sign behind it."""
TELLING = st.sampled_from("0123456789     ..,,'\u2019:-_\n$€đ元eurkčlzsfr²٣")
FURTHER = re.compile(r"[(+\d]| und | and | et | e | y | plus ")


def known(sign):
    """*sign* where it is a currency's, else nothing."""
    return sign if sign in SIGNS or sign.upper() in CODES else ""


@given(st.text(TELLING, max_size=40), st.integers(0, 8), st.integers(0, 8))
@example("1.234.5678 kč", 0, 0)
@example("49.-", 0, 0)
@example("1 299,00 ر.س", 0, 0)
def test_numbers_and_the_signs_behind_them(text, begin, cut):
    end = max(begin, len(text) - cut)
    wanted = [
        (*match.span(1), known(match.group(2) or "")) for match in NUMBER.finditer(text, begin, end)
    ]
    found, stop = [], begin
    while (start := digit_from(text, stop, end)) >= 0:
        stop = number_end(text, start, end)
        found.append((start, stop, _sign_behind(text, stop, end)))
    assert found == wanted


@given(st.text(st.characters(), max_size=30))
def test_squashed_leaves_out_punctuation(text):
    kept = "".join(letter for letter in text.lower() if letter not in PUNCTUATION)
    assert squashed(text) == kept


@given(st.lists(st.sampled_from(("no", "stock", "i", "în", "nos", "там", "x", "2", "_", " ", "-"))))
def test_words_among_others(pieces):
    text = "".join(pieces)
    wanted = {"no", "stock", "i", "în", "там"}
    plain = dict.fromkeys(word for word in re.findall(r"[^\W\d_]+", text) if word in wanted)
    assert words.Words(wanted).among(text) == list(plain)


@given(st.lists(st.sampled_from((*BRAND_PATHS, "/", "brand", "-", "=", "x", "s")), max_size=8))
def test_addresses_of_brands(pieces):
    href = "".join(pieces)
    assert _leads_to_brand(href) == any(path in href for path in BRAND_PATHS)


@given(st.text(st.sampled_from("aeyndtu plus(+5٣:"), max_size=20))
def test_where_a_thought_ends(tail):
    head = re.split(r"[(+\d]", tail, maxsplit=1)[0]
    wanted = "" if ":" in head else FURTHER.split(tail, maxsplit=1)[0]
    assert tail[: _thought(tail)] == wanted


@given(st.sampled_from((*LABELS, *CART_WORDS)), st.sampled_from(("", " 5", ": x", "x")))
def test_every_label_and_button_passes_the_table(word, tail):
    line = word[:1] + "." + word[1:] + tail
    assert _may_announce(line, 0, len(line))


@given(st.sampled_from(tuple(LABELS)), st.text(st.sampled_from("ab "), max_size=4))
def test_every_label_passes_at_the_end(label, lead):
    line = f"{lead} {label} "
    assert _may_end_label(line, 0, len(line), "shop")
