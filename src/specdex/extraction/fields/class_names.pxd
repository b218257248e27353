"""Types for class_names.py where it is compiled."""

from specdex.extraction.fields.view cimport View


cdef dict _known, _worded
cdef tuple _PIECES, _WORDED


cdef int _marks(str names)
cpdef int pieces_in(str low, tuple marks)
cdef int _price_marks(str names)
cpdef int mark_of(View view, int node)
cpdef int price_mark_of(View view, int node)
