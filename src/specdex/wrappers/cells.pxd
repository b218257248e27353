"""Types for cells.py where it is compiled."""


cdef class Rows:
    cdef readonly frozenset starts, found
    cdef readonly object step, row, mask
    cdef readonly dict masks, places
    cdef readonly list cells
    cdef readonly tuple tags

    cpdef tuple behind(self, name)
    cdef _open(self, row)
