"""Types for amounts.py where it is compiled."""

cimport cython
from specdex.extraction.fields.class_names cimport mark_of
from specdex.extraction.fields.view cimport View
from specdex.extraction.fields.words cimport is_letter
from specdex.money cimport decimal_of, digit_from, digits_end, number_end


cdef int BLANKS, LONGEST_SIGN, LONGEST_WORD, LONGEST_BEHIND, LONGEST_BEHIND_POINT, GROUP, DECIMALS
cdef int MAX_NUMBERS, MAX_AMOUNTS, PRICE, PRICE_REACH, LONGEST_PRICE
cdef frozenset SIGNS_BEFORE, _KNOWN_SIGNS
cdef dict DOUBTFUL_SIGNS


cdef class Amount:
    cdef readonly object value
    cdef readonly str sign
    cdef readonly int start, stop, node


@cython.locals(each=Amount)
cpdef list visible_amounts(View view)
cdef list _unknown_money(View view)
cdef list _amounts_in(View view, int begin, int end)
cdef str _range_sign(str low, int stop)
cdef bint _is_taken(View view, int start, list found)
cdef str _with_mils(str number, str sign, View view)
cdef str _sign_ahead(View view, int start, int stop, list found)
cdef bint _begins(View view, int at)
cdef int _own_start(View view, int start, int stop)
cdef int _number_stop(View view, int start, int end)
cdef bint _is_word(View view, int stop)
cdef bint _announces(View view, int stop, int end, str sign)
cpdef str _sign_behind(str low, int stop, int end)
cdef int _sign_end(str low, int start, int end)
cdef int _letters_end(str low, int start, int end) noexcept
cdef bint _signed(str low, int start)
cdef bint _is_money(str sign, View view)
cdef str _sign_before(View view, int start)
cpdef str _word_before(str low, int border, int start)
cdef int _element_border(View view, int stop, int end)
cdef bint _alone(str low, int end)
cdef str _with_cents(View view, int start, int stop)
