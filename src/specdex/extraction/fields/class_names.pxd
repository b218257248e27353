"""Types for class_names.py where it is compiled."""

from specdex.extraction.fields.view cimport View


cdef dict _known
cdef tuple _PIECES, _WORDED


cdef int _marks(str names)
cpdef int mark_of(View view, int node)
