"""Types for view.py where it is compiled."""

cimport cython


cdef dict _LEADS, _shorts
cdef frozenset _LABEL_ENDS, _CART_FIRST, CART_WORDS
cdef bytes _BEGUN, _OPENINGS, _WHOLE
cdef int OPENING, PLACES, REMEMBERED
cdef int END, START, SHORT_LINE, LONG_LINE, MAX_LINES, MIN_STAGE, MAX_STAGE, HEADING_LINE, JUST_ABOVE, LEAD, REACH


cdef class Label:
    cdef readonly str kind, value
    cdef readonly int start


cdef class View:
    cdef readonly object document, attribute
    cdef readonly str text, low, site, shop, language, country
    cdef readonly list labels, carts
    cdef public int heading, start, stop, limit
    cdef public str title
    cdef readonly const int[::1] run_start, run_node, starts, stops, parents, ends
    cdef readonly list tags, classes

    @cython.locals(first=int, last=int, middle=int)
    cpdef int run_at(self, int offset)
    @cython.locals(run=int)
    cpdef int node_at(self, int offset)
    cpdef str text_of(self, int node)
    cpdef bint near(self, int offset)


@cython.locals(low=str, start=int, last=int, related=int, end=int, colon=int, wide=int)
cpdef scan(View view)
cdef int _next_place(int place, Py_UCS4 character) noexcept
@cython.locals(place=int, at=int)
cdef bint _may_mean(str low, int start) noexcept
@cython.locals(place=int, kept=int, at=int)
cpdef bint _may_announce(str low, int start, int end) noexcept
@cython.locals(found=int)
cdef int _next(str low, str character, int start, int end)
@cython.locals(low=str, size=int, meant=tuple, short=bint, far=bint)
cdef bint _line(View view, int start, int end, bint colon)
@cython.locals(place=int, value=str)
cdef _inputs(View view)
cdef bint _may_buy(Py_UCS4 first)
@cython.locals(head=int, known=tuple)
cdef _short_line(View view, int start, str line, bint colon)
@cython.locals(head=int)
cdef tuple _short(str line)
@cython.locals(text=str, value=str, end=int)
cdef _behind(View view, str kind, int start)
cdef _beside(View view, str kind, str line, tuple place)
@cython.locals(low=str, begin=int, stop=int, found=list, shown=str, lead=int, value=int, at=int, number=int)
cdef _labels_in(View view, int start, int end)
@cython.locals(first=int, at=int)
cpdef bint _may_end_label(str line, int begin, int end, str shop)
