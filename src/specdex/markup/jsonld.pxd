"""Types for jsonld.py where it is compiled."""

cimport cython


cdef int SHORTEST_TYPE, MAX_DEPTH, MAX_LIST, MAX_VALUE
cdef frozenset SKIPPED


cdef class _Conversion:
    cdef int node
    cdef list budget

    @cython.locals(name=str, plain=str)
    cdef thing(self, dict data, int depth)
    @cython.locals(text=str)
    cdef fill(self, dict values, str name, value, int depth)


@cython.locals(said=list)
cdef _add(dict values, str name, value)
cdef _collect(value, _Conversion conversion, list things, int depth=*)
cdef str _plain(value)
cdef str _resolved(str text)
@cython.locals(found=list, node=int, kind=str)
cdef list _scripts(document)
