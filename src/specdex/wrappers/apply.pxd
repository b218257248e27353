"""Types for apply.py where it is compiled."""


cdef str _title(root)
cdef list _fragments(_Compiled compiled, read, _Places places, set said)
cdef list _select(xpath, root)
cpdef str _portable(str xpath)


cdef class _Compiled:
    cdef readonly object rule, names, values, step
    cdef readonly frozenset refused
    cdef readonly dict verdicts

    cdef bint _wanted(self, str name)
    cdef str _trimmed(self, str value)
    cpdef frozenset _values(self, root)


cdef bint _neighbours(name, other)
cdef list _rows_behind(name, frozenset starts)
cdef _container(row)


cdef class _Places:
    cdef readonly dict paths, steps

    cdef str path(self, element, top)
    cdef str _step(self, parent, element)


cdef class Headings:
    cdef object container, row
    cdef str group

    cpdef str over(self, row, container)


cdef str _before(container)
cdef str _heading(element)
