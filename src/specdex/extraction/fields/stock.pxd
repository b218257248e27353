"""Types for stock.py where it is compiled."""

cimport cython
from specdex.extraction.fields.view cimport View


cpdef str stock_word(str text)
@cython.locals(best=int, place=int, begin=int, end=int, phrase=str)
cdef int _first(str stage, list phrases)
