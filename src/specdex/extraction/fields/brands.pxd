"""Types for brands.py where it is compiled."""

cimport cython
from specdex.extraction.fields.view cimport View


cdef double _link_belief(View view, int node)
@cython.locals(low=str)
cdef bint _leads_to_brand(str href)
@cython.locals(text=str, low=str)
cdef str _shown(View view, int node)
