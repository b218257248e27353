"""Types for microdata.py where it is compiled."""


cdef frozenset SCOPE_TAGS


cdef dict _scopes(document, syntax, places)
cdef str _stated(document, int node, str name)


cdef class _ScopeWalk:
    cdef object document, syntax
    cdef list top, stack, referring
    cdef int met

    cpdef bint meet(self, int node, str names, bint opens)
    cpdef open(self, int node)
    cpdef state(self, owner, str name, value)
    cpdef text(self, int node, str name)
    cpdef list finish(self)
    cpdef dict places(self)


cdef bint _is_product(str kind)
cdef bint _tells(str kind)
cdef list _names(str attribute)
