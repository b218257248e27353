"""Types for prices.py where it is compiled."""

cimport cython
from specdex.extraction.fields.view cimport View


cdef int BEFORE, AFTER, SHORT, OWN_LINE, PAIR_REACH, CART_REACH, MAX_ABOVE, CLASS_LEVELS


@cython.locals(meeting=int, branch=int, steps=int)
cdef tuple _branch(document, int node, dict above)
@cython.locals(score=double, distance=int, after=bint)
cdef double _place_score(View view, each, double shared)
@cython.locals(low=str, begin=int, end=int, start=int, stop=int, score=double, lead=str, tail=str, previous=str)
cdef double _word_score(View view, each)
@cython.locals(score=double, marks=int, level=int)
cdef double _class_score(document, int node)
