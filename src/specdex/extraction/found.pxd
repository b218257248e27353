"""Types for found.py where it is compiled."""

cimport cython


cdef class Found:
    cdef readonly str name, value, group
    cdef readonly int node, evidence

    cpdef Found under(self, str group)
    cpdef Found longer(self, str text)


@cython.locals(pair=Found)
cpdef bint any_weak(list rows)
