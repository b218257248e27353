"""Types for brands.py where it is compiled."""

cimport cython
from specdex.labels cimport has_letter
from specdex.extraction.fields.class_names cimport mark_of
from specdex.extraction.fields.view cimport View


cdef int BRAND, MAX_SHOWN, CLOSE, BEFORE, AFTER, _LONGEST_STEP
cdef frozenset _STEPS
cdef tuple _OTHER_PATHS, _STORE_LEADS
cdef str _OTHER_ENDS, _STORE_FIRST
cdef double STORE, LINKED, NAMED_CLASS


@cython.locals(statements=list, heading=int, first=int, last=int, node=int, start=int, size=int, belief=double, shown=str)
cdef list _link_statements(View view)
@cython.locals(start=int, begins=bint)
cdef double _link_belief(View view, int node)
@cython.locals(begin=int, at=int, piece=str)
cpdef bint _leads_to_brand(str href)
@cython.locals(text=str, low=str)
cdef str _shown(View view, int node)
