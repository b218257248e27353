"""Types for likeness.py where it is compiled."""

cimport cython


cdef double TOLERANCE, FADES, UNIT_MISSING, BOUND, INSIDE, NAMED, BESIDE, SAID, TYPO, SHORTENED, INFINITE
cdef int MIN_SHORT, MAX_SHORT
cdef frozenset MEASURED


cpdef double likeness(one, other) except -1
@cython.locals(words=frozenset)
cdef bint _named(one, other) except -1
@cython.locals(degree=double)
cdef double _measured(one, other) except -1
@cython.locals(amount=double, low=double, high=double, at=double)
cdef double _amounts(kind, tuple mine, other, tuple theirs, str dimension) except -1
@cython.locals(least=double)
cdef double _sides(mine, theirs, str dimension) except -1
@cython.locals(tolerance=double, apart=double)
cpdef double _closeness(double one, double other, str dimension) except -1
cdef double _truths(one, other) except -1
@cython.locals(mine=frozenset, theirs=frozenset, degree=double, shared=int, fewer=int)
cdef double _terms(one, other) except -1
