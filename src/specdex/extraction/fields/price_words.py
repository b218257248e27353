"""What the words around an amount of money make of it."""

import re

from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import (
    PRICE_WORDS,
    Phrases,
    announces_least,
    announces_price,
    announces_regular,
    is_letter,
    letter_words,
    speaks_of_other,
)
from specdex.lexicon import alternatives, phrases, words
from specdex.money import SIGN_CHARACTERS, SIGNS
from specdex.money.amounts import Amount
from specdex.money.printed import KNOWN_SIGNS

__all__ = ["suggested", "tells_tax", "untaxed", "word_score"]

BEFORE, AFTER = 34, 20
"""Characters of the line around an amount that say what it is."""
OTHER_WORDS = -2.2
PER_UNIT = -1.7
"""It is for so much of a thing: the price only where nothing else is."""
BARE = 0.6
"""The amount is all there is in its line."""
ANNOUNCED = 0.8
"""A word for price stands before it."""
LEAST = -0.9
"""It is only where prices begin."""
SHORT = 9
"""Characters beside an amount that is alone in its line: its currency, a full stop."""
CROSSES = frozenset({"x", "\u00d7", "\u0445"})
"""What stands between how often an amount is paid, and the amount."""
PIECES = words("prices.pieces")
_PER = re.compile(
    r"[^\w/]{0,3}[^\W\d_]{0,3}(?:\.[^\W\d_]{0,2})?\.?\s?/\s?(?:\d{1,4}\s?)?([^\W\d_]+)"
)
"""An amount's sign, a slash, and what it is for."""
_PLUS_TAX = re.compile(rf"[^\w+]{{0,3}}\w{{0,3}}\.?\s?\+\s?(?:{'|'.join(words('prices.taxes'))})\b")
"""An amount's sign, a plus, and a tax."""
_PER_SO_MUCH = re.compile(
    r"\b(?:per|pro|je|par|por|za|pr\.?|al|le|x)(?:\s\d{0,4}|\d{1,4})\s?"
    r"(?:k?g|ml|cl|l|oz|lb|m2|m\u00b2|кг|л)\b"
    r"|\d\s?(?:k?g|m?l)(?:\u3042\u305f\u308a|\ub2f9)|\u6bcf\s?\d{1,4}\s?(?:k?g|m?l)"
)
"""What it is for, before the amount or behind it."""
_TIMES = re.compile(
    r"(?:\W{0,3}[^\W\d_]{0,4}\.?)??\s?[x\u00d7\u0445]\s?\d{1,2}(?!\d)(?!\s?(?:mm|cm|g|ml)\b)"
)
"""How often an amount is paid, behind it: 23,667 x 6m."""
_BULK = re.compile(
    rf"\d\s?(?:{alternatives('prices.or_more')})\b[^\d\n]{{0,12}}$"
    rf"|\d\s(?:{alternatives('prices.so_many_for')})\s?[^\w\n]{{0,3}}$"
    r"|(?<![\d.,])\d{1,4}\s?\+:?\s?[^\w\n]{0,2}$"
)
"""How many must be bought, before the amount."""
SLASH = 3
"""Characters at the beginning of a date that hold its first slash."""
OWN_LINE = 4
"""Characters before an amount that begins its line: its currency."""
CODE_LETTERS = 3
"""Letters before the digits of the shortest code."""
BRACKETS = {"(": ")", "\uff08": "\uff09"}
FURTHER = (" und ", " and ", " et ", " e ", " y ", " plus ")
"""What begins another thought behind an amount, as brackets, signs and digits do."""
_WITHIN = re.compile(
    r"(?<!\d)30(?:\W{1,3}(?:[^\W\d_]+\W{1,3}){1,3}|\s?[\u3040-\ud7ff]+[^\w\n]{0,3}[^\W\d_]{0,3}[^\w\n]?)$"
)
"""Before the amount that was the lowest of 30 days, as shops of Europe must print it."""
_TAXED, _UNTAXED = Phrases(phrases("prices.taxed")), Phrases(phrases("prices.untaxed"))
_SUGGESTED = Phrases(phrases("prices.suggested"))


def word_score(view: View, each: Amount) -> float:
    """What the words of the line around the amount, and a label above it, make of it."""
    low, start, stop = view.low, each.start, each.stop
    begin = low.rfind("\n", 0, start) + 1
    end = low.find("\n", stop)
    end = len(low) if end < 0 else end
    lead = low[_lead_start(view, max(begin, start - BEFORE), start) : start]
    after = stop + _is_more(low, stop)
    tail = low[after : _next_element(view, stop, min(end, stop + AFTER))]
    if "%" in tail or _is_next_label(low, tail, after, announces_price(letter_words(lead))):
        tail = ""
    tail = tail[: _thought(tail)]
    score = BARE if start - begin + end - stop < SHORT else 0.0
    if begin and start - begin < OWN_LINE:
        above = low.rfind("\n", 0, begin - 1) + 1
        if begin - 1 - above < BEFORE and _behind_digits(low, above, begin - 1) == above:
            lead = low[above:start]
    if (
        _is_share(low, start, lead)
        or _PLUS_TAX.match(low, stop)
        or _TIMES.match(low, stop)
        or _BULK.search(low, max(begin, start - BEFORE), start)
        or _WITHIN.search(low, max(begin, start - BEFORE), start)
    ):
        return score + OTHER_WORDS
    for_so_much = _PER_SO_MUCH.search(low, max(begin, start - BEFORE), start)
    if for_so_much or _PER_SO_MUCH.search(tail) or _is_per_unit(low, stop):
        score += PER_UNIT
    lead, tail = view.parted(start - len(lead), start), view.parted(after, after + len(tail))
    before = letter_words(lead)
    if speaks_of_other(f"{lead} {tail}", before + letter_words(tail)):
        return score + OTHER_WORDS
    if after > stop or announces_least(before) or announces_regular(before):
        return score + LEAST
    return score + ANNOUNCED if announces_price(before) else score


def _is_more(low: str, stop: int) -> bool:
    """Whether a plus behind an amount says that it is at least so much: $149+ with credit."""
    return low[stop : stop + 1] == "+" and not low[stop + 1 : stop + 2].isdecimal()


def _next_element(view: View, stop: int, end: int) -> int:
    """Where, behind an amount, the element begins that holds the next number; else *end*."""
    for at in range(stop, end):
        if view.low[at].isdecimal():
            begin = view.run_start[view.run_at(at)]
            return begin if begin >= stop else end
    return end


def _is_next_label(low: str, tail: str, stop: int, told: bool) -> bool:  # noqa: FBT001 - compiled
    """Whether what stands behind an amount, of which all is *told*, announces what follows."""
    for at in range(len(tail)):
        if tail[at].isdecimal():
            tail = tail[:at]
            break
    words = letter_words(tail)
    behind = low[stop + len(tail) : stop + len(tail) + SHORT].lstrip(" \n:")
    if not words or not (told or words[-1] in PRICE_WORDS):
        return False
    date = "/" in behind[:SLASH]
    lettered = 0
    while lettered < OWN_LINE and is_letter(behind[lettered : lettered + 1] or "."):
        lettered += 1
    first = behind[lettered : lettered + 1]
    return (behind[:1].isdecimal() and not date) or first in SIGN_CHARACTERS


def _lead_start(view: View, begin: int, start: int) -> int:
    """Where the words before an amount begin: behind what is said of another one."""
    cut = _behind_digits(view.low, begin, start)
    code = _code_start(view.low, begin, cut)
    if code >= 0:
        return _behind_digits(view.low, begin, code)
    if cut > begin and not SIGN_CHARACTERS.isdisjoint(view.low[begin : cut + 2]):
        run = view.run_start[view.run_at(start)]
        if cut < run <= start:
            return run
    return cut


def _code_start(low: str, begin: int, end: int) -> int:
    """Where a word begins whose digits end at *end*, as a code that takes something off; else -1.

    >>> _code_start("with code save10", 0, 16), _code_start("was chf10", 0, 9)
    (10, -1)
    """
    digits = end
    while digits > begin and low[digits - 1].isdecimal():
        digits -= 1
    word = digits
    while word > begin and is_letter(low[word - 1]):
        word -= 1
    found = low[word:digits]
    return word if len(found) >= CODE_LETTERS and found not in KNOWN_SIGNS else -1


def _is_share(low: str, start: int, lead: str) -> bool:
    """Whether the amount is paid so many times: a number and a cross stand before it."""
    words, begin = lead.split(), start - len(lead)
    return bool(words) and words[0] in CROSSES and low[max(0, begin - 1) : begin].isdecimal()


def _is_per_unit(low: str, stop: int) -> bool:
    """Whether a slash behind the amount says that it is for so much, and not for a piece."""
    match = _PER.match(low, stop) if "/" in low[stop : stop + SHORT] else None
    return match is not None and match[1] not in PIECES and match[1] not in SIGNS


def _behind_digits(low: str, begin: int, end: int) -> int:
    """Where what stands behind the last digit between *begin* and *end* begins."""
    while end > begin and not low[end - 1].isdecimal():
        end -= 1
    return end


def _thought(tail: str) -> int:
    """Where the thought ends that *tail* begins with."""
    end = len(tail)
    for at in range(end):
        if tail[at] == ":":  # a label of what follows
            return 0
        if tail[at] in "(+\uff08" or tail[at].isdecimal():
            end = _bracket_end(tail, at)
            break
    for word in FURTHER:
        at = tail.find(word)
        if 0 <= at < end:
            end = at
    return end


def _bracket_end(tail: str, at: int) -> int:
    """Where the bracket at *at* of *tail* ends if it holds words alone; else *at*.

    >>> _bracket_end("(ex VAT) a", 0), _bracket_end("(was 20)", 0)
    (7, 0)
    """
    close = tail.find(BRACKETS[tail[at]], at) if tail[at] in BRACKETS else -1
    return at if _behind_digits(tail, at, max(at, close)) > at else max(at, close)


def tells_tax(words: str) -> bool:
    """Whether *words* say that taxes are in an amount.

    >>> tells_tax("(incl. vat "), tells_tax("was ")
    (True, False)
    """
    return bool(_TAXED.within(words))


def suggested(view: View, each: Amount) -> float:
    """What an amount lost because words before it call it a maker's, or the regular, price."""
    begin = _behind_digits(view.low, max(0, each.start - BEFORE), each.start)
    lead = view.parted(begin, each.start)
    before = letter_words(lead)
    if not _SUGGESTED.within(lead) and not announces_regular(before):
        return 0.0
    return OTHER_WORDS if speaks_of_other(lead, before) else LEAST


def untaxed(view: View, each: Amount) -> float:
    """What an amount lost because words behind it say that taxes come on top."""
    end = view.low.find("\n", each.stop, each.stop + AFTER)
    told = _UNTAXED.within(view.low[each.stop : end if end >= 0 else each.stop + AFTER])
    return OTHER_WORDS if told else 0.0
