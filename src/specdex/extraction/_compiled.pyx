# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=False
"""The small loops of extraction, compiled: the same as those in Python beside their callers."""

from cpython.object cimport PyObject_GenericSetAttr


def build(type kind, list rows):
    """The records of a *kind*, a frozen dataclass with slots, that *rows* hold in their order."""
    cdef tuple slots = tuple(kind.__dataclass_fields__)
    cdef Py_ssize_t place, count = len(slots)
    cdef list made = []
    cdef tuple row
    for row in rows:
        if len(row) != count:
            raise TypeError("a row must fill every slot")
        record = kind.__new__(kind)
        for place in range(count):
            PyObject_GenericSetAttr(record, slots[place], row[place])
        made.append(record)
    return tuple(made)


def letter_words(str text):
    """The stretches of letters in *text*; the same as ``re.findall(r"[^\\W\\d_]+", text)``."""
    cdef list found = []
    cdef Py_ssize_t at, begin = -1, size = len(text)
    for at in range(size):
        if is_letter(text[at]):
            if begin < 0:
                begin = at
        elif begin >= 0:
            found.append(text[begin:at])
            begin = -1
    if begin >= 0:
        found.append(text[begin:])
    return found


cdef inline bint is_letter(Py_UCS4 character) noexcept:
    if character < 128:
        return 97 <= (<unsigned int> character | 32) <= 122
    return character.isalnum() and not character.isdecimal()
