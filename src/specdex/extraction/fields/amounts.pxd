"""Types for amounts.py where it is compiled."""

cimport cython
from specdex.extraction.fields.view cimport View
from specdex.extraction.fields.words cimport is_letter


cdef int LONGEST_SIGN, LONGEST_WORD, LONGEST_BEHIND, LONGEST_BEHIND_POINT, GROUP, CENTS
cdef int MAX_NUMBERS, MAX_AMOUNTS
cdef frozenset SIGNS_BEFORE, _KNOWN_SIGNS
cdef dict DOUBTFUL_SIGNS


cdef class Amount:
    cdef readonly object value
    cdef readonly str sign
    cdef readonly int start, stop, node


cpdef list visible_amounts(View view)
@cython.locals(low=str, found=list, start=int, stop=int, sign=str)
cdef list _amounts_in(View view, int begin, int end)
@cython.locals(at=int)
cpdef int _digit_from(str low, int start, int end) noexcept
cdef int _digits_end(str low, int start, int end) noexcept
@cython.locals(stop=int, following=int, grouped=bint)
cpdef int _number_end(str low, int start, int end) noexcept
@cython.locals(start=int, word=str)
cpdef str _sign_behind(str low, int stop, int end)
@cython.locals(stop=int, following=int)
cdef int _sign_end(str low, int start, int end)
cdef int _letters_end(str low, int start, int end) noexcept
@cython.locals(plain=str)
cpdef _decimal(str number)
@cython.locals(lead=str)
cdef bint _signed(str low, int start)
cdef bint _is_money(str sign, View view)
@cython.locals(beside=str, word=str)
cdef str _sign_before(str low, int start)
@cython.locals(first=int, end=int, begin=int)
cdef str _word_before(str low, int start)
cdef bint _alone(str low, int end)
@cython.locals(following=int, cut=int, number=str)
cdef str _with_cents(View view, int start, int stop)
