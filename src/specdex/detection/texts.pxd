"""Types for texts.py where it is compiled."""

cimport cython
from specdex.detection.matrix cimport Cells


cdef int LONG_VALUE, MAX_VALUE, REMEMBERED, LANES
cdef int DIGIT, HAS_UNIT, HAS_PRICE, AGREED, SENTENCE, SCORE
cdef const double[::1] _LOGS
cdef dict _NAMES, _VALUES


cdef class Name:
    cdef readonly str folded, clue
    cdef readonly int letters, blanks
    cdef readonly bint capital, digit, alien, field


@cython.locals(known=Name)
cpdef Name name_of(str name)
cpdef int value_of(str value)
@cython.locals(name=Name)
cpdef of_names(list names, int distinct, list evidence, Cells cells)
cpdef of_values(list values, double[::1] logs, Cells cells)
cpdef double added(double[::1] numbers, int count)
cdef double _two(double[::1] numbers, int lane, int stop)
cpdef int _look_at(str value)
cdef bint _has_digit(str text)
