"""Types for names.py where it is compiled."""

from specdex.listings.outlines cimport Outline


cdef int SAMPLE, MIN_NAME, MAX_NAME


cdef class _Texts:
    cdef readonly Outline outline
    cdef readonly object counts
    cdef readonly list places
    cdef readonly dict said

    cpdef dict of(self, slot)


cpdef bint _names(Outline outline, dict filled, slot)
cpdef str _squeezed(str text)
cpdef double _distinct(list written)
cpdef bint _is_wrapper(_Texts texts, dict found)
cpdef bint _tells_price(Outline outline, Py_ssize_t node, str text)
cpdef bint _says(str alt, str name)
cpdef double _constant(list written, double mean)
cpdef bint _holds_link(document, Py_ssize_t node)
cpdef Py_ssize_t _twin(document, dict filled, tuple signature)
cpdef str _plain(document, Py_ssize_t node, frozenset badges)
