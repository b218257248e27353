"""Types for class_names.py where it is compiled."""

cimport cython
from specdex.extraction.fields.view cimport View


cdef dict _known
cdef tuple _PIECES


@cython.locals(known=object, low=str, found=int, mark=int, pieces=tuple, piece=str)
cdef int _marks(str names)
@cython.locals(names=str, given=str, found=int)
cpdef int mark_of(View view, int node)
