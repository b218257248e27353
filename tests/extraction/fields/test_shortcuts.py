"""What is looked for letter by letter is what plain searches find."""

import re

from hypothesis import given
from hypothesis import strategies as st

from specdex.extraction.fields import words
from specdex.extraction.fields.brands import leads_to_brand
from specdex.extraction.fields.lines import _may_announce, _may_end_label
from specdex.extraction.fields.price_words import _thought
from specdex.extraction.fields.view import LABELS, PUNCTUATION, squashed
from specdex.lexicon import phrases

BRAND_PATHS = phrases("brands.path_pieces")
CART_WORDS = sorted({squashed(phrase) for phrase in phrases("buying.add_to_cart")})

FURTHER = re.compile(r"[(+\d]| und | and | et | e | y | plus ")


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


SAID = ("0 in stock", "in", "in stock", "in stock now", "in-store", "no", "no more", "not in stock")


@given(
    st.lists(st.sampled_from(("in ", "in", "stock", "no", "not ", "ma", " ", "more", "now", "0 ")))
)
def test_phrases_within_a_text(pieces):
    text = "".join(pieces)
    first = dict.fromkeys(re.findall(r"[^\W\d_]+", text))
    led = [(re.search(r"[^\W\d_]+", phrase)[0], phrase) for phrase in SAID]
    found = [phrase for each in first for word, phrase in led if word == each and phrase in text]
    assert words.Phrases(SAID).within(text) == found


@given(st.lists(st.sampled_from((*BRAND_PATHS, "/", "brand", "-", "=", "x", "s")), max_size=8))
def test_addresses_of_brands(pieces):
    href = "".join(pieces)
    assert leads_to_brand(href) == any(path in href for path in BRAND_PATHS)


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
