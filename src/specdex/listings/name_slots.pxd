"""Types for name_slots.py where it is compiled."""

from specdex.listings.outlines cimport Outline


cdef int SAMPLE


cdef class _Texts:
    cdef readonly Outline outline
    cdef readonly object counts, hints
    cdef readonly list places

    cpdef dict of(self, slot)


cpdef double _unshown_score(_Texts texts, dict written)
cpdef double _mean(written)
cpdef bint _has_lines(Outline outline, Py_ssize_t node)
cpdef double _distinct(list written)
cpdef bint _is_wrapper(_Texts texts, dict found)
cpdef bint tells_price(Outline outline, Py_ssize_t node, str text)
cpdef double _constant(list written, double mean)
cpdef bint _holds_link(document, Py_ssize_t node)
