"""Types for amounts.py where it is compiled."""

cimport cython
from specdex.money.printed cimport decimal_of, digit_from, digits_end, number_end
from specdex.money.signs cimport PageText, may_have_sign, sign_before, sign_behind, sign_start


cdef int LONGEST_PRICE, LONGEST_SIGN, GROUP, DECIMALS
cdef str DASHES, SIGNS_AND_BLANK, PLUS_AND_MINUS, MULTIPLIERS
cdef tuple LINED, SET_OFF
cdef frozenset SIGNS_BEHIND, PREFIXES, KNOWN_SIGNS, LIST_WORDS, SIGN_CHARACTERS


cdef class Amount:
    cdef public object value
    cdef readonly str sign
    cdef public int start, stop, first, last
    cdef readonly int node
    cdef public bint added


cdef class _Scan:
    cdef PageText page
    cdef int end
    cdef list found
    cdef str announced

    cdef look_at(self, int start, int stop)
    cdef note(self, Amount amount, int last, bint behind)


@cython.locals(scan=_Scan)
cpdef list amounts_of(PageText page, int begin, int end, int most)
cdef bint _touches(str low, int border) noexcept
cdef tuple _sign_below(PageText page, int start, int stop)
cdef bint _is_listed(PageText page, Amount amount, int last)
cdef int _own_start(PageText page, int start, int stop)
cdef int _number_stop(PageText page, int start, int end)
cdef int _cents_stop(PageText page, int stop, int end)
cdef int _parted_cents(PageText page, int start, int stop)
cdef bint _are_parts(PageText page, int start, int cents)
cdef bint _are_cents(PageText page, int start, int border, int cents)
cdef bint _ends_word(PageText page, int start, str sign)
cdef bint _is_multiplied(str low, int stop)
cdef int _element_border(PageText page, int stop, int end)
cdef bint _announces(PageText page, int start, int stop, int end, str sign)
cdef str _sign_ahead(PageText page, int start, int stop, int until, list found)
cdef str _range_sign(str low, int stop)
cdef bint _is_taken(PageText page, int start, list found)
cpdef value_at(PageText page, int start, int stop, str sign)
cdef str _with_mils(str number, str sign, PageText page)
cdef bint _is_added(str low, int start)
cdef str _with_cents(PageText page, int start, int stop)
cdef bint _has_sign_between(PageText page, int start, int stop)
cpdef int cents_at(PageText page, int start, int stop)
