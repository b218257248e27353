"""Types for jsonld.py where it is compiled."""


cdef int SHORTEST_TYPE, MAX_DEPTH, MAX_LIST, MAX_VALUE
cdef frozenset SKIPPED


cdef class _Conversion:
    cdef int node
    cdef list budget

    cdef thing(self, dict data, int depth)
    cdef fill(self, dict values, str name, value, int depth)


cdef _add(dict values, str name, value)
cdef _collect(value, _Conversion conversion, list things, int depth=*)
cdef str _plain(value)
cdef str _resolved(str text)
cdef list _scripts(document)
cpdef list jsonld_things(document)
cpdef list jsonld_types(document)
cpdef str json_number(value)
cpdef list loose_json(str text)
cpdef str _put_right(match)
cpdef list _values(str text)
cpdef _whole(value)
cpdef _mend_quote(str text, int place)
