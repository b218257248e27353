# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=False
"""The inner loops of money, view and outlines, compiled; each has a twin in Python."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND, PyUnicode_READ
from libc.string cimport memset

cdef enum:
    DIGIT = 1
    GAP = 2
    BLANK = 4
    MARK = 8
    LAST = 16
    FIRST = 32
    GROUP = 64
    SPACE = 128
    PLANE = 0x10000
    MAX_GAP = 2
    MAX_DIGITS = 9

cdef unsigned char meaning[PLANE]
cdef frozenset tails = frozenset(), heads = frozenset()
memset(meaning, 0, PLANE)


def learn(dict meanings, frozenset last_letters, frozenset first_letters):
    """What characters mean to ``numbers``, by name; with which letters words of money end, begin."""
    cdef int flag
    global tails, heads
    for name, flag in (
        ("digits", DIGIT), ("gaps", GAP), ("blanks", BLANK), ("signs", MARK), ("last", LAST),
        ("first", FIRST), ("groups", GROUP), ("spaces", SPACE),
    ):
        for character in meanings[name]:
            meaning[ord(character)] |= flag
    tails, heads = last_letters, first_letters


cdef inline int at(int kind, void* data, Py_ssize_t size, Py_ssize_t place) noexcept:
    """What the character at *place* means; nothing outside the text."""
    if place < 0 or place >= size:
        return 0
    cdef Py_UCS4 character = PyUnicode_READ(kind, data, place)
    return meaning[character] if character < PLANE else 0


cdef Py_ssize_t finish(int kind, void* data, Py_ssize_t size, Py_ssize_t first) noexcept:
    """Where the number that begins at *first* ends."""
    cdef Py_ssize_t place = first + 1, ahead
    while place - first < MAX_DIGITS and at(kind, data, size, place) & DIGIT:
        place += 1
    while (
        at(kind, data, size, place) & GROUP
        and at(kind, data, size, place + 1) & DIGIT
        and at(kind, data, size, place + 2) & DIGIT
        and at(kind, data, size, place + 3) & DIGIT
        and not at(kind, data, size, place + 4) & DIGIT
    ):
        place += 4
    ahead = place
    if at(kind, data, size, ahead) & SPACE:
        ahead += 1
    if ahead >= size or PyUnicode_READ(kind, data, ahead) not in (u".", u","):
        return place
    ahead += 1
    if at(kind, data, size, ahead) & SPACE:
        ahead += 1
    if not at(kind, data, size, ahead) & DIGIT:
        return place
    ahead += 2 if at(kind, data, size, ahead + 1) & DIGIT else 1
    return place if at(kind, data, size, ahead) & DIGIT else ahead


def numbers(str text):
    """Where numbers begin and end that stand beside a character which may be part of a sign."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text), place = 0, last, stop
    cdef int sign
    cdef list found = []
    while place < size:
        if not at(kind, data, size, place) & DIGIT or at(kind, data, size, place - 1) & DIGIT:
            place += 1
            continue
        stop = finish(kind, data, size, place)
        last = place - 1
        while place - last <= MAX_GAP and at(kind, data, size, last) & GAP:
            last -= 1
        sign = at(kind, data, size, last)
        sign = sign & MARK or sign & LAST and (
            text[max(0, last - 1) : last + 1] in tails or text[last] in tails
        )
        if not sign:
            last = stop + 1 if at(kind, data, size, stop) & BLANK else stop
            sign = at(kind, data, size, last)
            sign = sign & MARK or sign & FIRST and (
                text[last : last + 2] in heads or text[last] in heads
            )
        if sign:
            found.append((place, stop))
            place = stop
        else:
            place += 1
    return found


def coded(list words, dict codes):
    """The code of each of *words*, a byte each; 0 for those without."""
    cdef Py_ssize_t place, size = len(words)
    cdef bytes packed = PyBytes_FromStringAndSize(NULL, size)
    cdef char* found = packed
    for place in range(size):
        code = codes.get(words[place])
        found[place] = 0 if code is None else code
    return packed


def fill(slots, list nodes):
    """``Slots.fill``: the slots of *nodes*, each with the first node in it."""
    cdef dict inside = slots.slot_of, numbers = slots.numbers, firsts = slots.firsts, filled = {}
    cdef list tags = slots.document.tag, parents = slots.document.parent
    cdef tuple step
    attribute = slots.document.attribute
    for node in nodes:
        written = attribute(node, "class")
        first = firsts.get(written)
        if first is None:
            first = firsts[written] = written.partition(" ")[0]
        above = inside.get(parents[node])
        step = (-1 if above is None else above, tags[node], first)
        slot = numbers.get(step)
        if slot is None:
            slot = slots.new(step, written)
        inside[node] = slot
        if slot not in filled:
            filled[slot] = node
    return filled
