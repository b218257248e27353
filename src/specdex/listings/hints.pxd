"""Types for hints.py where it is compiled."""

from specdex.listings.outlines cimport Outline


cdef int MOST_LINKS


cdef class Hints:
    cdef readonly Outline outline
    cdef readonly bint is_asked
    cdef readonly dict _said, _steps

    cpdef double told(self, Py_ssize_t place, str text)


cpdef str _squeezed(str text)
cpdef bint _says(str alt, str name)
cpdef dict unshown(Outline outline, places)
cpdef list _main_links(Outline outline, Py_ssize_t place)
