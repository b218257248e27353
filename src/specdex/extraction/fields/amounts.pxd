"""Types for amounts.py where it is compiled."""

cimport cython
from specdex.extraction.fields.class_names cimport mark_of
from specdex.extraction.fields.view cimport View
from specdex.extraction.fields.words cimport is_letter
from specdex.money.amounts cimport Amount, amounts_of, value_at
from specdex.money.printed cimport digit_from, number_end


cdef int LONGEST_WORD, LONGEST_PRICE, GROUP, MAX_AMOUNTS, PRICE, PRICE_REACH


@cython.locals(each=Amount)
cpdef list visible_amounts(View view)
@cython.locals(each=Amount)
cdef list _full(View view, int begin, int end)
cdef list _unknown_money(View view)
