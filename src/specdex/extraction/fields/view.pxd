"""Types for view.py where it is compiled."""

from specdex.money.signs cimport PageText


cdef int JUST_ABOVE


cpdef str closed(str text)


cdef class Label:
    cdef readonly str kind, value
    cdef readonly int start


cdef class View(PageText):
    cdef readonly object document, attribute
    cdef readonly str shop
    cdef readonly list labels, carts
    cdef public bint counted
    cdef public int heading, start, stop, limit, others
    cdef public str title
    cdef readonly const int[::1] starts, stops, ends
    cdef readonly list tags, classes

    cpdef str text_of(self, int node)
    cpdef str parted(self, int start, int stop)
    cpdef bint near(self, int offset)
