"""Types for statements.py where it is compiled."""

cimport cython


cdef double CERTAIN
cdef dict _FORMS


cdef class Statement:
    cdef readonly str name, value, reader, xpath
    cdef readonly int node
    cdef readonly double confidence


cpdef Statement believed(Statement statement, double confidence)
cpdef Statement again(Statement statement, str reader, double confidence)
@cython.locals(each=Statement, known=Statement)
cpdef list surest(statements)
@cython.locals(statement=Statement, best=Statement)
cpdef Statement weigh(statements)
@cython.locals(statement=Statement)
cdef double _doubt(list group)
@cython.locals(statement=Statement, strongest=Statement)
cdef Statement _strongest(list group)
cpdef str _beginning(str value)
