"""Types for texts.py where it is compiled."""

cimport cython
from specdex.detection.matrix cimport Cells


cdef int LONG_VALUE, MAX_VALUE, REMEMBERED, LANES
cdef int DIGIT, HAS_UNIT, HAS_PRICE, AGREED, SENTENCE
cdef const double[::1] _LOGS
cdef dict _NAMES, _VALUES


cdef class Name:
    cdef readonly str folded, clue
    cdef readonly int letters, blanks
    cdef readonly bint capital, digit, alien


@cython.locals(known=Name)
cpdef Name name_of(str name)
cpdef int value_of(str value)
@cython.locals(count=int, levels=int, letters=int, blanks=int, capitals=int, digits=int, aliens=int, name=Name, level=int, each=int, times=int)
cpdef of_names(list names, int distinct, list evidence, Cells cells)
@cython.locals(digits=int, units=int, prices=int, agreed=int, sentences=int, brief=int, lengthy=int, size=int, bits=int, count=int, at=int, each=str, value=str, different=set, short=int, mean=double)
cpdef of_values(list values, double[::1] logs, Cells cells)
@cython.locals(total=double, at=int, stop=int)
cpdef double added(double[::1] numbers, int count)
@cython.locals(one=double, other=double, at=int)
cdef double _two(double[::1] numbers, int lane, int stop)
