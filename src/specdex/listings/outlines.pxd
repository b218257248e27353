"""Types for outlines.py where it is compiled."""

cimport cython


cdef int MAX_CLASS, MAX_NODES


@cython.locals(
    inside=dict, numbers=dict, firsts=dict, filled=dict, tags=list, parents=list, classes=list, step=tuple, written=str
)
cpdef dict fill(slots, list nodes)
