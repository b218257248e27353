"""Types for metatags.py where it is compiled."""

cimport cython


cdef int MAX_VALUE
cdef dict META_FACTS


@cython.locals(facts=list, said=str, name=str, value=str)
cpdef tuple meta_facts(document, metas)
