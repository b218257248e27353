"""Types for labels.py where it is compiled."""

cimport cython


cdef int LONGEST, MOST_WORDS, MIN_SENTENCE, MIN_TIGHT
cdef str CLINGING
cdef tuple SENTENCE_END


cpdef str without_marks(str text)
cpdef str unrepeated(str name, str value, str opening)
@cython.locals(name=str)
cpdef str clean_name(str text)
@cython.locals(begin=Py_ssize_t, end=Py_ssize_t)
cdef str _without_separators(str text)
@cython.locals(begin=Py_ssize_t, end=Py_ssize_t)
cpdef str clean_value(str text)
@cython.locals(end=Py_ssize_t)
cpdef bint ends_like_label(str text)
cpdef bint has_colon(str text)
cpdef bint is_label(str text)
@cython.locals(name=str)
cpdef str label_of(str text)
cdef bint _can_name(str name)
cpdef bint has_letter(str name)
@cython.locals(begin=int, end=int)
cpdef tuple part_label(str text, bint dashes=*)
cpdef tuple part_dashed(str text)
@cython.locals(label=str, value=str)
cdef tuple _couple(str text, int begin, int end)
@cython.locals(at=int, dotted=bint, character=Py_UCS4)
cpdef bint may_be_dashed(str text, int begin, int end)
cpdef bint is_parted(str text, bint ending=*)
@cython.locals(size=int, at=int, begin=int, end=int, character=Py_UCS4)
cpdef tuple parting(str text, bint ending=*)
@cython.locals(following=Py_UCS4)
cdef bint _parts(str text, int at)
