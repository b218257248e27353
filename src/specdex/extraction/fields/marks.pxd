"""Types for marks.py where it is compiled."""

cimport cython


@cython.locals(found=int)
cpdef int mark_of(document, int node)
