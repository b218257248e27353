"""Types for belief.py where it is compiled."""


cpdef double prior(double support)


cdef class _View:
    cdef readonly object survey, pages, values
    cdef readonly int often
    cdef readonly set twice, spots

    cpdef str text(self, Py_ssize_t number)
    cpdef bint recurring(self, str name)
    cpdef bint constant(self, str name)
    cpdef bint repeated(self, row)
    cpdef bint alien(self, row)
    cpdef bint priced(self, row)
    cpdef bint linked(self, Py_ssize_t number)
    cpdef bint headed(self, row)
    cpdef bint colon(self, row)
    cpdef bint holding(self, row)
    cpdef double varying(self)
    cpdef int _texts(self, int page, int parent)
    cpdef double siblings(self, containers)
