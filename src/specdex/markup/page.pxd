"""Types for page.py where it is compiled."""

cimport cython


cdef int SHORTEST_TYPE, MAX_META
cdef dict META_FACTS


@cython.locals(found=list, node=int, kind=str)
cdef list _jsonld_scripts(document)
@cython.locals(facts=list, said=str, name=str, value=str)
cdef tuple _meta_facts(document, metas)
