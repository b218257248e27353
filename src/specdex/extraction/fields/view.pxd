"""Types for view.py where it is compiled."""


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

    cpdef int run_at(self, int offset)
    cpdef int node_at(self, int offset)
    cpdef str text_of(self, int node)
    cpdef bint near(self, int offset)


cpdef scan(View view)
cdef int _next_place(int place, Py_UCS4 character) noexcept
cdef bint _may_mean(str low, int start) noexcept
cpdef bint _may_announce(str low, int start, int end) noexcept
cdef int _next(str low, str character, int start, int end)
cdef bint _line(View view, int start, int end, bint colon)
cdef _inputs(View view)
cdef _buttons(View view)
cdef bint _may_buy(Py_UCS4 first)
cdef _short_line(View view, int start, str line, bint colon)
cdef tuple _short(str line)
cdef _behind(View view, str kind, int start)
cdef _beside(View view, str kind, str line, tuple place)
cdef _labels_in(View view, int start, int end)
cpdef bint _may_end_label(str line, int begin, int end, str shop)
