"""Types for reader.py where it is compiled."""

cimport cython


cdef int SHORTEST_TYPE


@cython.locals(found=list, node=int, kind=str)
cdef list _jsonld_scripts(document)
