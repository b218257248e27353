"""Types for claims.py where it is compiled."""

cimport cython


cdef double CERTAIN
cdef dict _FORMS


cdef class Claim:
    cdef readonly str name, value, reader, xpath
    cdef readonly int node
    cdef readonly double confidence


cpdef Claim believed(Claim claim, double confidence)
@cython.locals(claim=Claim, best=Claim, groups=dict, group=list, most=double, belief=double)
cpdef Claim weigh(claims)
@cython.locals(claim=Claim, doubt=double, voice=double, voices=dict)
cdef double _doubt(list group)
@cython.locals(claim=Claim, strongest=Claim)
cdef Claim _strongest(list group)
