"""Types for brands.py where it is compiled."""

from specdex.labels cimport has_letter
from specdex.extraction.fields.class_names cimport mark_of
from specdex.extraction.fields.view cimport View


cdef int BRAND, ADJACENT, MAX_SHOWN, CLOSE, BEFORE, AFTER, _LONGEST_STEP
cdef frozenset _STEPS
cdef tuple _OTHER_PATHS, _STORE_LEADS, _STORE_ENDS
cdef str _OTHER_ENDS, _STORE_FIRST
cdef double STORE, LINKED, NAMED_CLASS


cdef list _link_statements(View view)
cpdef int border(View view, int start, int stop)
cdef bint _touches(View view, int node)
cdef double _link_belief(View view, int node)
cdef bint _leads_to_store(str low, int start, int stop)
cpdef bint leads_to_brand(str href)
cdef str _shown(View view, int node)
cpdef bint is_brand(str value)
cpdef list brand_statements(View view, pairs)
cpdef str _clean(str value)
cpdef str picture(document, int node)
cdef str _maker(str kind, str value)
cdef str _without_lead(str text)
cpdef store_brand(View view)
