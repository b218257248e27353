"""Types for arbitration.py where it is compiled."""


cpdef tuple arbitrate(answers)
cdef tuple _settle(answer)
cdef bint _repeats(list settled, where, pair)
cdef _weigh(list settled, where, pair)
cdef tuple _build(kind, list rows)
