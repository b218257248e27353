"""Types for labels.py where it is compiled."""

cimport cython


cdef int MAX_NAME, MAX_NAME_WORDS, MIN_SENTENCE
cdef str SEPARATORS
cdef tuple COLONS, SENTENCE_END


cpdef str clean_name(str text)
cpdef str clean_value(str text)
cpdef bint ends_like_label(str text)
cpdef bint has_colon(str text)
@cython.locals(name=str)
cpdef bint is_label(str text)
cdef bint _has_letter(str name)
@cython.locals(begin=int, end=int, label=str, value=str)
cpdef tuple part_label(str text, bint dashes=*)
@cython.locals(at=int)
cpdef bint may_be_dashed(str text)
@cython.locals(size=int, at=int, begin=int, end=int, character=Py_UCS4)
cpdef tuple parting(str text)
@cython.locals(following=Py_UCS4)
cdef bint _parts(str text, int at)
