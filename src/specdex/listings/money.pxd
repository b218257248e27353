"""Types for money.py where it is compiled."""

cimport cython


cdef int DIGIT, GAP, BLANK, MARK, LAST, FIRST, GROUPING, SPACE, PLANE, MAX_DIGITS, MAX_GAP
cdef bytes _MEANINGS
cdef frozenset _TAILS, _HEADS, _DASHES


@cython.locals(found=list, size=Py_ssize_t, place=Py_ssize_t, stop=Py_ssize_t)
cpdef list numbers(str text)
@cython.locals(character=Py_ssize_t)
cdef int _meaning(str text, Py_ssize_t place, Py_ssize_t size) noexcept
@cython.locals(place=Py_ssize_t, ahead=Py_ssize_t)
cdef Py_ssize_t _number_end(str text, Py_ssize_t first, Py_ssize_t size) noexcept
@cython.locals(last=Py_ssize_t, meaning=int)
cdef bint _signed_before(str text, Py_ssize_t place, Py_ssize_t size)
@cython.locals(first=Py_ssize_t, meaning=int, head=str)
cdef bint _signed_behind(str text, Py_ssize_t stop, Py_ssize_t size)
@cython.locals(last=Py_ssize_t, first=Py_ssize_t)
cdef Py_ssize_t _begin(str text, Py_ssize_t place, Py_ssize_t reached)
@cython.locals(stop=Py_ssize_t, head=str)
cdef Py_ssize_t _finish(str text, Py_ssize_t place)
