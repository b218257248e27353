"""Types for odds.py where it is compiled."""

cimport cython


@cython.locals(at=int, each=double)
cpdef ratios(double[::1] said, double edge)
@cython.locals(at=int)
cpdef scale(double[::1] odds, double slope, double offset)
@cython.locals(at=int)
cpdef chances(double[::1] against)
