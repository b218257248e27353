"""Types for identifiers.py where it is compiled."""

cimport cython
from specdex.extraction.fields.statements cimport Statement
from specdex.extraction.fields.view cimport Label, View


cdef int MIN_ID, MAX_ID, MAX_BLANKS, MAX_MODEL, WHOLE_ID
cdef dict MEANS
cdef str _AROUND, CLOSERS


@cython.locals(label=Label)
cpdef list label_statements(View view)
cpdef str clean_id(str kind, str value)
cdef bint _has_digit(str text) noexcept
cdef bint _is_article(str value)
cdef int _own_address(View view, str url)
