"""Types for page.py where it is compiled."""


cdef int MAX_META
cdef dict META_FACTS


cdef tuple _meta_facts(document, metas)
