"""Types for wording.py where it is compiled."""

cimport cython


cdef int LONG_VALUE, MAX_VALUE, LANES
cdef list _LOGS


@cython.locals(count=int, letters=int, blanks=int, capitals=int, digits=int, aliens=int, name=str, said=tuple, levels=list, level=int, row=list)
cpdef list of_names(list names, list folded, list evidence)
@cython.locals(digits=int, units=int, prices=int, agreed=int, sentences=int, brief=int, lengthy=int, size=int, count=int, value=str, said=tuple, different=set, logs=list, mean=double, log=double)
cpdef list of_values(list values)
@cython.locals(total=double, at=int, count=int, lane=int, lanes=list, halves=list)
cpdef double added(list numbers)
