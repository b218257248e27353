"""Types for view.py where it is compiled."""


cdef int JUST_ABOVE


cpdef str closed(str text)


cdef class Label:
    cdef readonly str kind, value
    cdef readonly int start


cdef class View:
    cdef readonly object document, attribute
    cdef readonly str text, low, site, shop, language, country
    cdef readonly list labels, carts
    cdef public bint counted
    cdef public int heading, start, stop, limit
    cdef public str title
    cdef readonly const int[::1] run_start, run_node, starts, stops, parents, ends
    cdef readonly list tags, classes

    cpdef int run_at(self, int offset)
    cpdef int node_at(self, int offset)
    cpdef str text_of(self, int node)
    cpdef str parted(self, int start, int stop)
    cpdef bint near(self, int offset)
cpdef View look(document)
