# cython: boundscheck=False, nonecheck=False
"""The signs, codes and words of currencies beside numbers in a text."""

from array import array

from specdex.html.document import Nodes
from specdex.money.printed import (
    CODES,
    DASHES,
    DOUBTFUL_SIGNS,
    GROUP,
    KNOWN_SIGNS,
    LETTER_SIGN,
    LONGEST_SIGN,
    LONGEST_WORD,
    SIGN_CHARACTERS,
    SIGNS,
    SIGNS_BEHIND,
    WESTERN,
    digit_from,
)
from specdex.text import lowered

__all__ = [
    "PREFIXES",
    "PageText",
    "may_have_sign",
    "sign_before",
    "sign_behind",
    "sign_start",
]

BLANKS = 2
"""Blanks between a number and its sign: one may stand for a mark that nobody sees."""
PREFIXES = frozenset("$£₹¥￥₱₩₦")
"""Signs that stand before their number, if one follows."""
SIGNS_BEFORE = SIGNS_BEHIND | {"/"}
LONGEST_COUNTRY = 3
"""Letters that say whose dollars they are: these, or one less."""
LONGEST_BEHIND, LONGEST_BEHIND_POINT = max(map(len, (*SIGNS, *CODES))), 3
"""Characters of the longest sign that may stand behind a number, and behind a point in it."""
_ODD = tuple(
    sign for sign in KNOWN_SIGNS if "." not in sign and not all(map(str.isalpha, sign[1:-1]))
)
"""Signs with more than letters, and marks at their ends."""
_ODD_HEADS = "".join(sign[0] for sign in _ODD)
_DASHED = frozenset(f"{mark}{dash}" for mark in ",:." for dash in DASHES) | {"/="}
_HEADS = frozenset(sign[:GROUP] for sign in KNOWN_SIGNS)
_TAILS = frozenset(sign.strip(".")[-GROUP:] for sign in KNOWN_SIGNS)
_SHORT = frozenset(sign.strip(".") for sign in KNOWN_SIGNS if len(sign) < GROUP) | _DASHED
"""What signs begin and end with: a number with nothing of the kind beside it is no amount."""
FIRST, LAST, ASCII = 1, 2, 0x7F
EASTERN = ("\u0627", "\u0631", "\u0930", "\u09b0")
"""One of these stands in any text in a script, of Arabic or India, with digits of its own."""
_DIRECTING = tuple(
    map(chr, (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)
"""Marks that only say which way text runs, as they stand around amounts."""
_ONE = array("i", [0])
"""The run, its node and that node's parent, of a text that is no page's."""


class PageText:
    """A text as money is looked for in it, and where the elements begin that it is set in."""

    def __init__(
        self, text: str, site: str = "", language: str = "", nodes: Nodes | None = None
    ) -> None:
        self.text = text
        self.low = _plain(text)
        """The text in lower case, as long as the text."""
        self.site = site
        self.country = site.rpartition(".")[2]
        """The last part of the host name."""
        self.language = language.lower()
        """As the page's root says, in lower case."""
        self.run_start = _ONE if nodes is None else nodes.run_start
        self.run_node = _ONE if nodes is None else nodes.run_node
        self.parents = _ONE if nodes is None else nodes.parent

    def run_at(self, offset: int) -> int:
        """The run of text that stands at *offset*, or the last one before it; -1 if none."""
        first, last = 0, len(self.run_start)
        while first < last:
            middle = (first + last) // 2
            if self.run_start[middle] <= offset:
                first = middle + 1
            else:
                last = middle
        return first - 1

    def node_at(self, offset: int) -> int:
        """The node whose text stands at *offset*."""
        run = self.run_at(offset)
        return self.run_node[run] if run >= 0 else 0

    def is_home(self, sign: str) -> bool:
        """Whether *sign* is a currency here: some are units or words elsewhere."""
        places = DOUBTFUL_SIGNS.get(sign)
        return places is None or self.country in places or self.language[:2] in places

    def begins(self, at: int) -> bool:
        """Whether an element's text begins at *at*."""
        run = self.run_at(at)
        return run >= 0 and self.run_start[run] == at

    def begins_within(self, at: int) -> bool:
        """Whether an element's text begins at *at*, within the element of the text before it."""
        run = self.run_at(at)
        if run <= 0 or self.run_start[run] != at:
            return False
        return self.parents[self.run_node[run]] == self.run_node[run - 1]

    def sets_off(self, start: int, at: int) -> bool:
        """Whether a sign and cents, at *at*, stand apart: 19|€|99, or within the number's element.

        The number begins at *start*.
        """
        return self.begins(at + 1) or (self.begins(start) and self.begins_within(at))


def _plain(text: str) -> str:
    """*text* in lower case, every character in its place, with digits that are read here."""
    low = lowered(text)
    if low.isascii():
        return low
    if any([letter in low for letter in EASTERN]):  # noqa: C419 - a generator does not compile
        for code, read in WESTERN.items():  # of which few are there: far faster than mapping
            low = low.replace(chr(code), read)
    for mark in _DIRECTING:
        low = low.replace(mark, " ")
    return low


def may_have_sign(low: str, start: int, stop: int) -> bool:
    """Whether what is beside the number between *start* and *stop* may be a sign, or a range's."""
    size, first = len(low), start - 1
    while first >= 0 and start - first < LONGEST_SIGN and low[first] in ". \n":
        first -= 1
    if first >= 0 and _PAIRS[_pair(low[first - 1] if first else " ", low[first])] & LAST:
        if low[max(0, first - 2) : first + 1] in _TAILS or low[first] in SIGNS_BEHIND:
            return True
        if low[max(0, first - 1) : first + 1].lstrip() in _SHORT:
            return True
    while stop < size and low[stop] == " ":
        stop += 1
    if stop >= size or not (
        _PAIRS[_pair(low[stop], low[stop + 1] if stop + 1 < size else " ")] & FIRST
    ):
        return False
    return low[stop : stop + GROUP] in _HEADS or _begins_short(low, stop)


def _pair(one: str, other: str) -> int:
    """The place of two characters in the table of pairs; some share one."""
    return ((ord(one) & ASCII) << 7) | (ord(other) & ASCII)


def _pairs() -> bytes:
    """For each two characters whether signs begin, and whether signs end with them, in bits."""
    found = bytearray((ASCII + 1) ** 2)
    for sign in (*KNOWN_SIGNS, *_DASHED, *SIGNS_BEHIND, *DASHES):
        last = sign.strip(".")
        for beside in map(chr, range(ASCII + 1)):  # what is one character stands beside any other
            found[_pair(sign[0], (sign[1:2] or beside))] |= FIRST
            found[_pair(last[-2:-1] or beside, last[-1])] |= LAST
    return bytes(found)


_KEPT = _pairs()
_PAIRS = _KEPT
"""The same, which compiled code reads where it lies."""


def _begins_short(low: str, at: int) -> bool:
    """Whether a sign of one or two characters, or the dash of a range, may stand at *at*."""
    if low[at] in DASHES:
        return low[at + 1 : at + 3].strip()[:1].isdecimal()
    is_word = low[at] < "\x80" and _is_letter(low[at + 1]) if at + 1 < len(low) else False
    return low[at : at + 2] in _SHORT or (low[at] in _SHORT and not is_word)


def sign_behind(low: str, stop: int, end: int) -> tuple[str, int]:
    """The currency's sign or code behind the number that ends at *stop*, and where it ends."""
    start = stop
    while start < end and low[start] == " " and start - stop < BLANKS:
        start += 1
    if start < end and low[start] in _ODD_HEADS:
        for sign in _ODD:
            if low.startswith(sign, start, end):
                return sign, start + len(sign)
    last = _sign_end(low, start, end)
    if not start < last <= start + LONGEST_BEHIND:
        return "", stop
    word = low[start:last]
    if word[-1] in DASHES:  # no cents; the sign itself may follow
        found: tuple[str, int] = sign_behind(low, last, end)
        return found if found[0] else (f"{word[:-1]}-", last)
    return (word, last) if word in KNOWN_SIGNS else ("", stop)


def _sign_end(low: str, start: int, end: int) -> int:
    """Where what may be a sign at *start* ends: one character, or a word with a point in it."""
    if start >= end or low[start] <= " ":
        return start
    if low[start] in ",:./":
        return start + 2 if low[start : start + 2] in _DASHED and start + 1 < end else start
    begins_word = low[start] == LETTER_SIGN and start + 1 < end and _is_letter(low[start + 1])
    if low[start] in SIGNS_BEHIND and not begins_word:
        return start + 1
    stop = _letters_end(low, start, end)
    if start < stop < end and low[start : stop + 1] in KNOWN_SIGNS:
        return stop + 1
    if start < stop < end and low[stop] == ".":
        following = _letters_end(low, stop + 1, end)
        if 1 < following - stop <= LONGEST_BEHIND_POINT + 1:
            return following
    return stop


def _is_letter(character: str) -> bool:
    """Whether *character*, in lower case, is part of a word."""
    if character < "\x80":  # what is said again here compiles into the loops
        return "a" <= character <= "z"
    return character.isalnum() and not character.isdecimal()


def _letters_end(low: str, start: int, end: int) -> int:
    """Where the letters that begin at *start* end."""
    while start < end and _is_letter(low[start]):
        start += 1
    return start


def sign_start(low: str, sign: str, start: int) -> int:
    """Where *sign* begins before the number at *start*; there where it stands elsewhere."""
    for printed in (sign, sign.removesuffix("$")):
        begin = low.rfind(printed, max(0, start - LONGEST_SIGN), start) if printed else -1
        if begin >= 0 and low[begin + len(printed) : start].strip(" .\n") in {"", "$"}:
            return begin
    return start


def sign_before(page: PageText, start: int) -> str:
    """The sign that stands before the number at *start*; empty where none does."""
    low = page.low
    beside = low[start - 1 : start]
    if not beside or (beside == "\n" and not _leads(low, start - 1)):
        return ""
    word = _word_before(low, 0, start)
    if len(word) > 1 and word in KNOWN_SIGNS:
        return word
    border = page.run_start[page.run_at(start - 1)]
    told = _word_before(low, border, start) if start - border > 1 else ""
    touched = told in SIGN_CHARACTERS and low[border - 1 : border].isalpha()
    if touched or (len(told) > 1 and told in KNOWN_SIGNS):
        return told  # another element's word touches the sign
    if word == "$":
        return _dollars(page, low.rfind("$", 0, start))
    lead = low[max(0, start - LONGEST_SIGN) : start].rstrip(" .")
    for sign in _ODD:
        if lead.endswith(sign):
            return sign
    return word if word in KNOWN_SIGNS else word[-1:] * (word[-1:] in SIGN_CHARACTERS)


def _dollars(page: PageText, at: int) -> str:
    """The sign that the one of dollars at *at* is part of: US $ 5 says which."""
    country = _word_before(page.low, 0, at) if page.low[at - 1 : at] == " " else ""
    if len(country) < LONGEST_COUNTRY - 1 or not page.text[at - 1 - len(country) : at].isupper():
        return "$"
    if country.upper() in CODES:
        return country
    return f"{country}$" if f"{country}$" in SIGNS else "$"


def _word_before(low: str, border: int, start: int) -> str:
    """The word, the sign, or both together, from *border* on, before a number at *start*.

    >>> _word_before("now us$ 5", 0, 8), _word_before("for 4-us 5", 0, 9)
    ('us$', '')
    """
    first, end = max(border, start - LONGEST_SIGN), start
    while end > first and low[end - 1] in ". \n":
        end -= 1
    begin = end
    if begin > first and low[begin - 1] in SIGNS_BEFORE:
        begin -= 1
    while begin > first and end - begin < LONGEST_WORD and _is_letter(low[begin - 1]):
        begin -= 1
    if first < begin - 1 and low[begin - 1] == "." and _is_letter(low[begin - 2]):
        whole = begin - 1
        while whole > first and _is_letter(low[whole - 1]):
            whole -= 1
        begin = whole if low[whole:end] in KNOWN_SIGNS else begin
    if begin > border and (low[begin - 1] in "_-" or low[begin - 1].isalnum()):
        # between two numbers a sign is that of the one it touches
        touches = begin < end and (end == start or low[begin - 1].isalpha())
        own = touches and low[end - 1] in SIGN_CHARACTERS
        return low[end - 1 : end] if own else ""
    if begin > border and low[begin - 1] == "/" and _is_letter(low[end - 1]):
        return ""  # part of an address
    return low[begin:end]


def _leads(low: str, end: int) -> bool:
    """Whether the line that ends at *end* may have the sign of the number in the next one.

    It ends with one and a blank before it, or is no longer than a sign; it is no amount itself.
    """
    begin = low.rfind("\n", 0, end) + 1
    if low[end - 1 : end] in PREFIXES and low[end - 2 : end - 1] == " ":
        return not low[end - 3 : end - 2].isdecimal()
    return end - begin <= LONGEST_SIGN - 4 and digit_from(low, begin, end) < 0
