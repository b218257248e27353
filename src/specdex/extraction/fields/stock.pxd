"""Types for stock.py where it is compiled."""

cimport cython
from specdex.extraction.fields.statements cimport Statement, believed
from specdex.extraction.fields.view cimport Label, View
from specdex.extraction.fields.words cimport Phrases, Words


cdef Phrases _ABSENCE, _PRESENCE
cdef Words _FIRST_WORDS


@cython.locals(voices=list, carts=list, statements=list, told=list, statement=Statement, cart=int, doubt=double)
cpdef list stock_statements(View view, int price_node)
cpdef str stock_word(str text)
@cython.locals(best=int, place=int, begin=int, end=int, phrase=str)
cdef int _first(str stage, list phrases)
@cython.locals(label=Label, word=str, node=int)
cdef list _labelled(View view)
@cython.locals(statements=list, stage=str, words=list, absent=list, out=int, there=int, phrase=str, node=int)
cdef list _words(View view)
