"""Types for trust.py where it is compiled."""

cimport cython


cdef double PRIOR_RIGHT, PRIOR_ALL, UNTESTED, LEAST, MOST, WRONG_VALUES, DAMPED, COPIED, UNSURE
cdef double CHANCE, ENOUGH, CLEAR
cdef int ROUNDS, RARE, MOST_ITEMS, MOST_HEARD, MANY


@cython.locals(best=double, total=double, score=double, odds=dict, each=double)
cdef dict _likely(dict scores)
cpdef learn_trust(items)
@cython.locals(right=dict, said=dict, place=tuple, share=double)
cdef tuple _accuracies(list told, list believed, frozenset clear)
@cython.locals(wrong=list, erring=list)
cdef dict _shared(list told, list believed)
