"""Types for prices.py where it is compiled."""

from specdex.listings.outlines cimport Outline, Slots


cdef int MAX_AMOUNTS, MAX_PRINTED


cpdef list prices(Outline outline)


cdef class _Calls:
    cdef readonly object document
    cdef readonly Slots slots
    cdef readonly dict known

    cpdef seen(self, Py_ssize_t record_start, amount)
    cpdef alone(self, Py_ssize_t _, amount)


cpdef bint _is_measured(document, amount)
cpdef Py_ssize_t _border(document, amount, Py_ssize_t run)
cpdef tuple _stretch(document, Py_ssize_t record, seen, list row)
cpdef str _printed(document, Py_ssize_t record, seen, list row)
cpdef bint _is_range_end(str text, tuple place)
cpdef bint _crowded(document, list row, Py_ssize_t start, Py_ssize_t stop)
