"""Types for signs.py where it is compiled."""

from specdex.money.printed cimport digit_from


cdef int BLANKS, LONGEST_SIGN, LONGEST_WORD, LONGEST_BEHIND, LONGEST_BEHIND_POINT, LONGEST_COUNTRY
cdef int FIRST, LAST, ASCII, GROUP
cdef bytes _KEPT
cdef const unsigned char* _PAIRS
cdef frozenset SIGNS_BEHIND, SIGNS_BEFORE, KNOWN_SIGNS, _HEADS, _TAILS, _SHORT, _DASHED
cdef str DASHES, _ODD_HEADS
cdef tuple _ODD
cdef dict DOUBTFUL_SIGNS


cdef class PageText:
    cdef readonly str text, low, site, country, language
    cdef readonly const int[::1] run_start, run_node, parents

    cpdef int run_at(self, int offset)
    cpdef int node_at(self, int offset)
    cpdef bint is_home(self, str sign)
    cpdef bint begins(self, int at)
    cpdef bint begins_within(self, int at)
    cpdef bint sets_off(self, int start, int at)


cdef str _plain(str text)
cpdef bint may_have_sign(str low, int start, int stop)
cdef int _pair(Py_UCS4 one, Py_UCS4 other) noexcept
cdef bint _begins_short(str low, int at)
cpdef bytes _pairs()
cpdef tuple sign_behind(str low, int stop, int end)
cdef int _sign_end(str low, int start, int end)
cdef bint _is_letter(Py_UCS4 character) noexcept
cdef int _letters_end(str low, int start, int end) noexcept
cpdef int sign_start(str low, str sign, int start)
cpdef str sign_before(PageText page, int start)
cdef str _dollars(PageText page, int at)
cpdef str _word_before(str low, int border, int start)
cdef bint _leads(str low, int end)
