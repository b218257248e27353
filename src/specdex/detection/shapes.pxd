"""Types for shapes.py where it is compiled."""


cdef int BOLD, CONTAINER, GROUP, LINK
cdef dict MEANINGS


cdef class Shapes:
    cdef readonly object document
    cdef readonly str text
    cdef readonly list tag
    cdef readonly const int[::1] parent, first, last, run_start, run_stop, run_node
    cdef readonly bytearray codes, containers, lines, labels
    cdef readonly int[::1] link_sum, label_sum

    cpdef int runs(self, int node) noexcept
    cpdef int size(self, int node) noexcept
    cpdef bint kept(self, int node) noexcept
    cpdef int linked(self, int node) noexcept
    cpdef int labelled(self, int node) noexcept
    cdef bytearray _see_tags(self)
    cdef _see_runs(self, bytearray bold)
    cdef _see_colons(self, str colon)
    cdef _add_up(self)
