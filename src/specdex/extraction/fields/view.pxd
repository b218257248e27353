"""Types for view.py where it is compiled."""

cimport cython


cdef dict _LEADS
cdef int START, SHORT_LINE, LONG_LINE, MAX_LINES, MIN_STAGE, MAX_STAGE, HEADING_LINE, JUST_ABOVE, LEAD, REACH


cdef class View:
    cdef readonly object document
    cdef readonly str low, site, shop, language, country
    cdef readonly list labels, carts
    cdef public int heading, start, stop, limit
    cdef public str title
    cdef readonly const int[::1] run_node
    cdef readonly object run_start

    @cython.locals(run=int)
    cpdef int node_at(self, int offset)
    cpdef bint near(self, int offset)


@cython.locals(low=str, start=int, last=int, related=int, end=int)
cpdef scan(View view)
@cython.locals(low=str, size=int, colon=bint, meant=tuple)
cdef bint _line(View view, int start, int end)
@cython.locals(place=int)
cdef _inputs(View view)
@cython.locals(head=int)
cdef _short_line(View view, int start, str line, bint colon)
cdef _behind(View view, str kind, int start)
cdef _beside(View view, str kind, str line, tuple place)
@cython.locals(begin=int, end=int, found=list, shown=str, lead=int, value=int, at=int)
cdef _labels_in(View view, int start, str line)
