"""Types for matrix.py where it is compiled."""


cdef int FEW
cdef const double[::1] _LOGS


cpdef double log_of(int count)


cdef class Cells:
    cdef readonly object array
    cdef double[::1] numbers
    cdef readonly Py_ssize_t at

    cpdef void put(self, double number) noexcept
