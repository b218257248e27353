"""Types for heading.py where it is compiled."""

from specdex.extraction.fields.stock_classes cimport is_marked
from specdex.extraction.fields.view cimport View


cdef double BEGINS, MOST_OF_NAME, LIKE_ENOUGH, SECOND_TAG, PER_LETTER, SURE, LIKE_A_NAME, AS_LIKE
cdef int MAX_NAME, LONG, MAX_HEADINGS, WHOLE_NAME, TELLING_WORDS
cdef double EQUAL
cdef int LEADING_BLANKS, SENTENCE_BLANKS
cdef tuple HEADING_TAGS, TRAIL_SIGNS, BEFORE_MAKERS


cpdef place_heading(View view, names, houses=*)
cdef tuple _best(View view, names, frozenset houses)
cdef int _called(View view, names, frozenset houses, double least)
cdef _note_lines(View view, str word, dict lines)
cdef double _line_likeness(str line, list called)
cdef int _around(View view, int start, int stop)


cdef list _addressed(str url)
cdef double _least_of_line(bint first, double like) noexcept
cdef str _shown(View view, int node)
cdef bint _is_prose(str line)
cdef double _leads(str title, names)
cdef double _heading_likeness(str title, list called)
cdef int _shared(str one, str other) noexcept
cpdef double likeness(str one, str other)
cpdef double coverage(str one, str other)
cdef tuple _without_badges(View view)
cdef bint _is_badge(View view, int node)
