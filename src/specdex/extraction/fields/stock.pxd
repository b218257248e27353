"""Types for stock.py where it is compiled."""

cimport cython
from specdex.extraction.fields.statements cimport Statement, believed
from specdex.extraction.fields.view cimport Label, View
from specdex.extraction.fields.words cimport Phrases, Words


cdef Phrases _ABSENCE, _PRESENCE, _NOTICES
cdef Words _FIRST_WORDS


@cython.locals(statement=Statement)
cpdef list stock_statements(View view, int price_node)
cpdef str stock_word(str text)
cdef int _first(str stage, list phrases, int longest)
cdef bint _is_disabled(View view, int cart)
@cython.locals(label=Label)
cdef list _labelled(View view)
cdef list _words(View view, int begin)
cdef int _absent_button(View view)
