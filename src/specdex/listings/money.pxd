"""Types for money.py where it is compiled."""

cimport cython


cdef int DIGIT, GAP, BLANK, MARK, LAST, FIRST, GROUPING, SPACE, PLANE, MAX_DIGITS, MAX_GAP
cdef bytes _KEPT
cdef const unsigned char* _MEANINGS
cdef frozenset _TAILS, _HEADS, _DASHES


cpdef list numbers(str text)
@cython.locals(place=Py_ssize_t, character=Py_UCS4, code=int, is_digit=bint, was_digit=bint)
cdef list _starts(str text)
cdef int _meaning(str text, Py_ssize_t place, Py_ssize_t size) noexcept
cdef Py_ssize_t _number_end(str text, Py_ssize_t first, Py_ssize_t size) noexcept
cdef bint _signed_before(str text, Py_ssize_t place, Py_ssize_t size)
cdef bint _signed_behind(str text, Py_ssize_t stop, Py_ssize_t size)
cdef Py_ssize_t _begin(str text, Py_ssize_t place, Py_ssize_t reached)
cdef Py_ssize_t _finish(str text, Py_ssize_t place)
cpdef bytes _meanings()
cpdef list amounts(str text)
cpdef list of_numbers(str text, list places)
cpdef str currency_of(str price, str site=*, str language=*)
cpdef bint _is_open(str sign, str site, str language)
