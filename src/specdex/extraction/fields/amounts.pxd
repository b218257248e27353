"""Types for amounts.py where it is compiled."""

cimport cython
from specdex.extraction.fields.view cimport View


cdef int LONGEST_SIGN, LONGEST_WORD


cpdef list visible_amounts(View view)
@cython.locals(low=str, found=list, start=int, stop=int, sign=str)
cdef list _amounts_in(View view, int begin, int end)
@cython.locals(lead=str)
cdef bint _signed(str low, int start)
cdef bint _is_money(str sign, View view)
@cython.locals(beside=str, word=str)
cdef str _sign_before(str low, int start)
@cython.locals(first=int, end=int, begin=int)
cdef str _word_before(str low, int start)
cdef bint _is_letter(Py_UCS4 character)
cdef bint _alone(str low, int end)
@cython.locals(run=int, following=int, cut=int)
cdef str _with_cents(document, int start, int stop)
