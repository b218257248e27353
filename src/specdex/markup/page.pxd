"""Types for page.py where it is compiled."""

cimport cython


cdef int MAX_META
cdef dict META_FACTS


@cython.locals(facts=list, said=str, name=str, value=str)
cdef tuple _meta_facts(document, metas)
