# cython: boundscheck=False, nonecheck=False
"""The amounts of money in a text: numbers with a currency beside them."""

from decimal import Decimal

from specdex.lexicon import table
from specdex.money.printed import (
    DASHES,
    DECIMALS,
    GROUP,
    KNOWN_SIGNS,
    LIST_WORDS,
    LONGEST_PRICE,
    LONGEST_SIGN,
    MAIN_SIGNS,
    NOTHING,
    SIGN_CHARACTERS,
    SIGNS_BEHIND,
    currency_code,
    decimal_of,
    digit_from,
    digits_end,
    number_end,
)
from specdex.money.signs import (
    PREFIXES,
    PageText,
    may_have_sign,
    sign_before,
    sign_behind,
    sign_start,
)

__all__ = ["Amount", "amounts_of", "cents_at", "value_at"]

SIGNS_AND_BLANK = f" {MAIN_SIGNS}"
PLUS_AND_MINUS = "+-=\u2212\u2013"
MILS = {code.upper(): "".join(marks) for code, marks in table("currencies.mils").items()}
"""Currencies with three decimals, and what may stand before these."""
MULTIPLIERS = "bkm"
LINED = ("\n.", "\n,")
SET_OFF = (" . ", " ,", " .", ". ", *LINED)
"""What may stand between a number and its cents; with a blank at its end, cents of an element."""


class Amount:
    """An amount of money: how much, its sign, and where its number stands, and both together."""

    __slots__ = ("added", "first", "last", "node", "sign", "start", "stop", "value")

    def __init__(self, value: Decimal, sign: str, start: int, stop: int, node: int) -> None:
        self.value = value
        self.sign = sign
        self.start = self.first = start
        self.stop = self.last = stop
        self.node = node
        self.added = False
        """Whether something costs so much more or less, or up to it: a plus or a dash leads it."""


def amounts_of(page: PageText, begin: int, end: int, most: int) -> list[Amount]:
    """The first amounts between *begin* and *end*, *most* at most.

    >>> from specdex.money.signs import PageText
    >>> page = PageText("was 1.299,00 \u20ac, now US $ 999")
    >>> [str(each.value) for each in amounts_of(page, 0, len(page.low), 9)]
    ['1299.00', '999']
    """
    scan = _Scan(page, end)
    run, runs, stop = page.run_at(begin), len(page.run_start), begin
    while len(scan.found) < most and (start := digit_from(page.low, stop, end)) >= 0:
        while run + 1 < runs and page.run_start[run + 1] <= start:
            run += 1
        border = min(end, page.run_start[run + 1]) if run + 1 < runs else end
        stop = number_end(page.low, start, end)
        near = border - start <= LONGEST_PRICE and (
            _touches(page.low, border)
            or page.low.startswith(LINED, stop)
            or _parted_cents(page, start, stop) > stop
        )
        below = _sign_below(page, start, stop)[0]
        if near or below or scan.announced or may_have_sign(page.low, start, stop):
            start = _own_start(page, start, digits_end(page.low, start, end))
            stop = _number_stop(page, start, end)
            if not page.low.startswith(("%", " %"), stop):
                scan.look_at(start, stop)
    return scan.found


def _touches(low: str, border: int) -> bool:
    """Whether digits of two elements meet at *border*."""
    return border < len(low) and "0" <= low[border] <= "9" and "0" <= low[border - 1] <= "9"


class _Scan:
    """What was found so far in the text that ends at *end*."""

    __slots__ = ("announced", "end", "found", "page")

    def __init__(self, page: PageText, end: int) -> None:
        self.page = page
        self.end = end
        self.found: list[Amount] = []
        self.announced = ""
        """The sign behind the last number that is the next one's."""

    def look_at(self, start: int, stop: int) -> None:
        """Note the amount of the number between *start* and *stop*, if it is one."""
        page, low = self.page, self.page.low
        sign, last = sign_behind(low, stop, _element_border(page, stop, self.end))
        if not sign:
            sign, last = _sign_below(page, start, stop)
        ahead, self.announced = self.announced, ""
        if sign and _announces(page, start, stop, self.end, sign):
            sign, last, self.announced = "", stop, sign
        if sign and _ends_word(page, start, sign):
            sign = ""
        behind = bool(sign)
        if not behind or sign[-1] == "-":  # a dash for cents is no sign where there is another
            touching = low.startswith(self.announced, stop)  # the next one's sign is no word
            until = stop + len(self.announced) if touching else stop
            other = ahead or _sign_ahead(page, start, stop, until, self.found)
            if not behind or (other and page.is_home(other)):
                sign, behind = other, False
        if sign:
            self.note(Amount(NOTHING, sign, start, stop, page.node_at(start)), last, behind)

    def note(self, amount: Amount, last: int, behind: bool) -> None:  # noqa: FBT001 - compiled
        """Keep *amount*, whose sign ends at *last* if it stands *behind*, where that is money."""
        page, low, start, stop = self.page, self.page.low, amount.start, amount.stop
        told = not behind and stop - start > DECIMALS + 1 and low[stop - DECIMALS - 1] in ".,"
        amount.first = start if behind else sign_start(low, amount.sign, start)
        taken = self.found[-1].last if self.found else 0
        if behind and taken < start and low[start - 1] in MAIN_SIGNS:  # $10 USD
            amount.first -= 1
        if not (told or page.is_home(amount.sign) or _is_listed(page, amount, last)):
            return
        amount.value = value_at(page, start, stop, amount.sign)
        amount.last = last
        if behind and amount.value % 1 and low[start:stop].isdecimal() and last == stop + 1:
            amount.last += DECIMALS  # 39€90
        amount.added = _is_added(low, start)
        if amount.value or stop - start <= len("0.00"):
            self.found.append(amount)


def _sign_below(page: PageText, start: int, stop: int) -> tuple[str, int]:
    """The sign that is the line below a number that is a line, and where it ends; empty if none."""
    low = page.low
    if low[stop : stop + 1] != "\n" or (start and low[start - 1] != "\n"):
        return "", stop
    end = low.find("\n", stop + 1, stop + LONGEST_SIGN)
    last = end if end >= 0 else len(low)
    if last - stop > LONGEST_SIGN or low[last + 1 : last + 2].isdecimal():
        return "", stop
    sign = low[stop + 1 : last].strip(" .")
    return (sign, last) if sign in KNOWN_SIGNS and page.is_home(sign) else ("", stop)


def _is_listed(page: PageText, amount: Amount, last: int) -> bool:
    """Whether a sign that is a word elsewhere is printed as nothing but money is."""
    before, behind = page.text[amount.first : amount.start], page.text[amount.stop : last]
    ends = page.low[amount.start - 1 : amount.start], page.low[last : last + 1]
    if amount.sign[-1] == "-" and {*ends} <= {"", "\n"}:  # 699,- and nothing else in its line
        return True
    return before.strip(" .\n") in LIST_WORDS or behind.strip(" ") in LIST_WORDS


def _own_start(page: PageText, start: int, stop: int) -> int:
    """Where a number begins whose first digits end the words of another element: Lamp 3|20 kr."""
    run = page.run_at(start) + 1
    if run >= len(page.run_start) or not start < page.run_start[run] < stop:
        return start
    border = page.run_start[run]
    if stop - border == DECIMALS and page.begins_within(border):  # cents set high
        return start
    lead = page.low[page.run_start[run - 1] : start].rstrip(SIGNS_AND_BLANK)
    return border if lead[-1:].isalpha() and lead not in KNOWN_SIGNS else start


def _number_stop(page: PageText, start: int, end: int) -> int:
    """Where a number ends: another's may touch it, 19.90|24.90; two digits, 19|90, are cents."""
    low = page.low
    for run in range(page.run_at(start) + 1, len(page.run_start)):
        border = page.run_start[run]
        if border >= end or border - start > LONGEST_PRICE:
            break
        if _touches(low, border):
            if number_end(low, start, border) < border:
                break
            cents = digits_end(low, border, end)
            if cents == border + DECIMALS:
                return cents if _are_cents(page, start, border, cents) else border
            one, other = page.parents[page.run_node[run - 1]], page.parents[page.run_node[run]]
            if one != other or not low[start:border].isdecimal():
                return border
            break
    stop = number_end(low, start, end)
    cents = _parted_cents(page, start, stop)
    return cents if stop < cents <= end else _cents_stop(page, stop, end)


def _cents_stop(page: PageText, stop: int, end: int) -> int:
    """Where the cents end that stand apart from the number that ends at *stop*, or there."""
    low = page.low
    for gap in SET_OFF:
        cents = stop + len(gap)
        if low.startswith(gap, stop) and (gap[-1] != " " or page.begins(cents)):
            return cents + DECIMALS if digits_end(low, cents, end) == cents + DECIMALS else stop
    return stop


def _parted_cents(page: PageText, start: int, stop: int) -> int:
    """Where cents end that a blank or a line parts from the number at *start*; *stop* if none do.

    They are an element of their own, within that of the number or beside it and that of the sign.
    """
    low, cents = page.low, stop + 1
    last = cents + DECIMALS
    end = min(len(low), last + 1)
    if low[stop:cents] not in {" ", "\n"} or digits_end(low, cents, end) != last:
        return stop
    if stop - start > DECIMALS and low[stop - DECIMALS - 1] in ".,":
        return stop
    sign = sign_behind(low, last, min(len(low), last + LONGEST_SIGN))[0]
    ended = sign or low[last : last + 1] in {"", "\n"}
    return last if ended and page.begins(cents) and _are_parts(page, start, cents) else stop


def _are_parts(page: PageText, start: int, cents: int) -> bool:
    """Whether one element holds the number at *start* and its *cents*, each in one of its own.

    So does the sign, unless the cents stand within the number's.
    """
    parents, nodes = page.parents, page.run_node
    run, other = page.run_at(start), page.run_at(cents)
    above = parents[nodes[other]]
    if other != run + 1 or above < 0:
        return False
    if nodes[run] == above:
        return page.low[cents - 1] == " "
    if parents[nodes[run]] != above or page.run_start[run] != start:
        return False
    for beside in (run - 1, other + 1):
        if 0 <= beside < len(nodes) and above in {nodes[beside], parents[nodes[beside]]}:
            begin = page.run_start[beside]
            end = page.run_start[beside + 1] if beside + 1 < len(nodes) else len(page.low)
            if page.low[begin:end].strip(" \n.") in KNOWN_SIGNS:
                return True
    return False


def _are_cents(page: PageText, start: int, border: int, cents: int) -> bool:
    """Whether the two digits before *cents* are those of the number that another element ends."""
    low = page.low
    if border - start > DECIMALS and low[border - DECIMALS - 1] in ".,":  # 12.99|24 reviews
        return False
    ends = page.begins(cents) or low[cents : cents + 1] in {"", "\n"}
    if low[cents : cents + 1] == " " and page.begins(cents + 1):  # $79<sup>12</sup> ea
        is_back = page.node_at(cents + 1) == page.node_at(border - 1)
        ends = ends or (is_back and page.begins_within(border))
    return ends or bool(sign_behind(low, cents, len(low))[0])


def _ends_word(page: PageText, start: int, sign: str) -> bool:
    """Whether number and sign are the end of a word, as of a number of parts: 1a5664cfa."""
    before = page.low[start - 1 : start]
    return "a" <= before <= "z" and sign.isalpha() and not page.begins(start)


def _is_multiplied(low: str, stop: int) -> bool:
    """Whether a single letter behind a number makes thousands or millions of it: $5M."""
    return low[stop] in MULTIPLIERS and not low[stop + 1 : stop + 2].isalpha()


def _element_border(page: PageText, stop: int, end: int) -> int:
    """Where the element ends whose words stand behind the number that ends at *stop*."""
    following = page.run_at(stop + (page.low[stop : stop + 1] == " ")) + 1
    return min(end, page.run_start[following]) if following < len(page.run_start) else end


def _announces(page: PageText, start: int, stop: int, end: int, sign: str) -> bool:
    """Whether the sign behind a number is for the next one: 4.50|CHF 2.25, 2 $70, €20 €15."""
    low = page.low
    at = stop + 1 if low[stop] <= " " else stop
    after = at + len(sign)
    after += low[after : after + 1] == "."
    after += low[after : after + 1] == " "
    if not low[after : after + 1].isdecimal():
        return False
    has_cents = at == stop and digits_end(low, after, end) == number_end(low, after, end) == at + 3
    if has_cents and page.begins(at):
        has_cents = sign not in PREFIXES and page.sets_off(start, at)
    leads = (page.begins(at) or sign in PREFIXES) and not has_cents  # 19£99
    if not leads and sign_before(page, start) != sign:
        return False
    return not sign_behind(low, number_end(low, after, end), end)[0]


def _sign_ahead(page: PageText, start: int, stop: int, until: int, found: list[Amount]) -> str:
    """The sign before a number that has none behind it; empty where it is another's, or none."""
    if _is_taken(page, start, found):
        return ""
    sign = sign_before(page, start)
    has_cents = stop - start > DECIMALS + 1 and page.low[stop - DECIMALS - 1] in ".,"
    in_word = page.low[until : until + 1].isalpha() and not page.begins(until)
    if in_word and not has_cents:
        return sign if sign in SIGN_CHARACTERS and not _is_multiplied(page.low, stop) else ""
    return sign or _range_sign(page.low, stop)


def _range_sign(low: str, stop: int) -> str:
    """The sign behind the higher of two numbers with a dash between them, behind the lower one."""
    size = len(low)
    at = stop + 1 if stop < size and low[stop] == " " else stop
    if at >= size or low[at] not in DASHES:
        return ""
    at += 2 if low[at + 1 : at + 2] == " " else 1
    end = min(size, at + LONGEST_PRICE)
    if not low[at : at + 1].isdecimal():
        return ""
    return sign_behind(low, number_end(low, at, end), end)[0]


def _is_taken(page: PageText, start: int, found: list[Amount]) -> bool:
    """Whether all that stands before a number is the sign behind the amount before it."""
    if not found or start - found[-1].stop > LONGEST_SIGN:
        return False
    between = page.low[found[-1].stop : start].strip(" .")
    if between != found[-1].sign:
        return False
    ahead = sign_before(page, found[-1].start)
    return not ahead or (between not in SIGNS_BEHIND and ahead != between)


def value_at(page: PageText, start: int, stop: int, sign: str) -> Decimal:
    """How much the number between *start* and *stop* is, with *sign* beside it."""
    return decimal_of(_with_mils(_with_cents(page, start, stop), sign, page))


def _with_mils(number: str, sign: str, page: PageText) -> str:
    """A number whose last three digits are decimals, as some currencies have, with two of them."""
    if len(number) <= GROUP + 1 or number[-GROUP - 1] not in ".,":
        return number
    mark = MILS.get(currency_code(sign, page.site, page.language), "")
    return number[:-1] if number[-GROUP - 1] in mark else number


def _is_added(low: str, start: int) -> bool:
    """Whether the number is what something costs more or less: it has a sign before it."""
    border, at = max(0, start - 4), start - 1
    while at >= border and low[at] in SIGNS_AND_BLANK:
        at -= 1
    if at < border or low[at] not in PLUS_AND_MINUS:
        return False
    return low[at] == "=" or at == border or not low[at - 1].isalnum()


def _with_cents(page: PageText, start: int, stop: int) -> str:
    """The number at *start*, with a point before cents that an element, or the sign, sets apart."""
    number = page.low[start:stop]
    lead = page.low[max(0, start - 2) : start].lstrip()
    ended = page.low[max(0, start - 3) : start - 1][:1].isdecimal() or page.begins(start)  # 39€.29€
    if len(number) == DECIMALS and lead[-1:] == "." and lead[:-1] in MAIN_SIGNS and not ended:
        return f"0.{number}"
    if _has_sign_between(page, start, stop):
        return f"{number}.{page.low[stop + 1 : stop + 1 + DECIMALS]}"
    cut = cents_at(page, start, stop)
    if cut < 0:
        return number
    return f"{''.join(filter(str.isdigit, number[: cut - start]))}.{number[cut - start :]}"


def _has_sign_between(page: PageText, start: int, stop: int) -> bool:
    """Whether a sign stands between the number and its cents: 39\u20ac90, or 39|\u20ac|90."""
    low, close = page.low, stop + 1 + DECIMALS
    if low[stop : stop + 1] not in MAIN_SIGNS or not low[start:stop].isdecimal():
        return False
    if page.begins(stop) and (low[stop] in PREFIXES or not page.sets_off(start, stop)):
        return False
    cents = low[stop + 1 : close + 1].rstrip()
    if len(cents) != DECIMALS or not cents.isdecimal() or sign_before(page, start):
        return False
    return not sign_behind(low, close, min(len(low), close + LONGEST_SIGN))[0]


def cents_at(page: PageText, start: int, stop: int) -> int:
    """Where in a number the cents begin that an element, and no mark, sets apart; -1 if none do.

    >>> from specdex.money.signs import PageText
    >>> cents_at(PageText("$149.99"), 1, 7)
    -1
    """
    following = page.run_at(start) + 1
    if following >= len(page.run_start) or page.run_start[following] != stop - DECIMALS:
        return -1
    cut = stop - DECIMALS
    whole = page.low[start:cut].rstrip(" .\n")
    return cut if whole[-1:].isdigit() and page.low[cut:stop].isdecimal() else -1
