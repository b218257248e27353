"""Types for trees.py where it is compiled."""


cdef class Tree:
    cdef public object source, table
    cdef public list caches
    cpdef str address(self, document, tuple path)
    cpdef texts(self, held)
    cpdef follow(self, value, tuple path)
    cpdef meant(self, value, tuple path)
    cpdef numbered(self, value, tuple path)
    cpdef child(self, held, str key)
    cpdef str text(self, held, int depth=*)


cpdef str worded(dict told)
cpdef bint is_unit_key(key)
cpdef str unit_sign(str unit)
cpdef bint _is_wrapped(value)
cpdef str _step(key)
cpdef str plain_text(value)
