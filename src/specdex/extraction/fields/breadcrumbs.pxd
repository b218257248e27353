"""Types for breadcrumbs.py where it is compiled."""

from specdex.extraction.fields.class_names cimport mark_of
from specdex.extraction.fields.view cimport View


cdef int TRAIL, SEARCHED, MAX_STEPS
cdef frozenset CONTAINERS


cdef list _visible(View view)
cpdef list breadcrumbs(View view, marked)
cdef bint _is_home(str text, str site)
