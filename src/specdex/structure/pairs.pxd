"""Types for pairs.py where it is compiled."""

cimport cython


@cython.final
cdef class Found:
    cdef readonly str name, value, group
    cdef readonly int node, evidence

    cpdef Found under(self, str group)
    cpdef Found longer(self, str text)
    cdef bint _same(self, Found other)


cdef class Inner:
    cpdef list nested(self, int node)
    cpdef list cell(self, int node)


@cython.locals(found=Found)
cpdef Found find(str name, str value, str group, int node, int evidence)


@cython.locals(pair=Found)
cpdef bint any_weak(list rows)
