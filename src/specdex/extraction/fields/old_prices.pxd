"""Types for old_prices.py where it is compiled."""

cimport cython
from specdex.money.amounts cimport Amount
from specdex.extraction.fields.class_names cimport price_mark_of
from specdex.extraction.fields.price_words cimport suggested, untaxed
from specdex.extraction.fields.view cimport View
from specdex.extraction.fields.words cimport count_letters


cdef int RIVAL_REACH, RIVAL, OLD_PRICE, FEW_LETTERS
cdef double ALIKE_LOOK, RIVAL_LOOK, ROUNDED
cdef frozenset STRUCK_TAGS


@cython.locals(each=Amount)
cpdef forgive(View view, list amounts, list worth, list looks)
@cython.locals(one=Amount, other=Amount)
cpdef list reduced(View view, list amounts, list classes, list looks)
cpdef note_savings(list worth, list looks, list scores)
cpdef set outshone(list amounts, list worth, list looks)
@cython.locals(each=Amount)
cdef bint _has_rival(list amounts, list worth, list looks, int place)
cdef double _called_old(View view, Amount each)
