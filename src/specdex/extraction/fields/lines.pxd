"""Types for lines.py where it is compiled."""

cimport cython
from specdex.extraction.fields.class_names cimport Pieces
from specdex.extraction.fields.view cimport View


cdef Pieces CART_PIECES
cdef dict _LEADS, _shorts
cdef frozenset _LABEL_ENDS, _CART_FIRST, CART_WORDS, NOTIFY_WORDS, ASKING, HEADING_TAGS
cdef bytes _BEGUN, _OPENINGS, _WHOLE
cdef int OPENING, PLACES, REMEMBERED
cdef int END, START, SHORT_LINE, LONG_LINE, MAX_LINES, MIN_STAGE, MAX_STAGE, HEADING_LINE, HEADING_DEPTH, LEAD, REACH


@cython.locals(low=str, start=int, end=int, last=int, related=int, colon=int, wide=int)
cpdef scan(View view)
cdef int _next_place(int place, Py_UCS4 character) noexcept
cdef bint _may_mean(str low, int start) noexcept
cpdef bint _may_announce(str low, int start, int end) noexcept
cdef int _next(str low, str character, int start, int end)
cdef bint _line(View view, int start, int end, bint colon)
cdef bint _is_heading(View view, int start)
cdef _inputs(View view)
cdef _buttons(View view)
cdef _counts(View view)
cdef bint _only_tells(View view, int node)
cdef bint _may_buy(Py_UCS4 first)
cdef _short_line(View view, int start, str line, bint colon)
cdef tuple _short(str line)
cdef _behind(View view, str kind, int start, bint bare)
cdef bint _touching(View view, int start, int size)
cdef _beside(View view, str kind, str line, tuple place)
cdef _labels_in(View view, int start, int end)
cdef int _label_start(View view, int begin, int end)
cdef int _value_end(View view, int start, int end)
cpdef bint _may_end_label(str line, int begin, int end, str shop)
cdef tuple _label_first(str line)
