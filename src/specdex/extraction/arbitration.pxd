"""Types for arbitration.py where it is compiled."""

cimport cython


cpdef tuple arbitrate(answers)
@cython.locals(settled=list, places=dict, where=list)
cdef tuple _settle(answer)
cdef bint _repeats(list settled, where, pair)
cdef _weigh(list settled, where, pair)
