"""Types for sections.py where it is compiled."""


cdef class _Shelf:
    cdef readonly object document, survey, crowds
    cdef readonly frozenset looks
    cdef readonly dict paths
    cdef readonly set labels

    cpdef int _row(self, couple)
    cpdef tuple place(self, couple)
    cpdef int _most(self, part)
    cpdef str path(self, int node)
    cpdef str _step(self, int node)
