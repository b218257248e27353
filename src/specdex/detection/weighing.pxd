"""Types for weighing.py where it is compiled."""

cimport cython


cdef double CLEAR
cdef int REMEMBERED


cdef class Scales:
    cdef readonly dict weights, catalogue, names, headings, classes

    @cython.locals(named=list, parts=list, listed=double, good=int, bad=int, weight=double, said=tuple, count=double, row=list)
    cpdef list row(self, names, heading, classes)
    cdef tuple _learn(self, str name)
    @cython.locals(found=list)
    cdef list _weigh(self, str kind, words, dict known)


@cython.locals(total=double, most=double, least=double, weight=double)
cdef list _spread(list weights)
