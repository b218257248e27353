"""Types for stock_classes.py where it is compiled."""

from specdex.extraction.fields.class_names cimport Pieces
from specdex.extraction.fields.view cimport View


cdef dict _known
cdef Pieces _PIECES
cdef tuple GONE_ENDS, THERE_ENDS, NO_STATE


cdef int _marks(str names)
cdef int _state(str token)
cdef bint _hides(View view, int node)
cpdef bint is_marked(View view, int node, int mark)
cpdef int stock_mark_of(View view, int node)
cpdef bint is_hidden(View view, int node)
cpdef bint is_kept_back(View view, int node)
cpdef bint is_disabled(View view, int node)
cdef bint _is_called_disabled(str names)
