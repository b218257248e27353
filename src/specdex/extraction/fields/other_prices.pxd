"""Types for other_prices.py where it is compiled."""

cimport cython
from specdex.extraction.fields.view cimport View
from specdex.money.amounts cimport Amount


cdef int BEFORE, MOST_NUMBERS, MAX_CARD, MAX_OPTION, MAX_NODES, MAX_LEVELS, MIN_NAME
cdef int PAIR_REACH, BUTTON_LEVELS
cdef frozenset CHOSEN, BUTTONS
cdef tuple NO_PAGE


@cython.locals(one=Amount, other=Amount)
cpdef set tiers(View view, list amounts, list worth)
@cython.locals(one=Amount, before=Amount)
cdef int _count(View view, list amounts, int place)
@cython.locals(one=Amount, other=Amount)
cpdef set of_others(View view, list amounts)
@cython.locals(each=Amount)
cdef set _choices(View view, list amounts)
cdef int _size(View view, int node)
cdef int _button_of(View view, int node)
cdef bint _is_of_another(View view, Amount each, int after)
cdef bint _announces(View view, int node, int card)
cdef bint _is_linked(View view, int picture, int card)
