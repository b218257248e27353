"""Types for word_weights.py where it is compiled."""

cimport cython
from specdex.detection.matrix cimport Cells


cdef double CLEAR
cdef int REMEMBERED
cdef dict _BEGUN


cpdef hash_of(str kind, str word)


cdef class Spread:
    cdef readonly int count
    cdef readonly double total, most, least

    cpdef void add(self, double weight) noexcept
    cpdef double mean(self) noexcept
    cpdef void put(self, Cells cells) noexcept
    cpdef void clear(self) noexcept


cdef class Scales:
    cdef readonly dict weights, catalogue, names, headings, classes, headed, classed
    cdef readonly Spread spread, parts

    @cython.locals(cells=Cells)
    cpdef rows(self, clues, int width)
    cpdef row(self, tuple names, tuple heading, tuple classes, Cells cells)
    cdef tuple _learn(self, str name)
    @cython.locals(spread=Spread)
    cdef tuple _weigh(self, str kind, tuple words, dict known, dict told)


cdef _put(tuple said, Cells cells)
