"""Types for weighing.py where it is compiled."""

cimport cython


@cython.locals(named=list, parts=list, listed=double, good=int, bad=int, weight=double, hashes=tuple, count=double, row=list)
cpdef list known_row(names, heading, classes, dict weights, dict catalogue)
@cython.locals(total=double, most=double, least=double, weight=double)
cdef list _spread(list weights)
