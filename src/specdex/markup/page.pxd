"""Types for page.py where it is compiled."""


cdef int MAX_META
cdef dict META_FACTS


cdef tuple _meta_facts(document, metas)
cpdef list called(document)
cpdef list _scoped(document, metas)
cpdef bint _is_used(document, syntax)
cpdef bint _any_has(document, nodes, str attribute)
