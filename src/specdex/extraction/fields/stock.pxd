"""Types for stock.py where it is compiled."""

cimport cython
from specdex.extraction.fields.statements cimport Statement, believed
from specdex.extraction.fields.stock_classes cimport (
    is_disabled,
    is_hidden,
    is_kept_back,
    is_marked,
    stock_mark_of,
)
from specdex.extraction.fields.stock_places cimport (
    has_twin,
    is_choice,
    is_of_another,
    is_size,
    left_of,
)
from specdex.extraction.fields.stock_words cimport of_kind, stock_word
from specdex.extraction.fields.view cimport Label, View
from specdex.extraction.fields.words cimport Phrases, Words


cdef Phrases _OTHER, _REDUCTIONS, _CONDITIONS, _PRODUCT
cdef Words _FIRST_WORDS


@cython.locals(statement=Statement, each=Statement)
cpdef list stock_statements(View view, int price_node)
cdef double _doubt(double doubt, double sure, bint buyable)
cdef bint _buys(View view, int cart, bint gone)
@cython.locals(label=Label)
cdef list _labelled(View view)
cdef list _classed(View view)
cdef bint _is_gone(View view, int node)
cdef list _words(View view, int begin)
cdef tuple _line(str stage, int place)
cdef str _masked(str stage, list phrases)
cdef str _without_lines(str stage, list phrases)
cdef tuple _sighting(View view, int begin, str stage, list phrases)
cdef double _belief(View view, int begin, str stage, tuple place)
cdef bint _is_of_else(str line, str phrase)
cdef bint _is_whole(str line, str phrase)
cdef int _marks_around(View view, int node)
cdef int _absent_button(View view)
cdef int _first(View view, int begin, str stage, list phrases)
