"""Types for surroundings.py where it is compiled."""

cimport cython


cdef class ClassWords:
    cdef readonly list words
    cdef readonly int spec, alien


cdef class Above:
    cdef readonly tuple words
    cdef readonly int headed


cdef int REMEMBERED, NEAR_LINES
cdef dict _HEADS, _CLASSES, _LINES


@cython.locals(known=ClassWords)
cpdef ClassWords class_words(str classes)
@cython.locals(said=Above, lines=list, near=tuple, at=int, first=int, headed=int)
cpdef Above above_of(str text)
@cython.locals(known=Above)
cdef Above _line(str text)
cpdef int heads(str word)
cpdef lowered(pattern)
cdef ClassWords _class_words(str classes)
