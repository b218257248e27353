"""Types for heading.py where it is compiled."""

cimport cython
from specdex.extraction.fields.view cimport View


cdef double BEGINS, LIKE_ENOUGH, SECOND_TAG, PER_LETTER, SURE
cdef int MAX_NAME, LONG, MAX_HEADINGS
cdef tuple HEADING_TAGS


@cython.locals(node=int, like=double, called=int)
cpdef place_heading(View view, names)
@cython.locals(best=double, likest=double, like=double, score=double, node=int, place=int, rank=int, title=str, called=list)
cdef tuple _best(View view, names)
cdef int _called(View view, names)


@cython.locals(low=str, name=str, mine=frozenset, theirs=frozenset, most=double)
cdef double _heading_likeness(str title, list called)
