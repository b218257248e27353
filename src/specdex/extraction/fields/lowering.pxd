"""Types for lowering.py where it is compiled."""

cimport cython


cdef int TABLED
cdef tuple UNCASED


cpdef str lowered(str text)
@cython.locals(units=cython.ushort[::1], table=cython.ushort[::1], at=Py_ssize_t, place=int, small=int, character=Py_UCS4)
cdef str _by_letter(str text)
@cython.locals(first=int, end=int)
cdef int _beyond(int place)
