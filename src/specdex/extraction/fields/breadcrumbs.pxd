"""Types for breadcrumbs.py where it is compiled."""

cimport cython
from specdex.extraction.fields.class_names cimport mark_of
from specdex.extraction.fields.view cimport View


cdef int TRAIL, SEARCHED, MAX_STEPS
cdef frozenset CONTAINERS


@cython.locals(tags=list, node=int, child=int, last=int)
cdef list _visible(View view)
