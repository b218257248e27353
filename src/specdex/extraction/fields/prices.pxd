"""Types for prices.py where it is compiled."""

cimport cython
from specdex.extraction.fields.amounts cimport Amount
from specdex.extraction.fields.class_names cimport mark_of
from specdex.extraction.fields.view cimport View


cdef int BEFORE, AFTER, SHORT, OWN_LINE, PAIR_REACH, CART_REACH, MAX_ABOVE, CLASS_LEVELS, CROWD
cdef int PRICE, OLD_PRICE, OTHER_PRICE
cdef double BASE, SAME_PLACE, AFTER_HEADING, BEFORE_HEADING, DISTANCE, BEYOND, AT_CART, MOST, HOPELESS
cdef double BARE, OTHER_WORDS, LEAST, ANNOUNCED, STRUCK, LINKED, FAR, CALLED_PRICE, OLD, OTHER, NEARLY
cdef frozenset STRUCK_TAGS, FRAME_TAGS
cdef tuple FURTHER


@cython.locals(each=Amount)
cdef list _best_statements(list amounts, list worth, list scores)
cdef dict _heading_line(View view)
cdef tuple _branch(View view, int node, dict above)
cdef double _place_score(View view, Amount each, double shared)
cdef double _word_score(View view, Amount each)
cdef int _next_element(View view, int stop, int end)
cdef int _lead_start(View view, int begin, int start)
cdef int _behind_digits(str low, int begin, int end) noexcept
cpdef int _thought(str tail)
cdef double _class_score(View view, int node)
@cython.locals(one=Amount, other=Amount)
cdef _compare(View view, list amounts, list looks, list scores)
cdef int _letters(str low, int begin, int end) noexcept
cdef list _savings(list amounts, list worth, list looks)
@cython.locals(each=Amount)
cpdef list price_statements(View view, list amounts)
cdef bint _is_next_label(str low, str tail, int stop)
cdef bint _is_share(str low, int start, str lead)
cdef bint _is_per_unit(str low, int stop)
